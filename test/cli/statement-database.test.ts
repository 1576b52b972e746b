import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { statementDatabase } from "../../src/surfaces/cli/database/statement-database.ts";

const sqlite = new DatabaseSync(":memory:");
afterAll(() => sqlite.close());
const db = statementDatabase(async (statements) =>
  statements.map(({ sql, params }) => ({ rows: sqlite.prepare(sql).all(...params), changes: 0 })),
);

describe("a database of statements whose parameters are texts", () => {
  test("keeps every value and its type", async () => {
    const values = ["key_1", "it's", "?1 ?2", 'a; -- /* "', "🧺", "", "a\0b", "7", null, 7, 0.5];
    const columns = values.map((_, index) => `?${index + 1} AS v${index}`).join(", ");
    const row = await db
      .prepare(`SELECT ${columns}`)
      .bind(...values)
      .first<Record<string, unknown>>();
    expect(Object.values(row ?? {})).toEqual(values);
  });

  test("counts parameters by their number, above nine and more than once", async () => {
    const values = Array.from({ length: 11 }, (_, index) => index);
    const statement = db.prepare("SELECT ?11 AS last, ?1 AS first, ?11 AS again").bind(...values);
    expect(await statement.first()).toEqual({ last: 10, first: 0, again: 10 });
    expect(await statement.first("first")).toBe(0);
  });

  test("returns the rows of each statement of a batch", async () => {
    const batch = [db.prepare("SELECT 1 AS a"), db.prepare("SELECT ?1 AS b").bind("x")];
    const results = await db.batch(batch);
    expect(results.map(({ results }) => results)).toEqual([[{ a: 1 }], [{ b: "x" }]]);
  });

  test("rejects a missing value", async () => {
    await expect(db.prepare("SELECT ?2").bind("a").all()).rejects.toThrow("has no value");
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unstable_splitSqlQuery } from "wrangler";
import type { Env } from "../src/env.ts";
import { type Service, startService } from "./service.ts";

const ROOT = join(import.meta.dirname, "..");

let service: Service;
beforeAll(async () => {
  service = await startService({
    config: {
      d1_databases: [
        { binding: "DB", database_name: "migrated", database_id: "migrated", migrations_dir: "migrations" },
        { binding: "SCHEMA", database_name: "schema", database_id: "schema" },
      ],
    },
  });
});
afterAll(() => service.close());

test("the migrations result exactly in schema.sql", async () => {
  // The configuration above adds the second database to the bindings of the Worker.
  const { DB, SCHEMA } = service.env as Env & { SCHEMA: D1Database };
  const statements = unstable_splitSqlQuery(readFileSync(join(ROOT, "schema.sql"), "utf8"));
  await SCHEMA.batch(statements.map((statement) => SCHEMA.prepare(statement)));
  const wanted = await objectsOf(SCHEMA);
  expect(Object.keys(wanted)).toContain("table links");
  expect(await objectsOf(DB)).toEqual(wanted);
});

/** Tables, indexes, views and triggers by type and name, without D1's own. */
async function objectsOf(db: D1Database): Promise<Record<string, string[]>> {
  const { results } = await db
    .prepare(
      `SELECT type, name, sql FROM sqlite_master
       WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
         AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'd1_migrations'
       ORDER BY type, name`,
    )
    .all<{ type: string; name: string; sql: string }>();
  return Object.fromEntries(results.map(({ type, name, sql }) => [`${type} ${name}`, definitions(sql)]));
}

/**
 * A CREATE statement in comparable parts: its frame, then what stands between the outer parentheses, sorted,
 * as ALTER TABLE appends a column behind the table's constraints.
 */
function definitions(sql: string): string[] {
  const plain = sql
    .replace(/--[^\n]*/g, " ")
    .replace(/"/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([(),]) ?/g, "$1");
  const open = plain.indexOf("(");
  const close = plain.lastIndexOf(")");
  if (!plain.startsWith("CREATE TABLE")) return [plain];
  const parts: string[] = [""];
  let depth = 0;
  for (const character of plain.slice(open + 1, close)) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + character);
  }
  return [`${plain.slice(0, open)}(…)${plain.slice(close + 1)}`, ...parts.map((part) => part.trim()).sort()];
}

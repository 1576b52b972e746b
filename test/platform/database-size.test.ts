import { expect, test } from "vitest";
import { isReachable } from "../../src/surfaces/api/service-routes.ts";
import { useService } from "../use-service.ts";

const { DB } = (await useService()).env;

/** The database itself, with another size in its responses. */
const ofSize = (bytes: number): D1Database =>
  new Proxy(DB, {
    get(target, name) {
      if (name !== "prepare") return Reflect.get(target, name).bind(target);
      return (sql: string) => {
        const statement = target.prepare(sql);
        const all = async () => {
          const result = await statement.all();
          return { ...result, meta: { ...result.meta, size_after: bytes } };
        };
        return { all };
      };
    },
  });

/** The readiness log of this database. */
async function logged(db: D1Database): Promise<unknown[]> {
  const lines: unknown[] = [];
  expect(await isReachable(db, 0, (...line) => void lines.push(line))).toBe(true);
  return lines;
}

test("readiness logs the size of the database from 70 % of D1's limit on", async () => {
  expect(await logged(DB)).toEqual([]);
  expect(await logged(ofSize(6_999_999_999))).toEqual([]);
  expect(await logged(ofSize(7_000_000_000))).toEqual([
    ["error", "database size", { bytes: 7_000_000_000, most: 10_000_000_000 }],
  ]);
});

test("D1 reports a size in each response", async () => {
  expect((await DB.prepare("SELECT id FROM organizations LIMIT 1").all()).meta.size_after).toBeGreaterThan(0);
});

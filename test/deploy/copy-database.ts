import { unstable_splitSqlQuery } from "wrangler";
import type { Service } from "../service.ts";
import { columnsQuery, dumpRows, type Row, rowsQuery } from "./stand-in/dump.ts";

/** A local database as SQL. */
export async function sqlOf({ env: { DB } }: Service): Promise<string> {
  const select = async (sql: string) => (await DB.prepare(sql).all<Row>()).results.map(withBytes);
  const made = await select(
    "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  );
  const rows = new Map<string, Row[]>();
  for (const { type, name } of made)
    if (type === "table")
      rows.set(String(name), await select(rowsQuery(String(name), await select(columnsQuery(String(name))))));
  return dumpRows(made, rows);
}

/** A row of D1, which returns blobs as lists of numbers, in SQLite's form. */
const withBytes = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? Uint8Array.from(value) : value]),
  );

/** Empties a local database and fills it with other SQL. */
export async function replaceAll({ env: { DB } }: Service, sql: string): Promise<void> {
  const { results } = await DB.prepare(
    "SELECT type, name FROM sqlite_master WHERE type IN ('table', 'trigger', 'view') AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%' ORDER BY type DESC",
  ).all<{ type: string; name: string }>();
  const drops = results.map(({ type, name }) => `DROP ${type} "${name}"`);
  const statements = ["PRAGMA defer_foreign_keys=TRUE", ...drops, ...unstable_splitSqlQuery(sql)];
  await DB.batch(statements.map((statement) => DB.prepare(statement)));
}

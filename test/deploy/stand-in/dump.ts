import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

export type Row = Record<string, SQLOutputValue>;

/** SQL text that recreates the database. */
export function dumpDatabase(sqlite: DatabaseSync): string {
  const made = sqlite.prepare("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").all();
  const tables = made.filter(({ type }) => type === "table").map(({ name }) => String(name));
  return dumpRows(
    made,
    new Map(
      tables.map((table) => {
        const columns = sqlite.prepare(columnsQuery(table)).all();
        return [table, sqlite.prepare(rowsQuery(table, columns)).all()];
      }),
    ),
  );
}

/** The columns of a table, as in D1's export: without computed columns. */
export const columnsQuery = (table: string): string => `SELECT name FROM pragma_table_info('${table}')`;

/** All rows of a table with the columns that `columnsQuery` found. */
export const rowsQuery = (table: string, columns: readonly Row[]): string =>
  `SELECT ${columns.map(({ name }) => `"${name}"`).join(", ")} FROM "${table}"`;

/** A dump from read rows: those of sqlite_master, and those of each table. In the order of D1's export. */
export function dumpRows(made: readonly Row[], rows: ReadonlyMap<string, readonly Row[]>): string {
  const own = made.filter(({ name }) => !String(name).startsWith("sqlite_"));
  const tables = own.filter(({ type }) => type === "table");
  const others = own.filter(({ type }) => type !== "table");
  return [
    "PRAGMA defer_foreign_keys=TRUE;",
    ...tables.flatMap(({ name, sql }) => [`${sql};`, ...inserts(String(name), rows.get(String(name)) ?? [])]),
    ...others.map(({ sql }) => `${sql};`),
  ].join("\n");
}

const inserts = (table: string, rows: readonly Row[]): string[] =>
  rows.map((row) => {
    const columns = Object.keys(row).map((column) => `"${column}"`);
    return `INSERT INTO "${table}" (${columns.join(",")}) VALUES(${Object.values(row).map(literal).join(",")});`;
  });

function literal(value: SQLOutputValue): string {
  if (value === null) return "NULL";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString("hex")}'`;
  return `'${value.replaceAll("'", "''")}'`;
}

/** All rows of a database, and the names of its tables. */
export interface DatabaseRows {
  tables: string[];
  rows: { table: string; values: Record<string, unknown> }[];
}

/** Everything in a database: equal before and after what must write nothing. */
export async function rowsIn(db: D1Database): Promise<DatabaseRows> {
  const { results } = await db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`)
    .all<{ name: string }>();
  const tables = results.map(({ name }) => name).filter((name) => !name.startsWith("sqlite_"));
  const contents = await db.batch<Record<string, unknown>>(
    tables.map((table) => db.prepare(`SELECT * FROM ${table}`)),
  );
  const rows = contents.flatMap(({ results: found }, index) =>
    found.map((values) => ({ table: tables[index] ?? "", values })),
  );
  return { tables, rows };
}

/** Brings a database back to rows that it once had. */
export async function restoreRows(db: D1Database, { tables, rows }: DatabaseRows): Promise<void> {
  // Triggers of one table write into others: the second round deletes what the first one caused. One call for all.
  const emptied = [...tables, ...tables].map((table) => `DELETE FROM ${table}`);
  const filled = rows.map(
    ({ table, values }) =>
      `INSERT INTO ${table} (${Object.keys(values).join(", ")}) VALUES (${Object.values(values).map(literal).join(", ")})`,
  );
  await db.exec(["PRAGMA defer_foreign_keys = ON", ...emptied, ...filled].join("\n"));
}

/** A value in SQL, in one line. D1 gives bytes as a list of numbers. */
export function literal(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  if (Array.isArray(value)) return `x'${Buffer.from(value).toString("hex")}'`;
  return `'${String(value).replaceAll("'", "''").replaceAll("\n", "' || char(10) || '")}'`;
}

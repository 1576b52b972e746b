/** All rows of a database, and the names of its tables. */
export interface DatabaseRows {
  tables: string[];
  /** What creates the triggers, each in one line. */
  triggers: { name: string; sql: string }[];
  rows: { table: string; values: Record<string, unknown> }[];
}

/** The columns that are stored: those that SQLite computes from others can't be written. */
const STORED_COLUMNS = `SELECT sqlite_master.name AS "table", group_concat(columns.name, ', ') AS columns
  FROM sqlite_master, pragma_table_xinfo(sqlite_master.name) AS columns
  WHERE sqlite_master.type = 'table' AND sqlite_master.name NOT LIKE '\\_cf%' ESCAPE '\\'
    AND sqlite_master.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND columns.hidden = 0
  GROUP BY sqlite_master.rowid`;

/** Everything in a database: equal before and after what must write nothing. */
export async function rowsIn(db: D1Database): Promise<DatabaseRows> {
  const { results } = await db.prepare(STORED_COLUMNS).all<{ table: string; columns: string }>();
  const contents = await db.batch<Record<string, unknown>>(
    results.map(({ table, columns }) => db.prepare(`SELECT ${columns} FROM ${table}`)),
  );
  const { results: triggers } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    .all<{ name: string; sql: string }>();
  const tables = results.map(({ table }) => table);
  const rows = contents.flatMap(({ results: found }, index) =>
    found.map((values) => ({ table: tables[index] ?? "", values })),
  );
  return { tables, rows, triggers: triggers.map(({ name, sql }) => ({ name, sql: oneLine(sql) })) };
}

const oneLine = (sql: string): string => sql.replace(/--.*/g, "").replace(/\s*\n\s*/g, " ");

/** The longest statement that D1 takes is 100 KB. */
const MAX_STATEMENT = 90_000;

/** Brings a database back to rows that it once had. */
export async function restoreRows(db: D1Database, { tables, rows, triggers }: DatabaseRows): Promise<void> {
  // Triggers of one table write into others: the second round deletes what the first one caused. One call for all.
  const emptied = [...tables, ...tables].map((table) => `DELETE FROM ${table}`);
  const filled = rows.map(
    ({ table, values }) =>
      `INSERT INTO ${table} (${Object.keys(values).join(", ")}) VALUES (${Object.values(values).map(literal).join(", ")})`,
  );
  // The rows that triggers once wrote are among those that come back.
  const dropped = filled.length > 0 ? triggers.map(({ name }) => `DROP TRIGGER ${name}`) : [];
  const created = filled.length > 0 ? triggers.map(({ sql }) => sql) : [];
  const before = ["PRAGMA defer_foreign_keys = ON", ...dropped, ...emptied];
  if (filled.every((sql) => Buffer.byteLength(sql) < MAX_STATEMENT)) {
    await db.exec([...before, ...filled, ...created].join("\n"));
    return;
  }
  // Slower, as it has a statement to prepare for each row, but what is bound may be longer.
  const prepared = (each: readonly string[]) => each.map((sql) => db.prepare(sql));
  await db.batch([...prepared(before), ...rows.map((row) => boundInsert(db, row)), ...prepared(created)]);
}

function boundInsert(db: D1Database, { table, values }: DatabaseRows["rows"][number]): D1PreparedStatement {
  const columns = Object.keys(values);
  const places = columns.map((_, index) => `?${index + 1}`);
  return db
    .prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places.join(", ")})`)
    .bind(...Object.values(values).map((value) => (Array.isArray(value) ? Uint8Array.from(value) : value)));
}

/** A value in SQL, in one line. D1 gives bytes as a list of numbers. */
export function literal(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  if (Array.isArray(value)) return `x'${Buffer.from(value).toString("hex")}'`;
  const text = String(value);
  return text.includes("\n")
    ? `CAST(x'${Buffer.from(text).toString("hex")}' AS TEXT)`
    : `'${text.replaceAll("'", "''")}'`;
}

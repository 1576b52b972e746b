/** The tables of the databases that were looked at; nothing adds one while tests run. */
const tablesOf = new WeakMap<D1Database, string[]>();

async function findTables(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '!_%' ESCAPE '!' ORDER BY name",
    )
    .all<{ name: string }>();
  const names = results.map(({ name }) => name);
  tablesOf.set(db, names);
  return names;
}

/**
 * Everything in the database, by table: equal before and after what must write nothing. One call for all tables, as each
 * call of a binding from here takes milliseconds.
 */
export async function wholeDatabase(db: D1Database): Promise<Record<string, unknown[]>> {
  const tables = tablesOf.get(db) ?? (await findTables(db));
  const contents = await db.batch(tables.map((name) => db.prepare(`SELECT * FROM "${name}"`)));
  return Object.fromEntries(tables.map((name, index) => [name, contents[index]?.results ?? []]));
}

/** Everything in the database, by table: equal before and after what must write nothing. */
export async function wholeDatabase(db: D1Database): Promise<Record<string, unknown[]>> {
  const { results: tables } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '!_%' ESCAPE '!' ORDER BY name",
    )
    .all<{ name: string }>();
  const contents: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { results } = await db.prepare(`SELECT * FROM "${name}"`).all();
    contents[name] = results;
  }
  return contents;
}

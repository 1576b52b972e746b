/** `db`, and how many rows its queries have read and written since the count was last taken, as D1 bills them. */
export function countedD1(db: D1Database): { db: D1Database; taken(): { read: number; written: number } } {
  let rows = { read: 0, written: 0 };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const count = <T>(result: D1Result<T>): D1Result<T> => {
    rows.read += result.meta.rows_read;
    rows.written += result.meta.rows_written;
    return result;
  };
  const counted = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => counted(target.bind(...values));
        if (name === "all" || name === "run") return async () => count(await target.all());
        if (name === "first")
          return async (column?: string) => {
            const row = count(await target.all<Record<string, unknown>>()).results[0] ?? null;
            return row && column !== undefined ? row[column] : row;
          };
        throw new Error(`${String(name)} is not counted`);
      },
    });
    originals.set(proxy, statement);
    return proxy;
  };
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => counted(target.prepare(sql));
      if (name === "batch") {
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(statements.map((each) => originals.get(each) ?? each));
          return results.map(count);
        };
      }
      throw new Error(`${String(name)} is not counted`);
    },
  });
  const taken = () => {
    const result = rows;
    rows = { read: 0, written: 0 };
    return result;
  };
  return { db: counting, taken };
}

/** `db`, whose transactions go through `batch`. */
export const withBatch = (
  db: D1Database,
  batch: (statements: D1PreparedStatement[]) => Promise<D1Result[]>,
): D1Database =>
  new Proxy(db, {
    get: (target, name) => (name === "batch" ? batch : Reflect.get(target, name).bind(target)),
  });

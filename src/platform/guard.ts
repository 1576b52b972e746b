/** A condition in SQL, for statements of a transaction that must take effect only where another statement did. */
export interface Guard {
  /** Has a question mark for each value, in order. */
  sql: string;
  values: readonly (string | number | null)[];
}

/** A condition that is always true. */
export const ALWAYS: Guard = { sql: "TRUE", values: [] };

/** Holds right after a statement that wrote one row, besides what its triggers wrote. */
export const WRITTEN: Guard = { sql: "changes() = 1", values: [] };

/** Holds where both conditions do. */
export const bothGuards = (one: Guard, other: Guard): Guard => ({
  sql: `${one.sql} AND ${other.sql}`,
  values: [...one.values, ...other.values],
});

/** The condition with its values as numbered parameters from `first` on. */
export function guardSql({ sql }: Guard, first: number): string {
  let next = first;
  return sql.replaceAll("?", () => `?${next++}`);
}

/** A condition in SQL, for statements that must take effect only if another statement of the transaction did. */
export interface Guard {
  /** Has a question mark for each value, in order. */
  sql: string;
  values: readonly (string | number | null)[];
}

/** A condition that is always true. */
export const ALWAYS: Guard = { sql: "TRUE", values: [] };

export const NEVER: Guard = { sql: "FALSE", values: [] };

/** True directly after a statement that wrote one row, apart from its triggers. */
export const WRITTEN: Guard = { sql: "changes() = 1", values: [] };

/** True if both conditions are. */
export const bothGuards = (one: Guard, other: Guard): Guard => ({
  sql: `${one.sql} AND ${other.sql}`,
  values: [...one.values, ...other.values],
});

/** The condition with its values as numbered parameters from `first` on. */
export function guardSql({ sql }: Guard, first: number): string {
  let next = first;
  return sql.replaceAll("?", () => `?${next++}`);
}

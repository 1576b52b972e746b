/** A condition in SQL, for statements of a transaction that must take effect only where another one did. */
export interface Guard {
  /** With a question mark for each value, in order. */
  sql: string;
  values: readonly (string | number)[];
}

/** Holds always. */
export const ALWAYS: Guard = { sql: "TRUE", values: [] };

/** The condition with its values as numbered parameters from `first` on. */
export function guardSql({ sql }: Guard, first: number): string {
  let next = first;
  return sql.replaceAll("?", () => `?${next++}`);
}

/** The maximum size of a JSON text as a parameter of D1, in bytes. D1 accepts strings up to 2,000,000 bytes. */
const MAX_BYTES = 1_900_000;

const encoder = new TextEncoder();

/** `rows` as JSON arrays for `json_each`, as few as fit into parameters of D1. A larger row gets its own array. */
export const jsonRows = (rows: readonly unknown[]): string[] =>
  jsonArrays(rows.map((row) => JSON.stringify(row)));

/** As `jsonRows`, for rows that are already JSON. */
export function jsonArrays(rows: readonly string[]): string[] {
  if (rows.length === 1) return [`[${rows[0]}]`];
  const texts: string[] = [];
  let text = "";
  let bytes = 0;
  for (const json of rows) {
    const size = encoder.encode(json).length + 1;
    if (text !== "" && bytes + size > MAX_BYTES) {
      texts.push(`[${text}]`);
      [text, bytes] = ["", 0];
    }
    text += text === "" ? json : `,${json}`;
    bytes += size;
  }
  return text === "" ? texts : [...texts, `[${text}]`];
}

/**
 * The rows of the JSON array in parameter ?1, one in each `value`. SQLite then writes each value as text only once, instead
 * of once per column.
 */
export const GIVEN_ROWS = "WITH given AS MATERIALIZED (SELECT value FROM json_each(?1))";

/** The values of `columns` in a row of `given`, which is an object with a member for each column. */
export const givenValues = (columns: readonly string[]): string =>
  columns.map((column) => `value ->> '${column}'`).join(", ");

/** The ids of objects as a JSON array, for `json_each`. */
export const idsOf = (objects: readonly { id: string }[]): string =>
  JSON.stringify(objects.map(({ id }) => id));

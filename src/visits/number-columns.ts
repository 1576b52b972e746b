/** The columns with the numbers of visits, as every table and query names them. */
export const NUMBERS = "scans, clicks, robots, previews";

/** Their sums, under the same names. */
export const SUMS = NUMBERS.split(", ")
  .map((name) => `sum(${name}) AS ${name}`)
  .join(", ");

/** The assignments of `ON CONFLICT` that add the numbers of a further row to those that are stored. */
export const ADD_NUMBERS = NUMBERS.split(", ")
  .map((name) => `${name} = ${name} + excluded.${name}`)
  .join(", ");

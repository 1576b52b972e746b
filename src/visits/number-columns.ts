/** The columns with the numbers of visits, as every table and query names them. */
export const NUMBERS = "scans, clicks, robots, previews";

/** Their sums, under the same names. */
export const SUMS = NUMBERS.split(", ")
  .map((name) => `sum(${name}) AS ${name}`)
  .join(", ");

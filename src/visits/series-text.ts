import { cellSql, cellsOf, eachCell, LETTERS, letterOf, SERIES, ZERO } from "./cells.ts";

/**
 * Series: the numbers of cells whose places follow one another, in less room. `=`, the letter of the first place, the least
 * number, then of each place the number above it. A number is one character, 35 code points above it: SQLite reads it without
 * taking the text apart, and JSON and UTF-8 take one byte for nearly all below 93.
 *
 * eachCell reads them.
 */

/** Above this, characters are no numbers but halves of other characters. */
const MOST = 0xd7ff - ZERO;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(JSON.stringify(text)).length;
const characterOf = (number: number): string => String.fromCharCode(ZERO + number);

/** The shorter of the cells of a value and the same as a series. */
export function packedCells(cells: string): string {
  const numbers: number[] = [];
  eachCell(cells, (place, visits) => {
    numbers[place] = (numbers[place] ?? 0) + visits;
  });
  const sorted = cellsOf(numbers);
  const first = numbers.findIndex((visits) => visits > 0);
  if (first === -1) return sorted;
  const series = Array.from(numbers.slice(first), (visits = 0) => visits);
  if (Math.max(...series) > MOST) return sorted;
  const least = Math.min(...series);
  const text =
    SERIES +
    letterOf(first) +
    characterOf(least) +
    series.map((visits) => characterOf(visits - least)).join("");
  return bytesOf(text) < bytesOf(sorted) ? text : sorted;
}

/** SQL for the number that `cells`, or a series in their place, has after `letter`; both are SQL. */
export const packedCellSql = (cells: string, letter: string): string => {
  const at = `instr('${LETTERS}', ${letter}) - instr('${LETTERS}', substr(${cells}, 2, 1))`;
  const number = `unicode(substr(${cells}, 3, 1)) + unicode(substr(${cells}, 4 + ${at}, 1)) - ${2 * ZERO}`;
  return `CASE WHEN substr(${cells}, 1, 1) <> '${SERIES}' THEN ${cellSql(cells, letter)}
    WHEN ${at} < 0 THEN 0 ELSE coalesce(${number}, 0) END`;
};

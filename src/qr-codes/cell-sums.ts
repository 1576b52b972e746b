import type { TileLines } from "./cell-lines.ts";
import type { Cells } from "./cells.ts";

/** The sums of Adler-32 are kept below this prime. */
const PRIME = 65_521;

/** The filter of a line that has the pixels of the one above it, all of whose bytes are 0 (PNG, 9.2: up). */
export const UP = 2;

/** Pixels of the background around the cells. */
export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * How the lines of a row of cells are written: each that is drawn, one for all, or none, as the row looks like the last line
 * above it. The other lines repeat the one above with the filter "up".
 */
export type RowLines = "each" | "one" | "none";

/** Adds bytes up for Adler-32 (RFC 1950), in any order: each counts as often as there are bytes from it to the end. */
class Sums {
  a = 1;
  b: number;

  constructor(bytes: number) {
    this.b = bytes % PRIME;
  }

  /** A byte `count` times, with so many bytes from it to the end in all; or the sum of a tile's bytes, in its place. */
  add(value: number, count: number, bytes: number): void {
    const rest = value % PRIME;
    this.a = (this.a + rest * (count % PRIME)) % PRIME;
    this.b = (this.b + rest * (bytes % PRIME)) % PRIME;
  }
}

/** By tile, how often it stands in rows of one kind, and how many bytes are behind the first line of its cells, in all. */
interface Places {
  counts: Float64Array;
  behind: Float64Array;
}

/**
 * The two sums of Adler-32 of all lines of an image, each after the number of its filter. What a tile adds follows from its
 * own sums and from its place, so that nothing has to be added up line by line.
 */
export function adlerOf(
  { at, columns, rows, scale }: Cells,
  { left, right, top, bottom }: Margins,
  lines: readonly (TileLines | undefined)[],
  written: readonly RowLines[],
): [a: number, b: number] {
  const { pixels: cell, drawn, repeats } = scale;
  const length = 1 + left + columns * cell + right;
  const sums = new Sums(length * (top + rows * cell + bottom));
  const places: Record<Exclude<RowLines, "none">, Places> = { each: noPlaces(lines), one: noPlaces(lines) };
  // Of a row of each kind, the lines that repeat another one, and how far they are from its first one, in all.
  const repeated = {
    each: [0, 0],
    one: [cell - 1, (cell * (cell - 1)) / 2],
    none: [cell, (cell * (cell - 1)) / 2],
  };
  for (let line = 0, first = 0; line < drawn; line++) {
    const times = repeats[line] ?? 0;
    repeated.each = [
      (repeated.each[0] ?? 0) + times - 1,
      (repeated.each[1] ?? 0) + (times - 1) * first + (times * (times - 1)) / 2,
    ];
    first += times;
  }
  for (let row = 0, index = 0; row < rows; row++) {
    const kind = written[row] ?? "each";
    const fromLine = (rows - row) * cell + bottom;
    const [count = 0, away = 0] = repeated[kind];
    sums.add(UP, count, length * (count * fromLine - away));
    if (kind === "none") {
      index += columns;
      continue;
    }
    const { counts, behind } = places[kind];
    for (let column = 0; column < columns; column++, index++) {
      const tile = at[index] ?? 0;
      if (tile === 0) continue;
      counts[tile] = (counts[tile] ?? 0) + 1;
      behind[tile] = (behind[tile] ?? 0) + length * (fromLine - 1) + (columns - column - 1) * cell + right;
    }
  }
  for (const [kind, { counts, behind }] of Object.entries(places)) {
    for (let tile = 0; tile < lines.length; tile++) {
      const own = lines[tile];
      const count = counts[tile] ?? 0;
      if (own === undefined || own.isBlank || count === 0) continue;
      // A tile of several cells ends further to the right.
      const bytes = (behind[tile] ?? 0) - count * (own.span - 1) * cell;
      const share = kind === "one" ? drawn : 1;
      sums.add(own.sum / share, count, bytes);
      const within = own.weighted / share - (kind === "one" ? 0 : length * own.byLine);
      sums.b = (sums.b + count * (within % PRIME)) % PRIME;
    }
  }
  return [sums.a, (sums.b + PRIME) % PRIME];
}

const noPlaces = ({ length }: readonly unknown[]): Places => ({
  counts: new Float64Array(length),
  behind: new Float64Array(length),
});

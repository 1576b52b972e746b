import type { TileLines } from "./cell-lines.ts";
import type { Cells } from "./cells.ts";

/** The sums of Adler-32 are kept below this prime. */
const PRIME = 65_521;

/** Pixels of the background around the cells. */
export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * The two sums of Adler-32 (RFC 1950) of all lines of an image, each after the number of its filter, 0. The first one adds
 * up the bytes, the second one each byte as often as there are bytes from it to the end. So a tile adds what follows from
 * its own sums and from its place, and nothing has to be added up line by line.
 */
export function adlerOf(
  { at, columns, rows, scale }: Cells,
  { left, right, top, bottom }: Margins,
  lines: readonly (TileLines | undefined)[],
): [a: number, b: number] {
  const cell = scale.pixels;
  const length = 1 + left + columns * cell + right;
  const counts = new Float64Array(lines.length);
  /** By tile, how many bytes stand behind the end of the first line of a cell, for all cells together. */
  const behind = new Float64Array(lines.length);
  for (let row = 0, index = 0; row < rows; row++) {
    const below = length * ((rows - row) * cell - 1 + bottom);
    for (let column = 0; column < columns; column++, index++) {
      const tile = at[index] ?? 0;
      counts[tile] = (counts[tile] ?? 0) + 1;
      behind[tile] = (behind[tile] ?? 0) + below + (columns - column - 1) * cell + right;
    }
  }
  let a = 1;
  let b = (length * (top + rows * cell + bottom)) % PRIME;
  for (let tile = 0; tile < lines.length; tile++) {
    const own = lines[tile];
    const count = counts[tile] ?? 0;
    if (own === undefined || own.isBlank || count === 0) continue;
    const { sum, weighted, byLine, span } = own;
    // A tile of several cells ends further to the right, and each of its lines has fewer lines below it than the first one.
    const bytes = (behind[tile] ?? 0) - count * (span - 1) * cell;
    a = (a + (count % PRIME) * (sum % PRIME)) % PRIME;
    b = (b + (bytes % PRIME) * (sum % PRIME)) % PRIME;
    b = (b + count * ((weighted - length * byLine) % PRIME)) % PRIME;
  }
  return [a, (b + PRIME) % PRIME];
}

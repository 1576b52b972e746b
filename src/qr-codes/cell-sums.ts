import type { TileLines } from "./cell-lines.ts";
import type { Cells } from "./cells.ts";

/** The sums of Adler-32 are kept below this prime. */
const PRIME = 65_521;

/** The filter of a line that has the pixels of the one above it, so that all of its bytes are 0 (PNG, 9.2: up). */
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

/**
 * The two sums of Adler-32 (RFC 1950) of all lines of an image, each after the number of its filter. The first one adds up
 * the bytes, the second one each byte as often as there are bytes from it to the end. So what a tile adds follows from its own
 * sums and from its place, and nothing has to be added up line by line. All numbers are whole and far below 2 ** 53.
 */
export function adlerOf(
  { at, columns, rows, scale }: Cells,
  { left, right, top, bottom }: Margins,
  lines: readonly (TileLines | undefined)[],
  written: readonly RowLines[],
): [a: number, b: number] {
  const { pixels: cell, drawn } = scale;
  const length = 1 + left + columns * cell + right;
  let a = 1;
  let b = length * (top + rows * cell + bottom);
  const places = { each: noPlaces(lines.length), one: noPlaces(lines.length) };
  const repeated = repeatedLines(scale);
  for (let row = 0, index = 0; row < rows; row++) {
    const kind = written[row] ?? "each";
    const fromRow = (rows - row) * cell + bottom;
    const { count, away } = repeated[kind];
    a += UP * count;
    b += UP * length * (count * fromRow - away);
    if (kind === "none") {
      index += columns;
      continue;
    }
    const { counts, behind } = places[kind];
    let bytes = length * fromRow - 1 - left;
    for (let column = 0; column < columns; column++, index++) {
      bytes -= cell;
      const tile = at[index] ?? 0;
      if (tile === 0) continue;
      counts[tile] = (counts[tile] ?? 0) + 1;
      behind[tile] = (behind[tile] ?? 0) + bytes;
    }
  }
  for (const kind of ["each", "one"] as const) {
    const { counts, behind } = places[kind];
    for (let tile = 0; tile < lines.length; tile++) {
      const count = counts[tile] ?? 0;
      const own = count === 0 ? undefined : lines[tile];
      if (own === undefined) continue;
      // A tile of several cells ends further to the right.
      const bytes = (behind[tile] ?? 0) - count * (own.span - 1) * cell;
      const sum = kind === "one" ? own.sum / drawn : own.sum;
      const within = kind === "one" ? own.weighted / drawn : own.weighted - length * own.byLine;
      a += count * sum;
      b += sum * (bytes % PRIME) + count * (within % PRIME);
    }
  }
  return [a % PRIME, ((b % PRIME) + PRIME) % PRIME];
}

/** By tile, how often it stands in rows of one kind, and how many bytes are behind the first line of its cells, in all. */
const noPlaces = (tiles: number) => ({ counts: new Int32Array(tiles), behind: new Float64Array(tiles) });

/** By kind of row, how many lines repeat the one above, and how far they are from the first one of the row, in all. */
function repeatedLines({
  pixels,
  repeats,
}: Cells["scale"]): Record<RowLines, { count: number; away: number }> {
  const each = { count: 0, away: 0 };
  let first = 0;
  for (const times of repeats) {
    each.count += times - 1;
    each.away += (times - 1) * first + (times * (times - 1)) / 2;
    first += times;
  }
  const away = (pixels * (pixels - 1)) / 2;
  return { each, one: { count: pixels - 1, away }, none: { count: pixels, away } };
}

import { BitText, writeMatches } from "./bit-writer.ts";
import { TileLines } from "./cell-lines.ts";
import type { Cells } from "./cells.ts";

/** The tiles of an image by what their halves look like. */
export interface Classes {
  /** By the number of a tile; undefined for those that no cell has. */
  lines: readonly (TileLines | undefined)[];
  /** For the upper and for the lower half, the number of the first tile that looks like this one there. */
  first: readonly [Uint32Array, Uint32Array];
}

/** Which tiles of an image look alike in one of their halves: rounded modules differ in one of them more often than not. */
export function classesOf({ at, tiles, module }: Cells): Classes {
  const uses = new Uint32Array(tiles.length);
  for (const index of at) uses[index] = (uses[index] ?? 0) + 1;
  const first = [new Uint32Array(tiles.length), new Uint32Array(tiles.length)] as const;
  const known = [new Map<string, number>(), new Map<string, number>()] as const;
  const lines = tiles.map((tile, index) => {
    const count = uses[index] ?? 0;
    if (count === 0) return undefined;
    tile.lines ??= new TileLines(tile.pixels, module, count > 1 || tile.isKept);
    for (const half of [0, 1] as const) {
      const text = tile.lines.halves[half];
      const same = text === "" ? undefined : known[half].get(text);
      first[half][index] = same ?? index;
      if (same === undefined && text !== "") known[half].set(text, index);
    }
    return tile.lines;
  });
  return { lines, first };
}

/** What is written for the lines of half a row. */
export interface Parts {
  /** For each line: always the same bits, or the line of a tile. */
  written: readonly (BitText | TileLines)[];
  /** What each line consists of: tiles, how often they are there, and how many bytes of a line stand behind them. */
  cells: readonly TileCount[];
}

interface TileCount {
  lines: TileLines;
  count: number;
  behind: number;
}

/**
 * Finds what comes again in half a row: cells that look like some before them are a match on each of its lines, with
 * those that go on alike for the longest.
 */
export function partsOf(
  ids: Uint32Array,
  { lines, first }: Classes,
  half: 0 | 1,
  { module, behind: whole }: { module: number; behind: number },
): Parts {
  const columns = ids.length;
  const looks = new Uint32Array(columns);
  for (let column = 0; column < columns; column++) looks[column] = first[half][ids[column] ?? 0] ?? 0;
  const written: (BitText | TileLines)[] = [];
  const cells: TileCount[] = [];
  const counts = new Map<number, TileCount>();
  let matches: BitText | null = null;
  for (let column = 0; column < columns; ) {
    const { from, count } = longest(looks, column);
    if (count === 0) {
      const tile = lines[looks[column] ?? 0];
      if (tile) {
        written.push(tile);
        const own = { lines: tile, count: 0, behind: 0 };
        cells.push(own);
        counts.set(looks[column] ?? 0, own);
      }
      matches = null;
    } else {
      if (matches === null) {
        matches = new BitText();
        written.push(matches);
      }
      writeMatches(matches, count * module, (column - from) * module);
    }
    for (const end = column + Math.max(1, count); column < end; column++) {
      const own = counts.get(looks[column] ?? 0);
      if (!own) continue;
      own.count += 1;
      own.behind += whole - (column + 1) * module;
    }
  }
  return { written, cells };
}

/** How many places are looked at for a match: more make an image no smaller that could be noticed. */
const PLACES = 6;

/** From where the most cells are like those from `column` on, and how many are. */
function longest(looks: Uint32Array, column: number): { from: number; count: number } {
  let best = { from: 0, count: 0 };
  const look = looks[column];
  let places = 0;
  for (let from = column - 1; from >= 0; from--) {
    if (looks[from] !== look) continue;
    let count = 1;
    while (column + count < looks.length && looks[column + count] === looks[from + count]) count++;
    if (count > best.count) best = { from, count };
    places += 1;
    if (column + count === looks.length || places === PLACES) break;
  }
  return best;
}

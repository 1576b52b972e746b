import { BitText, type BitWriter, writeMatches, zlibEnd, zlibWriter } from "./bit-writer.ts";
import { TileLines } from "./cell-lines.ts";
import type { Cells } from "./cells.ts";
import { writeLine } from "./deflate-lines.ts";

/** The sums of Adler-32 are kept below this prime. */
const ADLER = 65_521;

/** Pixels of the background around the cells. */
export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What is written for a part of each line of a row: always the same bits, or the line of a tile. */
type Part = BitText | TileLines;

/** A row of cells, ready to be written line by line. */
interface Row {
  parts: readonly Part[];
  /** Each tile of the row, in how many cells it is, and how many bytes of the line stand behind those. */
  tiles: readonly { tile: TileLines; cells: number; behind: number }[];
}

/**
 * The lines of an image, each after the number of its filter, 0, in the zlib format. What comes again is looked for among
 * cells, once for all lines of a row of cells; tiles that are used more than once are encoded once. A line like the one
 * above is a match with it.
 */
export function deflateCells(cells: Cells, { left, right, top, bottom }: Margins): Uint8Array<ArrayBuffer> {
  const { columns, rows, module } = cells;
  const length = 1 + left + columns * module + right;
  const writer = zlibWriter();
  const lines = linesOfTiles(cells);
  const [before, after] = [zeros(1 + left), zeros(right)];
  let [a, b] = [1, 0];

  const blank = (count: number) => {
    writeZeros(writer, count * length);
    b = (b + ((count * length) % ADLER) * a) % ADLER;
  };

  const repeat = (count: number, sum: number, weighted: number) => {
    if (count > 0) writeMatches(writer, count * length, length);
    for (let each = 0; each < count; each++) {
      b = (b + length * a + weighted) % ADLER;
      a = (a + sum) % ADLER;
    }
  };

  blank(top);
  let above: Uint32Array | null = null;
  for (let row = 0; row < rows; row++) {
    const ids = cells.at.subarray(row * columns, (row + 1) * columns);
    const { parts, tiles } = rowOf(ids, lines, { module, length, start: 1 + left });
    const isAsAbove = above !== null && isEqual(above, ids) && tiles.every(({ tile }) => tile.isEven);
    let pending = 0;
    let [sum, weighted] = [0, 0];
    for (let line = 0; line < module; line++) {
      if (line > 0 ? tiles.every(({ tile }) => tile.isAsAbove(line)) : isAsAbove) {
        if (line === 0) [sum, weighted] = sumsOf(tiles, 0);
        pending++;
        continue;
      }
      repeat(pending, sum, weighted);
      pending = 0;
      writer.text(before);
      for (const part of parts) {
        if (part instanceof BitText) writer.text(part);
        else part.write(writer, line);
      }
      writer.text(after);
      [sum, weighted] = sumsOf(tiles, line);
      b = (b + length * a + weighted) % ADLER;
      a = (a + sum) % ADLER;
    }
    repeat(pending, sum, weighted);
    above = ids;
  }
  blank(bottom);
  return zlibEnd(writer, a, b);
}

/** What a line of a row adds to the two sums of Adler-32. */
function sumsOf(tiles: Row["tiles"], line: number): [sum: number, weighted: number] {
  let [sum, weighted] = [0, 0];
  for (const { tile, cells, behind } of tiles) {
    const own = tile.sum(line);
    sum += cells * own;
    weighted += behind * own + cells * tile.weighted(line);
  }
  return [sum, weighted];
}

/** Finds what comes again in a row: cells that equal some before them are a match on every line. */
function rowOf(
  ids: Uint32Array,
  lines: readonly (TileLines | undefined)[],
  { module, length, start }: { module: number; length: number; start: number },
): Row {
  const parts: Part[] = [];
  const tiles = new Map<number, { tile: TileLines; cells: number; behind: number }>();
  const places = new Map<number, number>();
  let matches: BitText | null = null;
  const columns = ids.length;
  for (let column = 0; column < columns; ) {
    const id = ids[column] ?? 0;
    const seen = places.get(id);
    let count = 0;
    if (seen !== undefined) {
      while (column + count < columns && ids[column + count] === ids[seen + count]) count++;
      if (matches === null) {
        matches = new BitText();
        parts.push(matches);
      }
      writeMatches(matches, count * module, (column - seen) * module);
    } else {
      const tile = lines[id];
      if (tile) parts.push(tile);
      matches = null;
      count = 1;
    }
    for (const end = column + count; column < end; column++) {
      const at = ids[column] ?? 0;
      places.set(at, column);
      const tile = lines[at];
      if (!tile) continue;
      const known = tiles.get(at) ?? { tile, cells: 0, behind: 0 };
      known.cells += 1;
      known.behind += length - start - (column + 1) * module;
      tiles.set(at, known);
    }
  }
  return { parts, tiles: [...tiles.values()] };
}

function isEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return one.length === other.length;
}

function linesOfTiles({ at, tiles, module }: Cells): (TileLines | undefined)[] {
  const uses = new Uint32Array(tiles.length);
  for (const index of at) uses[index] = (uses[index] ?? 0) + 1;
  return tiles.map((tile, index) => {
    const count = uses[index] ?? 0;
    if (count === 0) return undefined;
    tile.lines ??= new TileLines(tile.pixels, module, count > 1 || tile.isKept);
    return tile.lines;
  });
}

function zeros(count: number): BitText {
  const text = new BitText();
  if (count > 0) writeLine(text, new Uint8Array(count));
  return text;
}

function writeZeros(writer: BitWriter, count: number): void {
  if (count === 0) return;
  writer.symbol(0);
  writeMatches(writer, count - 1, 1, 0);
}

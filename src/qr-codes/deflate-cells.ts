import { type BitWriter, writeMatches, zlibEnd, zlibWriter } from "./bit-writer.ts";
import type { Cells } from "./cells.ts";
import { writeLine } from "./deflate-lines.ts";

/** How far back a match may reach. */
const WINDOW = 32_768;

/** The sums of Adler-32 are kept below this prime. */
const ADLER = 65_521;

/** Pixels of the background around the cells. */
export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A line of a tile, of which there is one for all equal ones, and what it adds to the two sums of Adler-32. */
interface Segment {
  bytes: Uint8Array;
  sum: number;
  weighted: number;
}

/** A line that was written, what it adds to the sums, and where it was written last. */
interface WrittenLine {
  ids: Uint32Array;
  sum: number;
  weighted: number;
  line: number;
}

/**
 * The lines of an image, each after the number of its filter, 0, in the zlib format. What comes again is looked for among
 * modules and not among pixels: as a whole line, in the line before, and earlier in the line.
 */
export function deflateCells(cells: Cells, { left, right, top, bottom }: Margins): Uint8Array<ArrayBuffer> {
  const { columns, rows, module } = cells;
  const length = 1 + left + columns * module + right;
  const { segments, idsOf } = segmentsOf(cells);
  const writer = zlibWriter();
  const [stamps, places] = [new Int32Array(segments.length).fill(-1), new Int32Array(segments.length)];
  const known = new Map<number, WrittenLine>();
  let above: WrittenLine | null = null;
  let [line, a, b] = [0, 1, 0];

  function writeCells(ids: Uint32Array): void {
    const before = above && (line - above.line) * length <= WINDOW ? above : null;
    for (let column = 0; column < columns; ) {
      const id = ids[column] ?? 0;
      const seen = stamps[id] === line ? (places[id] ?? 0) : columns;
      let [across, down] = [0, 0];
      while (seen < columns && column + across < columns && ids[column + across] === ids[seen + across])
        across++;
      if (before) while (column + down < columns && ids[column + down] === before.ids[column + down]) down++;
      const count = Math.max(1, across, down);
      if (across + down === 0) writeLine(writer, segments[id]?.bytes ?? new Uint8Array());
      else if (before && down >= across) writeMatches(writer, count * module, (line - before.line) * length);
      else writeMatches(writer, count * module, (column - seen) * module);
      for (const end = column + count; column < end; column++) {
        stamps[ids[column] ?? 0] = line;
        places[ids[column] ?? 0] = column;
      }
    }
  }

  function write(ids: Uint32Array): void {
    const key = hashOf(ids);
    const found = known.get(key);
    const same =
      found && isEqual(found.ids, ids)
        ? found
        : { ids, ...sumsOf(ids, segments, module, right), line: -WINDOW };
    known.set(key, same);
    if ((line - same.line) * length <= WINDOW) {
      writeMatches(writer, length, (line - same.line) * length);
    } else {
      writeZeros(writer, 1 + left);
      writeCells(ids);
      writeZeros(writer, right);
    }
    b = (b + length * a + same.weighted) % ADLER;
    a = (a + same.sum) % ADLER;
    same.line = line++;
    above = same;
  }

  const blank = new Uint32Array(columns).fill(idsOf[0]?.[0] ?? 0);
  for (let each = 0; each < top; each++) write(blank);
  for (let row = 0; row < rows; row++) {
    for (let inside = 0; inside < module; inside++) {
      const ids = new Uint32Array(columns);
      for (let column = 0; column < columns; column++) {
        ids[column] = idsOf[cells.at[row * columns + column] ?? 0]?.[inside] ?? 0;
      }
      write(ids);
    }
  }
  for (let each = 0; each < bottom; each++) write(blank);
  return zlibEnd(writer, a, b);
}

function hashOf(values: Uint32Array | Uint8Array): number {
  let hash = 0;
  for (let index = 0; index < values.length; index++) hash = (Math.imul(hash, 31) + (values[index] ?? 0)) | 0;
  return hash;
}

function isEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return one.length === other.length;
}

function writeZeros(writer: BitWriter, count: number): void {
  if (count === 0) return;
  writer.symbol(0);
  writeMatches(writer, count - 1, 1, 0);
}

/** What a line adds to the sums of Adler-32; zeros before it add nothing. */
function sumsOf(ids: Uint32Array, segments: readonly Segment[], module: number, right: number) {
  let [sum, weighted] = [0, 0];
  for (const id of ids) {
    const segment = segments[id];
    weighted += module * sum + (segment?.weighted ?? 0);
    sum += segment?.sum ?? 0;
  }
  return { sum, weighted: weighted + right * sum };
}

/** The lines of the tiles that are used, equal ones once, and which ones each tile has. */
function segmentsOf({ at, tiles, module }: Cells): { segments: Segment[]; idsOf: Uint32Array[] } {
  const segments: Segment[] = [];
  const byHash = new Map<number, number[]>();
  const idOf = (bytes: Uint8Array): number => {
    const hash = hashOf(bytes);
    const ids = byHash.get(hash) ?? [];
    const known = ids.find((id) => isEqual(bytes, segments[id]?.bytes ?? []));
    if (known !== undefined) return known;
    let [sum, weighted] = [0, 0];
    for (let index = 0; index < bytes.length; index++) {
      sum += bytes[index] ?? 0;
      weighted += sum;
    }
    const id = segments.push({ bytes, sum, weighted }) - 1;
    byHash.set(hash, [...ids, id]);
    return id;
  };
  const idsOf: Uint32Array[] = [];
  for (const index of new Set([0, ...at])) {
    const tile = tiles[index] ?? new Uint8Array(module * module);
    const ids = new Uint32Array(module);
    for (let line = 0; line < module; line++)
      ids[line] = idOf(tile.subarray(line * module, (line + 1) * module));
    idsOf[index] = ids;
  }
  return { segments, idsOf };
}

import { BitText, writeMatches, zlibEnd, zlibWriter } from "./bit-writer.ts";
import { classesOf, type Parts, partsOf } from "./cell-parts.ts";
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

/**
 * The lines of an image, each after the number of its filter, 0, in the zlib format. What comes again is looked for among
 * cells, once for all lines of half a row of cells. A line like the one above is a match with it, and so is one of the
 * lower half that the upper half has, too.
 */
export function deflateCells(cells: Cells, margins: Margins): Uint8Array<ArrayBuffer> {
  const stream = new LineStream(cells, margins);
  const { columns, rows, module } = cells;
  const classes = classesOf(cells);
  const middle = module >> 1;
  stream.blank(margins.top);
  let above: Uint32Array | null = null;
  for (let row = 0; row < rows; row++) {
    const ids = cells.at.subarray(row * columns, (row + 1) * columns);
    if (ids.every((id) => classes.lines[id]?.isEven)) {
      const parts = partsOf(ids, classes, 0, stream.place);
      const isAsAbove = above !== null && isEqual(above, ids);
      if (!isAsAbove) stream.write(parts, 0);
      stream.repeat(parts, 0, isAsAbove ? module : module - 1);
      above = ids;
      continue;
    }
    above = null;
    const upper = partsOf(ids, classes, 0, stream.place);
    stream.writeAll(upper, 0, middle);
    if (module * stream.length <= WINDOW && ids.every((id) => classes.lines[id]?.isMirrored)) {
      if (module % 2 === 1) stream.write(partsOf(ids, classes, 1, stream.place), middle);
      for (let line = middle - 1; line >= 0; line--) stream.mirror(upper, line, module - 1 - 2 * line);
    } else stream.writeAll(partsOf(ids, classes, 1, stream.place), middle, module);
  }
  stream.blank(margins.bottom);
  return stream.end();
}

/** Writes lines, and adds them up for the checksum. */
class LineStream {
  /** Bytes of a line, and where the columns begin in it. */
  readonly length: number;
  readonly place: { module: number; behind: number };
  readonly #writer = zlibWriter();
  readonly #before: BitText;
  readonly #after: BitText;
  #a = 1;
  #b = 0;

  constructor({ columns, module }: Cells, { left, right }: Margins) {
    this.length = 1 + left + columns * module + right;
    this.place = { module, behind: columns * module + right };
    [this.#before, this.#after] = [zeros(1 + left), zeros(right)];
  }

  /** Lines of the background. */
  blank(count: number): void {
    const bytes = count * this.length;
    if (bytes === 0) return;
    this.#writer.symbol(0);
    writeMatches(this.#writer, bytes - 1, 1, 0);
    this.#b = (this.#b + (bytes % ADLER) * this.#a) % ADLER;
  }

  write(parts: Parts, line: number): void {
    const writer = this.#writer;
    writer.text(this.#before);
    for (const part of parts.written) {
      if (part instanceof BitText) writer.text(part);
      else part.write(writer, line);
    }
    writer.text(this.#after);
    this.#add(parts, line, 1);
  }

  /** Lines from one to another one, of which some are like the one above. */
  writeAll(parts: Parts, from: number, to: number): void {
    for (let line = from; line < to; line++) {
      let end = line + 1;
      while (end < to && parts.cells.every(({ lines }) => lines.isAsAbove(end))) end++;
      this.write(parts, line);
      this.repeat(parts, line, end - line - 1);
      line = end - 1;
    }
  }

  /** The line above, `count` times, which is this one of these parts. */
  repeat(parts: Parts, line: number, count: number): void {
    if (count === 0) return;
    writeMatches(this.#writer, count * this.length, this.length);
    this.#add(parts, line, count);
  }

  /** A line that was written before, so many lines above. */
  mirror(parts: Parts, line: number, distance: number): void {
    writeMatches(this.#writer, this.length, distance * this.length);
    this.#add(parts, line, 1);
  }

  end(): Uint8Array<ArrayBuffer> {
    return zlibEnd(this.#writer, this.#a, this.#b);
  }

  #add({ cells }: Parts, line: number, count: number): void {
    let [sum, weighted] = [0, 0];
    for (const { lines, count: times, behind } of cells) {
      const own = lines.sum(line);
      sum += times * own;
      weighted += behind * own + times * lines.weighted(line);
    }
    for (let each = 0; each < count; each++) {
      this.#b = (this.#b + this.length * this.#a + weighted) % ADLER;
      this.#a = (this.#a + sum) % ADLER;
    }
  }
}

function isEqual(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return one.length === other.length;
}

function zeros(count: number): BitText {
  const text = new BitText();
  if (count > 0) writeLine(text, new Uint8Array(count));
  return text;
}

import { BitText, writeMatches, zlibEnd, zlibWriter } from "./bit-writer.ts";
import { classesOf } from "./cell-classes.ts";
import { CELL_CODES } from "./cell-codes.ts";
import { PartFinder, type Parts, WINDOW } from "./cell-parts.ts";
import { adlerOf, type Margins, type RowLines, UP } from "./cell-sums.ts";
import type { Cells } from "./cells.ts";

/**
 * The lines of an image, each after the number of its filter, in the zlib format. What comes again is looked for among
 * cells, once for all lines of half a row of cells. A line like the one above is a match with it, and so is one of the
 * lower half that the upper half has, too.
 */
export function deflateCells(cells: Cells, margins: Margins): Uint8Array<ArrayBuffer> {
  const stream = new LineStream(cells, margins);
  const { columns, rows, module, scale } = cells;
  const classes = classesOf(cells);
  const upper = new PartFinder(cells, classes, margins, 0);
  const lower = new PartFinder(cells, classes, margins, 1);
  const middle = (module + 1) >> 1;
  const mirrors = module === scale.pixels && module * stream.length <= WINDOW;
  stream.blank(margins.top);
  const written: RowLines[] = [];
  let above: Uint32Array | null = null;
  for (let row = 0; row < rows; row++) {
    const ids = cells.at.subarray(row * columns, (row + 1) * columns);
    const isEven = isAll(classes.even, ids);
    if (isEven && above !== null && isEqual(above, ids)) {
      stream.repeat(scale.pixels);
      written.push("none");
      continue;
    }
    // Lines that repeat the one above have none of its bytes.
    const last = written[row - 1];
    const reaches = last === "each" || (last === "one" && isEven);
    const parts = upper.find(row, reaches);
    if (isEven) {
      stream.writeLine(parts, 0);
      stream.repeat(scale.pixels - 1);
    } else if (mirrors && isAll(classes.mirrored, ids)) {
      stream.write(parts, 0, middle);
      for (let line = (module >> 1) - 1; line >= 0; line--) stream.copy(module - 1 - 2 * line);
      lower.pass(row);
    } else {
      stream.write(parts, 0, middle);
      stream.write(lower.find(row, reaches), middle, module);
    }
    written.push(isEven ? "one" : "each");
    above = ids;
  }
  stream.blank(margins.bottom);
  return stream.end(adlerOf(cells, margins, classes.lines, written));
}

/** Writes lines. */
class LineStream {
  /** Bytes of a line. */
  readonly length: number;
  readonly #repeats: Uint8Array;
  readonly #writer = zlibWriter(CELL_CODES);
  /** The line above, and by distance the one that is so many lines above, as bits. */
  readonly #repeated = new BitText(CELL_CODES);
  readonly #copies: BitText[] = [];

  constructor({ columns, scale }: Cells, { left, right }: Margins) {
    this.length = 1 + left + columns * scale.pixels + right;
    this.#repeats = scale.repeats;
    this.#repeated.symbol(UP);
    this.#repeated.symbol(0);
    writeMatches(this.#repeated, this.length - 2, 1, 0);
  }

  /** Lines of the background. */
  blank(count: number): void {
    const bytes = count * this.length;
    if (bytes === 0) return;
    this.#writer.symbol(0);
    writeMatches(this.#writer, bytes - 1, 1, 0);
  }

  /** A line of drawn pixels, once. */
  writeLine({ texts, between }: Parts, line: number): void {
    const writer = this.#writer;
    for (let index = 0; index < between.length; index++) {
      const text = texts[index];
      if (text !== undefined && !text.isEmpty) writer.text(text);
      const lines = between[index];
      if (lines !== undefined) writer.textOf(lines.texts, line);
    }
    const text = texts[between.length];
    if (text !== undefined) writer.text(text);
  }

  /** Lines of drawn pixels from one to another one of a half, each as often as it stands there. Some are like the one above. */
  write(parts: Parts, from: number, to: number): void {
    for (let line = from; line < to; line++) {
      const isAsAbove = line > from && ((parts.asAbove >>> (line - from)) & 1) === 1;
      if (isAsAbove) this.copy(this.#repeats[line - 1] ?? 0);
      else this.writeLine(parts, line);
      this.repeat((this.#repeats[line] ?? 0) - 1);
    }
  }

  /** The line above, `count` times. */
  repeat(count: number): void {
    for (let time = 0; time < count; time++) this.#writer.text(this.#repeated);
  }

  /** A line that was written before, so many lines above. */
  copy(distance: number): void {
    let text = this.#copies[distance];
    if (!text) {
      text = new BitText(CELL_CODES);
      writeMatches(text, this.length, distance * this.length);
      this.#copies[distance] = text;
    }
    this.#writer.text(text);
  }

  /** Ends the stream with the two sums of its checksum. */
  end([a, b]: readonly [a: number, b: number]): Uint8Array<ArrayBuffer> {
    return zlibEnd(this.#writer, a, b);
  }
}

function isAll(flags: Uint8Array, ids: Uint32Array): boolean {
  for (let index = 0; index < ids.length; index++) if (flags[ids[index] ?? 0] === 0) return false;
  return true;
}

function isEqual(one: Uint32Array, other: Uint32Array): boolean {
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

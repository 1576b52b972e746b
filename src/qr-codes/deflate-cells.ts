import { BitText, writeMatches, zlibEnd, zlibWriter } from "./bit-writer.ts";
import { FIXED_CODES } from "./deflate-codes.ts";
import { classesOf } from "./cell-classes.ts";
import { PartFinder, type Parts, WINDOW } from "./cell-parts.ts";
import { adlerOf, type Margins } from "./cell-sums.ts";
import type { Cells } from "./cells.ts";

/**
 * The lines of an image, each after the number of its filter, 0, in the zlib format. What comes again is looked for among
 * cells, once for all lines of half a row of cells. A line like the one above is a match with it, and so is one of the
 * lower half that the upper half has, too.
 */
export function deflateCells(cells: Cells, margins: Margins): Uint8Array<ArrayBuffer> {
  const stream = new LineStream(cells, margins);
  const { columns, rows, module, scale } = cells;
  const classes = classesOf(cells);
  const finder = new PartFinder(columns, classes, {
    cell: scale.pixels,
    left: margins.left,
    right: margins.right,
  });
  const middle = (module + 1) >> 1;
  const mirrors = scale.pixels * stream.length <= WINDOW;
  stream.blank(margins.top);
  let above: Uint32Array | null = null;
  for (let row = 0; row < rows; row++) {
    const ids = cells.at.subarray(row * columns, (row + 1) * columns);
    const isEven = isAll(classes.even, ids);
    if (isEven && above !== null && isEqual(above, ids)) {
      stream.repeat(scale.pixels);
      continue;
    }
    const upper = finder.find(ids, above, 0);
    if (isEven) {
      stream.writeLine(upper, 0);
      stream.repeat(scale.pixels - 1);
    } else if (mirrors && isAll(classes.mirrored, ids)) {
      stream.write(upper, 0, middle);
      for (let line = (module >> 1) - 1; line >= 0; line--) stream.mirror(module - 1 - 2 * line);
    } else {
      stream.write(upper, 0, middle);
      stream.write(finder.find(ids, above, 1), middle, module);
    }
    above = ids;
  }
  stream.blank(margins.bottom);
  return stream.end(adlerOf(cells, margins, classes.lines));
}

/** Writes lines. */
class LineStream {
  /** Bytes of a line. */
  readonly length: number;
  readonly #repeats: Uint8Array;
  readonly #writer = zlibWriter(FIXED_CODES);
  /** The line above so many times, and the one that is so many lines above, as bits. */
  readonly #repeated: BitText[] = [];
  readonly #mirrored: BitText[] = [];

  constructor({ columns, scale }: Cells, { left, right }: Margins) {
    this.length = 1 + left + columns * scale.pixels + right;
    this.#repeats = scale.repeats;
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
    for (let line = from; line < to; ) {
      const first = line;
      let times = 0;
      do times += this.#repeats[line++] ?? 0;
      while (line < to && ((parts.asAbove >>> (line - from)) & 1) === 1);
      this.writeLine(parts, first);
      this.repeat(times - 1);
    }
  }

  /** The line above, `count` times. */
  repeat(count: number): void {
    if (count === 0) return;
    let text = this.#repeated[count];
    if (!text) {
      text = new BitText(FIXED_CODES);
      writeMatches(text, count * this.length, this.length);
      this.#repeated[count] = text;
    }
    this.#writer.text(text);
  }

  /** A line that was written before, so many lines above. */
  mirror(distance: number): void {
    let text = this.#mirrored[distance];
    if (!text) {
      text = new BitText(FIXED_CODES);
      writeMatches(text, this.length, distance * this.length);
      this.#mirrored[distance] = text;
    }
    this.#writer.text(text);
  }

  /** Ends the stream with the two sums of its checksum. */
  end([a, b]: readonly [a: number, b: number]): Uint8Array<ArrayBuffer> {
    return zlibEnd(this.#writer, a, b);
  }
}

function isAll(flags: Uint8Array, ids: Uint32Array): boolean {
  for (const id of ids) if (flags[id] === 0) return false;
  return true;
}

function isEqual(one: Uint32Array, other: Uint32Array): boolean {
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

import { BitText, type BitWriter } from "./bit-writer.ts";
import { writeLine } from "./deflate-lines.ts";

/** The lines of a tile: as bits, what they add to the sums of Adler-32, and which of them are equal. */
export class TileLines {
  /** Whether all lines are equal. */
  readonly isEven: boolean;
  /** Whether the last line equals the first one, the last but one the second, and so on. */
  readonly isMirrored: boolean;
  /** What the lines of the upper and of the lower half are, in texts that are the same for the same pixels. */
  readonly halves: readonly [upper: string, lower: string];
  readonly #pixels: Uint8Array;
  readonly #module: number;
  readonly #asAbove: Uint8Array;
  readonly #sums: Float64Array;
  readonly #weighted: Float64Array;
  /** The bits of each line, once they were written; null for a tile that is written once. */
  readonly #texts: (BitText | undefined)[] | null;

  constructor(pixels: Uint8Array, module: number, isShared: boolean) {
    [this.#pixels, this.#module, this.#texts] = [pixels, module, isShared ? [] : null];
    this.#asAbove = new Uint8Array(module);
    this.#sums = new Float64Array(module);
    this.#weighted = new Float64Array(module);
    let [isEven, isMirrored] = [true, true];
    for (let line = 0, at = 0; line < module; line++) {
      let isAsAbove = line > 0;
      let mirrored = (module - 1 - line) * module;
      let [sum, weighted] = [0, 0];
      for (const end = at + module; at < end; at++, mirrored++) {
        const value = pixels[at] ?? 0;
        sum += value;
        weighted += sum;
        if (isAsAbove && pixels[at - module] !== value) isAsAbove = false;
        if (isMirrored && pixels[mirrored] !== value) isMirrored = false;
      }
      this.#sums[line] = sum;
      this.#weighted[line] = weighted;
      this.#asAbove[line] = isAsAbove ? 1 : 0;
      if (line > 0 && !isAsAbove) isEven = false;
    }
    [this.isEven, this.isMirrored] = [isEven, isMirrored];
    const middle = (module >> 1) * module;
    this.halves = isShared ? [textOf(pixels.subarray(0, middle)), textOf(pixels.subarray(middle))] : ["", ""];
  }

  isAsAbove(line: number): boolean {
    return this.#asAbove[line] === 1;
  }

  /** The sum of a line's bytes. */
  sum(line: number): number {
    return this.#sums[line] ?? 0;
  }

  /** The sum of all sums from a line's first byte to each of its bytes. */
  weighted(line: number): number {
    return this.#weighted[line] ?? 0;
  }

  write(writer: BitWriter, line: number): void {
    if (this.#texts === null) {
      writeLine(writer, this.#bytes(line));
      return;
    }
    let text = this.#texts[line];
    if (text === undefined) {
      const known = this.isAsAbove(line) ? this.#texts[line - 1] : undefined;
      text = known ?? new BitText();
      if (!known) writeLine(text, this.#bytes(line));
      this.#texts[line] = text;
    }
    writer.text(text);
  }

  #bytes(line: number): Uint8Array {
    return this.#pixels.subarray(line * this.#module, (line + 1) * this.#module);
  }
}

/** Pixels as a text: one character for pixels that are all the same. */
function textOf(pixels: Uint8Array): string {
  const [first = 0] = pixels;
  return pixels.every((value) => value === first)
    ? String.fromCharCode(first)
    : new TextDecoder("latin1").decode(pixels);
}

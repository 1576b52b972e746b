import { BitText, type BitWriter } from "./bit-writer.ts";
import { writeLine } from "./deflate-lines.ts";

/** The lines of a tile: as bits, what they add to the sums of Adler-32, and which of them equal the one above. */
export class TileLines {
  /** Whether all lines are equal. */
  readonly isEven: boolean;
  readonly #tile: Uint8Array;
  readonly #module: number;
  readonly #asAbove: Uint8Array;
  readonly #sums: Float64Array;
  readonly #weighted: Float64Array;
  /** The bits of each line, once they were written; null for a tile that is written once. */
  readonly #texts: (BitText | undefined)[] | null;

  constructor(tile: Uint8Array, module: number, isShared: boolean) {
    [this.#tile, this.#module, this.#texts] = [tile, module, isShared ? [] : null];
    this.#asAbove = new Uint8Array(module);
    this.#sums = new Float64Array(module);
    this.#weighted = new Float64Array(module);
    let isEven = true;
    for (let line = 0, at = 0; line < module; line++) {
      let isAsAbove = line > 0;
      let [sum, weighted] = [0, 0];
      for (const end = at + module; at < end; at++) {
        const value = tile[at] ?? 0;
        sum += value;
        weighted += sum;
        if (isAsAbove && tile[at - module] !== value) isAsAbove = false;
      }
      this.#sums[line] = sum;
      this.#weighted[line] = weighted;
      this.#asAbove[line] = isAsAbove ? 1 : 0;
      if (line > 0 && !isAsAbove) isEven = false;
    }
    this.isEven = isEven;
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
    return this.#tile.subarray(line * this.#module, (line + 1) * this.#module);
  }
}

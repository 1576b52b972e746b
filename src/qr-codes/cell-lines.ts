import { BitText, type BitTexts, bitTexts } from "./bit-writer.ts";
import type { Tile } from "./cells.ts";
import { writeLine } from "./deflate-lines.ts";
import { numberOfLook } from "./looks-of-tiles.ts";
import type { ModulePixels } from "./module-pixels.ts";

/** The lines of a tile: as bits, what they add to the sums of Adler-32, and which of them are equal. */
export class TileLines {
  /** How many columns the tile takes. */
  readonly span: number;
  /** Whether all lines are equal. */
  readonly isEven: boolean;
  /** Whether every pixel is of entry 0. */
  readonly isBlank: boolean;
  /** Whether the last line equals the first one, the last but one the second, and so on. */
  readonly isMirrored: boolean;
  /**
   * Numbers that are the same for the same lines, for the upper half with the line in the middle, and for the lower one; null
   * for a tile that no other one looks like.
   */
  readonly halves: readonly [upper: number, lower: number] | null;
  /** Of each line, one after the other: the sum of its bytes, and that of all sums from its first byte to each of its bytes. */
  readonly sums: Uint32Array;
  readonly #pixels: Uint8Array;
  readonly #scale: ModulePixels;
  readonly #asAbove: Uint8Array;
  #texts: BitTexts | undefined;

  constructor({ pixels, span }: Tile, scale: ModulePixels) {
    const { drawn, repeats } = scale;
    const across = span * drawn;
    [this.#pixels, this.#scale, this.span] = [pixels, scale, span];
    this.#asAbove = new Uint8Array(drawn);
    this.sums = new Uint32Array(2 * drawn);
    let [isEven, isMirrored] = [true, true];
    for (let line = 0, at = 0; line < drawn; line++) {
      let isAsAbove = line > 0;
      let mirrored = (drawn - 1 - line) * across;
      let [sum, weighted] = [0, 0];
      for (let x = 0; x < across; x++, at++, mirrored++) {
        const value = pixels[at] ?? 0;
        const times = repeats[x % drawn] ?? 0;
        weighted += times * sum + (value * times * (times + 1)) / 2;
        sum += times * value;
        if (isAsAbove && pixels[at - across] !== value) isAsAbove = false;
        if (isMirrored && pixels[mirrored] !== value) isMirrored = false;
      }
      this.sums[2 * line] = sum;
      this.sums[2 * line + 1] = weighted;
      this.#asAbove[line] = isAsAbove ? 1 : 0;
      if (line > 0 && !isAsAbove) isEven = false;
    }
    [this.isEven, this.isMirrored] = [isEven, isMirrored];
    this.isBlank = isEven && this.sums[0] === 0;
    const middle = ((drawn + 1) >> 1) * drawn;
    this.halves =
      span > 1 ? null : [numberOfLook(pixels.subarray(0, middle)), numberOfLook(pixels.subarray(middle))];
  }

  isAsAbove(line: number): boolean {
    return this.#asAbove[line] === 1;
  }

  /** All lines as bits. */
  get texts(): BitTexts {
    this.#texts ??= bitTexts(
      Array.from(this.#asAbove, (_, line) => {
        const text = new BitText();
        writeLine(text, this.#bytes(line));
        return text;
      }),
    );
    return this.#texts;
  }

  /** The pixels of a line, each as often as it stands there. */
  #bytes(line: number): Uint8Array {
    const { drawn, repeats, pixels } = this.#scale;
    const across = this.span * drawn;
    const own = this.#pixels.subarray(line * across, (line + 1) * across);
    if (drawn === pixels) return own;
    const bytes = new Uint8Array(this.span * pixels);
    let at = 0;
    for (let x = 0; x < across; x++) {
      const end = at + (repeats[x % drawn] ?? 0);
      bytes.fill(own[x] ?? 0, at, end);
      at = end;
    }
    return bytes;
  }
}

/** The lines of a tile, kept with it; undefined for one without pixels, which stands where another one covers a cell. */
export function linesOf(tile: Tile, scale: ModulePixels): TileLines | undefined {
  if (tile.pixels.length === 0) return undefined;
  tile.lines ??= new TileLines(tile, scale);
  return tile.lines;
}

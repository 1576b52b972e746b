import { BitText, type BitTexts, bitTexts } from "./bit-writer.ts";
import { CELL_CODES } from "./cell-codes.ts";
import type { Tile } from "./cells.ts";
import { writeLine } from "./deflate-lines.ts";
import { numberOfLook } from "./looks-of-tiles.ts";
import type { ModulePixels } from "./module-pixels.ts";

/** The lines of a tile: as bits, their sums for Adler-32, and which of them are equal. */
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
  /** The sum of all bytes of the lines that are drawn, each line once. */
  readonly sum: number;
  /** Of these lines together, each sum from the first byte of a line to one of its bytes. */
  readonly weighted: number;
  /** Of these lines together, the sum of the bytes of a line times how many lines of the image are above it in the tile. */
  readonly byLine: number;
  /** For each half, bits from the lowest on that tell of its lines whether they are like the one above. */
  readonly asAbove: readonly [upper: number, lower: number];
  readonly #pixels: Uint8Array;
  readonly #scale: ModulePixels;
  #texts: BitTexts | undefined;

  constructor({ pixels, span }: Tile, scale: ModulePixels) {
    const { drawn, repeats } = scale;
    const across = span * drawn;
    const middle = (drawn + 1) >> 1;
    [this.#pixels, this.#scale, this.span] = [pixels, scale, span];
    let [isEven, isMirrored] = [true, true];
    let [allSums, allWeighted, byLine] = [0, 0, 0];
    const asAbove: [number, number] = [0, 0];
    for (let line = 0, at = 0, above = 0; line < drawn; line++) {
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
      allSums += sum;
      allWeighted += weighted;
      byLine += above * sum;
      above += repeats[line] ?? 0;
      if (isAsAbove) asAbove[line < middle ? 0 : 1] |= 1 << (line < middle ? line : line - middle);
      else if (line > 0) isEven = false;
    }
    [this.sum, this.weighted, this.byLine, this.asAbove] = [allSums, allWeighted, byLine, asAbove];
    [this.isEven, this.isMirrored] = [isEven, isMirrored];
    this.isBlank = isEven && allSums === 0;
    const half = middle * drawn;
    this.halves =
      span > 1 ? null : [numberOfLook(pixels.subarray(0, half)), numberOfLook(pixels.subarray(half))];
  }

  /** All lines as bits. */
  get texts(): BitTexts {
    this.#texts ??= bitTexts(
      Array.from({ length: this.#scale.drawn }, (_, line) => {
        const text = new BitText(CELL_CODES);
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

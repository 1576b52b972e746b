import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { CELL_CODES } from "../../src/qr-codes/cell-codes.ts";
import { type Margins, UP } from "../../src/qr-codes/cell-sums.ts";
import { Cells, type Tile, tileOf } from "../../src/qr-codes/cells.ts";
import { deflateCells } from "../../src/qr-codes/deflate-cells.ts";

/** Numbers below `most` that are the same in every run. */
function numbers(seed: number) {
  let state = seed + 1;
  return (most: number) => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** A tile of one of the kinds that images have: of one entry, with equal lines, with a lower half like the upper, or any. */
function randomTile(drawn: number, span: number, below: (most: number) => number): Tile {
  const across = drawn * span;
  const kind = below(4);
  const pixels = new Uint8Array(drawn * across);
  const entry = below(256);
  for (let y = 0; y < drawn; y++) {
    const like = kind === 1 ? 0 : kind === 2 && 2 * y >= drawn ? drawn - 1 - y : y;
    for (let x = 0; x < across; x++) {
      const own = kind === 0 ? entry : below(3) === 0 ? below(256) : entry;
      pixels[y * across + x] = like === y ? own : (pixels[like * across + x] ?? 0);
    }
  }
  return tileOf(pixels, span);
}

/** All pixels of an image, as its cells and margins say. */
function pixelsOf(
  { at, tiles, columns, rows, scale }: Cells,
  { left, right, top, bottom }: Margins,
): Buffer[] {
  const { drawn, repeats, pixels } = scale;
  const width = left + columns * pixels + right;
  const lines: Buffer[] = Array.from({ length: top }, () => Buffer.alloc(width));
  for (let row = 0; row < rows; row++) {
    for (let line = 0; line < drawn; line++) {
      const bytes = Buffer.alloc(width);
      for (let column = 0; column < columns; column++) {
        const tile = tiles[at[row * columns + column] ?? 0];
        let x = left + column * pixels;
        for (let index = 0; tile && index < tile.span * drawn && tile.pixels.length > 0; index++) {
          const times = repeats[index % drawn] ?? 0;
          bytes.fill(tile.pixels[line * tile.span * drawn + index] ?? 0, x, x + times);
          x += times;
        }
      }
      for (let time = 0; time < (repeats[line] ?? 0); time++) lines.push(bytes);
    }
  }
  return [...lines, ...Array.from({ length: bottom }, () => Buffer.alloc(width))];
}

/** The lines of a PNG's data, of which each has no filter or the filter "up". */
function linesOf(data: Buffer, width: number): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < data.length; at += 1 + width) {
    const filter = data[at];
    const bytes = data.subarray(at + 1, at + 1 + width);
    const above = lines.at(-1) ?? Buffer.alloc(width);
    if (filter !== 0 && filter !== UP) throw new Error(`a line has the filter ${filter}`);
    lines.push(filter === UP ? Buffer.from(bytes.map((byte, x) => byte + (above[x] ?? 0))) : bytes);
  }
  return lines;
}

test("zlib reads cells of every kind and size as they were, the checksum included", () => {
  for (let seed = 0; seed < 150; seed++) {
    const below = numbers(seed);
    const [columns, rows] = [1 + below(30), 1 + below(30)];
    const cells = new Cells(columns, rows, seed % 5 === 0 ? 41 + below(120) : 6 + below(30));
    const tiles = Array.from({ length: 1 + below(8) }, () => randomTile(cells.module, 1, below));
    for (let row = 0; row < rows; row++) {
      const isLikeAbove = row > 0 && below(3) === 0;
      for (let column = 0; column < columns; column++) {
        const tile = tiles[below(2 * tiles.length)];
        if (isLikeAbove) cells.at[row * columns + column] = cells.at[(row - 1) * columns + column] ?? 0;
        else if (tile) cells.put(column, row, tile);
      }
    }
    if (columns > 3 && seed % 2 === 0) cells.put(1, rows - 1, randomTile(cells.module, 3, below));
    const margins = { left: below(9), right: 1 + below(9), top: below(9), bottom: below(9) };
    const lines = pixelsOf(cells, margins);
    const read = linesOf(inflateSync(deflateCells(cells, margins)), lines[0]?.length ?? 0);
    if (!Buffer.concat(read).equals(Buffer.concat(lines)))
      expect.fail(`cells of seed ${seed} are read as others`);
  }
});

test("the codes of cells leave no bits unused, so that every program reads them", () => {
  for (const bits of [CELL_CODES.symbolBits, CELL_CODES.distanceBits]) {
    expect(bits.reduce((sum, count) => sum + 2 ** -count, 0)).toBe(1);
  }
});

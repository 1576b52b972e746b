import type { TileLines } from "./cell-lines.ts";
import { linesOf } from "./cell-lines.ts";
import type { Cells } from "./cells.ts";

/** The tiles of an image by what their halves look like. */
export interface Classes {
  /** By the number of a tile; undefined for cells that another tile covers. */
  lines: readonly (TileLines | undefined)[];
  /** For the upper and for the lower half, the number of the first tile that looks like this one there. */
  first: readonly [Uint32Array, Uint32Array];
  /** For each half, bits from the lowest on that tell of its lines whether they are like the one above. */
  asAbove: readonly [Int32Array, Int32Array];
  /** Whether all lines of a tile are equal, and whether its lower half mirrors the upper one: 1 where it is so. */
  even: Uint8Array;
  mirrored: Uint8Array;
}

/** Which tiles of an image look alike in one of their halves: rounded modules differ in one of them more often than not. */
export function classesOf({ tiles, scale }: Cells): Classes {
  const first = [new Uint32Array(tiles.length), new Uint32Array(tiles.length)] as const;
  // All bits at first: a cell that another tile covers has no lines of its own.
  const asAbove = [new Int32Array(tiles.length).fill(~0), new Int32Array(tiles.length).fill(~0)] as const;
  const known = [new Map<number, number>(), new Map<number, number>()] as const;
  const [even, mirrored] = [new Uint8Array(tiles.length), new Uint8Array(tiles.length)];
  const lines = tiles.map((tile, number) => {
    first[0][number] = first[1][number] = number;
    const own = linesOf(tile, scale);
    if (own === undefined) return undefined;
    [asAbove[0][number], asAbove[1][number]] = own.asAbove;
    if (own.isEven) even[number] = 1;
    if (own.isMirrored) mirrored[number] = 1;
    if (own.halves === null) return own;
    for (const half of [0, 1] as const) {
      const look = own.halves[half];
      const same = known[half].get(look);
      if (same === undefined) known[half].set(look, number);
      else first[half][number] = same;
    }
    return own;
  });
  return { lines, first, asAbove, even, mirrored };
}

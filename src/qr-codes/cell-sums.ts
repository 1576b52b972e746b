import type { TileLines } from "./cell-lines.ts";

/** What the lines of half a row add to the sums of Adler-32. */
export interface LineSums {
  /** The tiles of which each line consists, but for those of the background. */
  tiles: readonly TileLines[];
  /** By line of a module: the sum of its bytes, and the sum of all sums from its first byte to each of its bytes. */
  sums: Float64Array;
  weighted: Float64Array;
}

/** Adds up the lines of half a row of cells, of which it knows how they look. */
export class LineAdder {
  readonly #lines: readonly (TileLines | undefined)[];
  readonly #cell: number;
  readonly #right: number;
  /** By look, how often it is there, and how many bytes of a line stand behind all of it. */
  readonly #counts: Float64Array;
  readonly #behind: Float64Array;

  /** `cell` is how many bytes of a line a cell takes, `right` how many stand behind the last one. */
  constructor(lines: readonly (TileLines | undefined)[], { cell, right }: { cell: number; right: number }) {
    [this.#lines, this.#cell, this.#right] = [lines, cell, right];
    this.#counts = new Float64Array(lines.length);
    this.#behind = new Float64Array(lines.length);
  }

  /** The sums of a half of the cells from `start` to the end of `looks`. */
  add(looks: Uint32Array, start: number, half: 0 | 1): LineSums {
    const [counts, behind] = [this.#counts, this.#behind];
    const seen: number[] = [];
    const tiles: TileLines[] = [];
    for (let at = start; at < looks.length; at++) {
      const look = looks[at] ?? 0;
      if (counts[look] === 0) {
        const tile = this.#lines[look];
        if (tile === undefined || tile.isBlank) continue;
        seen.push(look);
        tiles.push(tile);
        behind[look] = tile.span > 1 ? (1 - tile.span) * this.#cell : 0;
      }
      counts[look] = (counts[look] ?? 0) + 1;
      behind[look] = (behind[look] ?? 0) + (looks.length - at - 1) * this.#cell + this.#right;
    }
    const drawn = tiles[0]?.sums.length ?? 0;
    const middle = (drawn + 1) >> 1;
    const [from, to] = half === 0 ? [0, middle] : [middle, drawn];
    const [sums, weighted] = [new Float64Array(drawn), new Float64Array(drawn)];
    for (let index = 0; index < tiles.length; index++) {
      const [tile, look] = [tiles[index], seen[index] ?? 0];
      if (!tile) continue;
      const [own, ownWeighted, count, after] = [
        tile.sums,
        tile.weighted,
        counts[look] ?? 0,
        behind[look] ?? 0,
      ];
      for (let line = from; line < to; line++) {
        const sum = own[line] ?? 0;
        sums[line] = (sums[line] ?? 0) + count * sum;
        weighted[line] = (weighted[line] ?? 0) + after * sum + count * (ownWeighted[line] ?? 0);
      }
      counts[look] = 0;
    }
    return { tiles, sums, weighted };
  }
}

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
  /** By look, 1 for a tile that is not all background. */
  readonly #adds: Uint8Array;
  readonly #behind: Float64Array;
  readonly #tiles: TileLines[] = [];
  readonly #sums: Float64Array;
  readonly #weighted: Float64Array;

  /** `cell` is how many bytes of a line a cell takes, `right` how many stand behind the last one. */
  constructor(lines: readonly (TileLines | undefined)[], { cell, right }: { cell: number; right: number }) {
    [this.#lines, this.#cell, this.#right] = [lines, cell, right];
    this.#counts = new Float64Array(lines.length);
    this.#adds = new Uint8Array(lines.length);
    for (let look = 0; look < lines.length; look++) if (lines[look]?.isBlank === false) this.#adds[look] = 1;
    this.#behind = new Float64Array(lines.length);
    const drawn = (lines.find((tile) => tile !== undefined)?.sums.length ?? 0) / 2;
    [this.#sums, this.#weighted] = [new Float64Array(drawn), new Float64Array(drawn)];
  }

  /** The sums of a half of the cells from `start` to the end of `looks`. They are valid until the next call. */
  add(looks: Uint32Array, start: number, half: 0 | 1): LineSums {
    const [counts, behind, sums, weighted, tiles] = [
      this.#counts,
      this.#behind,
      this.#sums,
      this.#weighted,
      this.#tiles,
    ];
    const [adds, cell] = [this.#adds, this.#cell];
    const seen: number[] = [];
    tiles.length = 0;
    let after = (looks.length - start) * cell + this.#right;
    for (let at = start; at < looks.length; at++) {
      const look = looks[at] ?? 0;
      after -= cell;
      if (adds[look] === 0) continue;
      if (counts[look] === 0) {
        const tile = this.#lines[look];
        if (tile === undefined) continue;
        seen.push(look);
        tiles.push(tile);
        behind[look] = (1 - tile.span) * cell;
      }
      counts[look] = (counts[look] ?? 0) + 1;
      behind[look] = (behind[look] ?? 0) + after;
    }
    const middle = (sums.length + 1) >> 1;
    const from = half === 0 ? 0 : middle;
    const to = half === 0 ? middle : sums.length;
    sums.fill(0);
    weighted.fill(0);
    for (let index = 0; index < tiles.length; index++) {
      const [tile, look] = [tiles[index], seen[index] ?? 0];
      if (!tile) continue;
      const own = tile.sums;
      const count = counts[look] ?? 0;
      const allBehind = behind[look] ?? 0;
      for (let line = from; line < to; line++) {
        const sum = own[2 * line] ?? 0;
        sums[line] = (sums[line] ?? 0) + count * sum;
        weighted[line] = (weighted[line] ?? 0) + allBehind * sum + count * (own[2 * line + 1] ?? 0);
      }
      counts[look] = 0;
    }
    return { tiles, sums, weighted };
  }
}

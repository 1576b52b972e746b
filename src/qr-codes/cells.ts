import type { Canvas } from "./canvas.ts";
import type { Coverage } from "./raster.ts";

/** The pixels of one module as entries of the palette, row by row. */
export type Tile = Uint8Array;

/**
 * An image cut into modules. Most of them look like others: light, dark, or one of a few shapes, so that a tile stands for
 * many of them, and drawing and compressing an image takes as long as it has modules, and not as it has pixels.
 */
export class Cells implements Canvas {
  readonly tiles: Tile[];
  readonly columns: number;
  readonly rows: number;
  readonly module: number;
  readonly width: number;
  readonly height: number;
  /** The tile of each cell, row by row. Tile 0 is the background. */
  readonly at: Uint32Array;
  readonly #shared = new Map<Tile, number>();
  readonly #full = new Map<number, number>();
  readonly #own: Uint8Array;

  constructor(columns: number, rows: number, module: number) {
    [this.columns, this.rows, this.module] = [columns, rows, module];
    [this.width, this.height] = [columns * module, rows * module];
    this.tiles = [new Uint8Array(module * module)];
    this.at = new Uint32Array(columns * rows);
    this.#own = new Uint8Array(columns * rows);
  }

  /** Puts a tile, which others may have too, into a cell. */
  put(column: number, row: number, tile: Tile): void {
    let index = this.#shared.get(tile);
    if (index === undefined) {
      index = this.tiles.push(tile) - 1;
      this.#shared.set(tile, index);
    }
    this.#set(row * this.columns + column, index, 0);
  }

  /** Brings what is covered nearer to an entry. With `isEven`, the first line stands for all lines of a row of cells. */
  blend(coverage: Coverage, entry: number, isEven = false): void {
    const { module } = this;
    const { left, top, width, height } = coverage;
    const bottom = isEven ? top + module : top + height;
    for (let row = Math.floor(top / module); row * module < bottom && row < this.rows; row++) {
      for (let column = Math.floor(left / module); column * module < left + width; column++) {
        if (column < this.columns) this.#blendCell(column, row, coverage, entry, isEven);
      }
    }
  }

  #blendCell(
    column: number,
    row: number,
    { left, top, width, height, values }: Coverage,
    entry: number,
    isEven: boolean,
  ) {
    const { module } = this;
    const [x0, y0] = [Math.max(left, column * module), Math.max(top, row * module)];
    const x1 = Math.min(left + width, (column + 1) * module);
    const y1 = isEven ? y0 + 1 : Math.min(top + height, (row + 1) * module);
    let [least, most] = [1, 0];
    for (let y = y0; y < y1; y++) {
      for (let at = (y - top) * width + x0 - left, end = at + x1 - x0; at < end; at++) {
        const share = values[at] ?? 0;
        if (share < least) least = share;
        if (share > most) most = share;
      }
    }
    if (most <= 0) return;
    const cell = row * this.columns + column;
    const isWhole = x1 - x0 === module && (isEven || y1 - y0 === module);
    if (isWhole && least > 0.999) {
      this.#set(cell, this.#fullTile(entry), 0);
      return;
    }
    const tile = this.#ownTile(cell);
    for (let y = y0; y < (isEven ? y0 + module : y1); y++) {
      const line = ((isEven ? y0 : y) - top) * width - left;
      for (let x = x0; x < x1; x++) {
        const share = values[line + x] ?? 0;
        const at = (y - row * module) * module + x - column * module;
        const before = tile[at] ?? 0;
        tile[at] = Math.round(before + (entry - before) * share);
      }
    }
  }

  #set(cell: number, index: number, own: 0 | 1): void {
    this.at[cell] = index;
    this.#own[cell] = own;
  }

  #fullTile(entry: number): number {
    let index = entry === 0 ? 0 : this.#full.get(entry);
    if (index === undefined) {
      index = this.tiles.push(new Uint8Array(this.module ** 2).fill(entry)) - 1;
      this.#full.set(entry, index);
    }
    return index;
  }

  /** The tile of a cell, which no other cell has. */
  #ownTile(cell: number): Tile {
    const tile = this.tiles[this.at[cell] ?? 0] ?? new Uint8Array(this.module ** 2);
    if (this.#own[cell] === 1) return tile;
    const copy = tile.slice();
    this.#set(cell, this.tiles.push(copy) - 1, 1);
    return copy;
  }
}

import type { TileLines } from "./cell-lines.ts";

/** The pixels of one module as entries of the palette, row by row. */
export interface Tile {
  pixels: Uint8Array;
  /** Whether other images may have it too; then it is never changed. */
  isKept: boolean;
  /** What is known of its lines since it was last compressed. */
  lines: TileLines | null;
}

export const tileOf = (pixels: Uint8Array): Tile => ({ pixels, isKept: false, lines: null });

/**
 * An image cut into modules. Most of them look like others: light, dark, or one of a few shapes, so that a tile stands for
 * many of them, and drawing and compressing an image takes as long as it has modules, and not as it has pixels.
 */
export class Cells {
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
    this.tiles = [tileOf(new Uint8Array(module * module))];
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

  /** Fills a cell with an entry. */
  fill(column: number, row: number, entry: number): void {
    let index = entry === 0 ? 0 : this.#full.get(entry);
    if (index === undefined) {
      index = this.tiles.push(tileOf(new Uint8Array(this.module ** 2).fill(entry))) - 1;
      this.#full.set(entry, index);
    }
    this.#set(row * this.columns + column, index, 0);
  }

  /** The tile of a cell, as it is. */
  tileAt(column: number, row: number): Tile {
    return this.tiles[this.at[row * this.columns + column] ?? 0] ?? tileOf(new Uint8Array(this.module ** 2));
  }

  /** The pixels of a cell, which no other cell has. */
  ownPixels(column: number, row: number): Uint8Array {
    const cell = row * this.columns + column;
    const { pixels } = this.tileAt(column, row);
    if (this.#own[cell] === 1) return pixels;
    const copy = pixels.slice();
    this.#set(cell, this.tiles.push(tileOf(copy)) - 1, 1);
    return copy;
  }

  #set(cell: number, index: number, own: 0 | 1): void {
    this.at[cell] = index;
    this.#own[cell] = own;
  }
}

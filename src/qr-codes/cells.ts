import type { TileLines } from "./cell-lines.ts";
import { keptPatches } from "./kept-tiles.ts";
import { type ModulePixels, modulePixels } from "./module-pixels.ts";

/** The drawn pixels of one module as entries of the palette, row by row. */
export interface Tile {
  pixels: Uint8Array;
  /** How many modules side by side it is: one, but for parts of a text or of a logo, of which no two look alike. */
  span: number;
  /** What is known of its lines since it was last compressed. */
  lines: TileLines | null;
}

export const tileOf = (pixels: Uint8Array, span = 1): Tile => ({ pixels, span, lines: null });

/** A module that is all of one entry. */
function filledTile({ drawn, pixels }: ModulePixels, entry: number): Tile {
  const [patch] = keptPatches(`full ${entry}`, pixels, () => [
    { column: 0, row: 0, tile: tileOf(new Uint8Array(drawn ** 2).fill(entry)) },
  ]);
  return patch?.tile ?? tileOf(new Uint8Array(drawn ** 2));
}

/** Stands in the cells that the tile to their left covers. */
const COVERED = tileOf(new Uint8Array());

/** A part of an image in whole modules. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * An image cut into modules. Most of them look like others: light, dark, or one of a few shapes, so that a tile stands for
 * many of them, and drawing and compressing an image takes as long as it has modules, and not as it has pixels.
 */
export class Cells {
  readonly tiles: Tile[];
  readonly columns: number;
  readonly rows: number;
  /** How modules are made of pixels; `module` is how many of them are drawn on each side. */
  readonly scale: ModulePixels;
  readonly module: number;
  /** Of the drawn pixels. */
  readonly width: number;
  readonly height: number;
  /** The tile of each cell, row by row. Tile 0 is the background. */
  readonly at: Uint32Array;
  readonly #shared = new Map<Tile, number>();
  readonly #own: Uint8Array;

  /** `pixels` is how many the image has on each side of a module. */
  constructor(columns: number, rows: number, pixels: number) {
    [this.columns, this.rows, this.scale] = [columns, rows, modulePixels(pixels)];
    this.module = this.scale.drawn;
    [this.width, this.height] = [columns * this.module, rows * this.module];
    this.tiles = [filledTile(this.scale, 0)];
    this.at = new Uint32Array(columns * rows);
    this.#own = new Uint8Array(columns * rows);
  }

  /** The number of a tile that several cells may have. */
  numberOf(tile: Tile): number {
    const known = this.#shared.get(tile);
    if (known !== undefined) return known;
    const number = this.tiles.push(tile) - 1;
    this.#shared.set(tile, number);
    return number;
  }

  /** Puts a tile, which others may have too, into a cell. */
  put(column: number, row: number, tile: Tile): void {
    this.set(column, row, this.numberOf(tile));
    for (let next = column + 1; next < column + tile.span; next++)
      this.set(next, row, this.numberOf(COVERED));
  }

  /** Puts a tile into a cell by its number. */
  set(column: number, row: number, number: number): void {
    const cell = row * this.columns + column;
    this.at[cell] = number;
    this.#own[cell] = 0;
  }

  /** Fills cells with an entry. */
  fill({ x, y, width, height }: Part, entry: number): void {
    const number = entry === 0 ? 0 : this.numberOf(filledTile(this.scale, entry));
    for (let row = y; row < y + height; row++) {
      const start = row * this.columns + x;
      this.at.fill(number, start, start + width);
      this.#own.fill(0, start, start + width);
    }
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
    this.at[cell] = this.tiles.push(tileOf(copy)) - 1;
    this.#own[cell] = 1;
    return copy;
  }
}

import { Cells } from "./cells.ts";
import { keptPatches, type Patch } from "./kept-tiles.ts";

/** A rectangle of whole modules with round corners, in modules. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  radius: number;
}

/**
 * Brings the pixels of a line that a circle covers nearer to an entry, from where the circle begins on. `middle` is where
 * the circle's middle is, in pixels from the left; `beside` is how far it is above or below the middle of the line. What
 * lies to the right of the middle is covered as the middle is.
 */
export function arcRow(
  line: Uint8Array,
  middle: number,
  beside: number,
  radius: number,
  entry: number,
): void {
  const [outer, inner] = [(radius + 0.5) ** 2 - beside ** 2, (radius - 0.5) ** 2 - beside ** 2];
  if (outer <= 0) return;
  const first = Math.max(0, Math.floor(middle - Math.sqrt(outer) - 0.5));
  const solid = inner > 0 ? Math.max(0, Math.ceil(middle - Math.sqrt(inner) - 0.5)) : line.length;
  for (let x = first, end = Math.min(line.length, solid); x < end; x++) {
    const away = Math.max(0, middle - x - 0.5);
    const covered = Math.min(1, radius + 0.5 - Math.sqrt(away * away + beside * beside));
    if (covered <= 0) continue;
    const before = line[x] ?? 0;
    line[x] = Math.round(before + (entry - before) * covered);
  }
  if (solid < line.length) line.fill(entry, solid);
}

/** Fills a box. Only the cells that its round corners cross are drawn pixel by pixel, and only at their edges. */
export function drawBox(cells: Cells, { x, y, width, height, radius }: Box, entry: number): void {
  const corner = Math.ceil(radius);
  for (let row = 0; row < height; row++) {
    const down = Math.min(row, height - 1 - row);
    for (let column = 0; column < width; column++) {
      const across = Math.min(column, width - 1 - column);
      if (across >= corner || down >= corner)
        cells.fill({ x: x + column, y: y + row, width: 1, height: 1 }, entry);
    }
  }
  for (let down = 0; down < corner; down++) {
    for (let across = 0; across < corner; across++) {
      const columns = [x + across, x + width - 1 - across];
      const rows = [y + down, y + height - 1 - down];
      drawCorner(cells, { columns, rows, right: radius - across, below: radius - down, radius }, entry);
    }
  }
}

/** Fills a large box on a ground of one entry, as `drawBox` does, with corners that are kept. */
export function drawKeptBox(cells: Cells, box: Box, entry: number, ground: number): void {
  const corner = Math.ceil(box.radius);
  const patches = keptPatches(`box ${box.radius} ${entry} ${ground}`, cells.scale.pixels, () =>
    cornersOf(box.radius, cells.scale.pixels, entry, ground),
  );
  cells.fill(box, entry);
  for (const { column, row, tile } of patches) {
    const x = column < corner ? column : box.width - 2 * corner + column;
    const y = row < corner ? row : box.height - 2 * corner + row;
    cells.put(box.x + x, box.y + y, tile);
  }
}

/** The corners of a box that has nothing else. */
function cornersOf(radius: number, pixels: number, entry: number, ground: number): Patch[] {
  const side = 2 * Math.ceil(radius);
  const cells = new Cells(side, side, pixels);
  const places = Array.from({ length: side * side }, (_, at) => [at % side, Math.floor(at / side)] as const);
  cells.fill({ x: 0, y: 0, width: side, height: side }, ground);
  drawBox(cells, { x: 0, y: 0, width: side, height: side, radius }, entry);
  return places.map(([column, row]) => ({ column, row, tile: cells.tileAt(column, row) }));
}

/** Cells of the four corners that mirror each other, of which the first lies at the top left. */
interface CornerCells {
  columns: readonly number[];
  rows: readonly number[];
  /** How far the middle of the circle is from the left and from the top of that cell, in modules. */
  right: number;
  below: number;
  radius: number;
}

function drawCorner(cells: Cells, { columns, rows, right, below, radius }: CornerCells, entry: number): void {
  const { module } = cells;
  for (const [atBottom, row] of rows.entries()) {
    for (const [atRight, column] of columns.entries()) {
      const tile = cells.ownPixels(column, row);
      for (let y = 0; y < module; y++) {
        const start = (atBottom ? module - 1 - y : y) * module;
        const pixels = tile.subarray(start, start + module);
        if (atRight) pixels.reverse();
        arcRow(pixels, right * module, Math.max(0, below * module - y - 0.5), radius * module, entry);
        if (atRight) pixels.reverse();
      }
    }
  }
}

import { ALIGNMENT } from "./alignment.ts";
import type { FindersLayer, LettersLayer, ModulesLayer } from "./artwork.ts";
import { Cells, tileOf } from "./cells.ts";
import { FINDER, finderBoxes, finderCorners } from "./finders.ts";
import { keptPatches, type Patch } from "./kept-tiles.ts";
import { joinedDot, roundCorners, tilesOf } from "./module-tiles.ts";
import { flattened, placed } from "./path.ts";
import { drawBox } from "./round-corners.ts";
import { strokeLine } from "./strokes.ts";

const NO_ROW: readonly boolean[] = [];

/** Puts the dark modules of a layer into their cells. */
export function drawModules(cells: Cells, layer: ModulesLayer, entry: number): void {
  const tiles = tilesOf(layer, cells, entry);
  const numbers = tiles.map((tile) => cells.numberOf(tile));
  const [full = 0] = numbers;
  const { modules, x: left, y: top } = layer;
  for (let y = 0; y < modules.length; y++) {
    const row = modules[y] ?? [];
    const above = modules[y - 1] ?? NO_ROW;
    const below = modules[y + 1] ?? NO_ROW;
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      const number = tiles.length === 1 ? full : numbers[roundCorners(row, above, below, x)];
      cells.set(left + x, top + y, number ?? full);
    }
  }
  if (layer.rings.length === 0) return;
  const patches = keptPatches(`ring ${entry}`, cells.scale.pixels, () => ringTiles(cells.module, entry));
  for (const [left, top] of layer.rings) {
    for (const { column, row, tile } of patches)
      cells.put(layer.x + left + column, layer.y + top + row, tile);
  }
}

/** The ring of an alignment pattern: dots that are joined to their neighbours. */
function ringTiles(module: number, entry: number): Patch[] {
  const last = ALIGNMENT - 1;
  const isRing = (column: number, row: number) =>
    [column, row].every((at) => at >= 0 && at <= last) && (column % last === 0 || row % last === 0);
  const patches: Patch[] = [];
  for (let row = 0; row <= last; row++) {
    for (let column = 0; column <= last; column++) {
      if (!isRing(column, row)) continue;
      const tile = tileOf(
        joinedDot(module, entry, {
          left: isRing(column - 1, row),
          right: isRing(column + 1, row),
          above: isRing(column, row - 1),
          below: isRing(column, row + 1),
        }),
      );
      patches.push({ column, row, tile });
    }
  }
  return patches;
}

/** Puts the tiles of one finder pattern into all three. */
export function drawFinders(cells: Cells, { shape, side, x, y }: FindersLayer, entry: number): void {
  const patches = keptPatches(`finder ${shape} ${entry}`, cells.scale.pixels, () =>
    finderTiles(shape, cells.scale.pixels, entry),
  );
  const corners = finderCorners(side);
  for (const { column, row, tile } of patches) {
    const number = cells.numberOf(tile);
    for (const [left, top] of corners) cells.set(x + left + column, y + top + row, number);
  }
}

function finderTiles(shape: FindersLayer["shape"], pixels: number, entry: number): Patch[] {
  const cells = new Cells(FINDER, FINDER, pixels);
  for (const [index, box] of finderBoxes(shape).entries()) drawBox(cells, box, index === 1 ? 0 : entry);
  return Array.from({ length: FINDER ** 2 }, (_, at) => {
    const [column, row] = [at % FINDER, Math.floor(at / FINDER)];
    return { column, row, tile: cells.tileAt(column, row) };
  });
}

/** Draws the letters of a text in the background's colour on a ground of one entry. */
export function drawLetters(cells: Cells, layer: LettersLayer, ground: number): void {
  const { scale, columns } = cells;
  const patches = keptPatches(`letters ${columns} ${ground} ${layer.text}`, scale.pixels, () =>
    letterTiles(cells, layer, ground),
  );
  for (const { column, row, tile } of patches) cells.put(column, row, tile);
}

/** How far, in pixels, straight lines may be from the curves that they stand for. */
const TOLERANCE = 0.25;

/** All letters are drawn on one canvas, which is then cut into cells. */
function letterTiles(cells: Cells, layer: LettersLayer, ground: number): Patch[] {
  const { module, columns, rows } = cells;
  const factor = layer.factor * module;
  const lines = layer.stamps.flatMap(({ path, x, y }) =>
    flattened(
      placed(path, (layer.x + layer.factor * x) * module, (layer.y + layer.factor * y) * module, factor),
      TOLERANCE,
    ),
  );
  const radius = (layer.drawn * factor) / 2;
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { points } of lines) {
    for (let at = 1; at < points.length; at += 2) {
      least = Math.min(least, points[at] ?? 0);
      most = Math.max(most, points[at] ?? 0);
    }
  }
  if (least > most) return [];
  const top = Math.max(0, Math.floor((least - radius - 1) / module));
  const bottom = Math.min(rows, Math.ceil((most + radius + 1) / module));
  const canvas = { width: columns * module, height: (bottom - top) * module };
  const values = new Uint8Array(canvas.width * canvas.height).fill(ground);
  for (const { points, closed } of lines) {
    const count = points.length / 2;
    for (let index = 0; index < (closed ? count : Math.max(1, count - 1)); index++) {
      const next = (index + 1) % count;
      const [x0 = 0, y0 = 0] = [points[2 * index], points[2 * index + 1]];
      const [x1 = 0, y1 = 0] = [points[2 * next], points[2 * next + 1]];
      strokeLine(values, canvas, { x0, y0: y0 - top * module, x1, y1: y1 - top * module }, radius, ground);
    }
  }
  return cutIntoCells(cells, values, top, bottom, ground);
}

/** What is left of the ground stays as it was. */
function cutIntoCells(
  { module, columns }: Cells,
  values: Uint8Array,
  top: number,
  bottom: number,
  ground: number,
): Patch[] {
  const width = columns * module;
  const patches: Patch[] = [];
  for (let row = top; row < bottom; row++) {
    const first = (row - top) * module * width;
    const isDrawn = (column: number) =>
      column < columns && differs(values, first + column * module, width, module, ground);
    for (let column = 0; column < columns; column++) {
      let span = 0;
      while (isDrawn(column + span)) span++;
      if (span === 0) continue;
      const [start, across] = [first + column * module, span * module];
      const pixels = new Uint8Array(across * module);
      for (let y = 0; y < module; y++) {
        const line = start + y * width;
        pixels.set(values.subarray(line, line + across), y * across);
      }
      patches.push({ column, row, tile: tileOf(pixels, span) });
      column += span;
    }
  }
  return patches;
}

function differs(values: Uint8Array, start: number, width: number, module: number, ground: number): boolean {
  for (let y = 0; y < module; y++) {
    for (let at = start + y * width, end = at + module; at < end; at++)
      if (values[at] !== ground) return true;
  }
  return false;
}

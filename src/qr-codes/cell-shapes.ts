import type { ModulesLayer, Shape } from "./artwork.ts";
import { coverageOf, outlinesOf, reachOf } from "./canvas.ts";
import type { Cells } from "./cells.ts";
import { tilesOf } from "./module-tiles.ts";
import { type Bounds, boundsOf, type Coverage, coverFill, type Outline } from "./raster.ts";

/** Puts the dark modules of a layer into their cells. */
export function drawModules(cells: Cells, layer: ModulesLayer, most: number): void {
  const tileAt = tilesOf(layer, cells.module, most);
  for (const [y, row] of layer.modules.entries()) {
    for (const [x, dark] of row.entries()) {
      if (dark) cells.put(layer.x + x, layer.y + y, tileAt(x, y));
    }
  }
}

/** Draws a shape in an entry of the palette, each part of it that touches no other one by itself. */
export function drawShape(cells: Cells, shape: Shape, entry: number): void {
  const known = new Map<string, Coverage>();
  for (const outlines of partsOf(outlinesOf(cells, shape), reachOf(cells, shape), cells)) {
    const bounds = boundsOf(outlines, reachOf(cells, shape), cells);
    if (!bounds) continue;
    if (shape.kind === "fill" && bounds.height > MANY_ROWS * cells.module) {
      fillRows(cells, outlines, shape.rule, bounds, entry);
      continue;
    }
    // The three finder patterns are one, at other places.
    const [x, y] = [floorTo(bounds.left, cells.module), floorTo(bounds.top, cells.module)];
    const key = outlines
      .map(({ points }) => points.map((value, at) => Math.round(100 * (value - (at % 2 ? y : x)))))
      .join(";");
    const found = known.get(key);
    const coverage = found ?? coverageOf(cells, shape, outlines);
    if (!coverage) continue;
    if (!found) known.set(key, { ...coverage, left: coverage.left - x, top: coverage.top - y });
    cells.blend(found ? { ...found, left: found.left + x, top: found.top + y } : coverage, entry);
  }
}

/** From so many rows of cells on, a filled shape is drawn row by row, most of which are the same on all of their lines. */
const MANY_ROWS = 8;

const floorTo = (value: number, step: number): number => step * Math.floor(value / step);

function fillRows(
  cells: Cells,
  outlines: readonly Outline[],
  rule: "nonzero" | "evenodd",
  { left, top, width, height }: Bounds,
  entry: number,
): void {
  const { module } = cells;
  for (let line = floorTo(top, module); line < top + height; line += module) {
    const isEven = outlines.every((outline) => isUpright(outline, line, line + module));
    const bounds = { left, top: line, width, height: isEven ? 1 : Math.min(module, cells.height - line) };
    cells.blend(coverFill(outlines, rule, bounds), entry, isEven);
  }
}

/** Whether an outline goes straight up and down between two heights. */
function isUpright({ points }: Outline, top: number, bottom: number): boolean {
  const count = points.length / 2;
  for (let index = 0; index < count; index++) {
    const next = (index + 1) % count;
    const [x0 = 0, y0 = 0] = [points[2 * index], points[2 * index + 1]];
    const [x1 = 0, y1 = 0] = [points[2 * next], points[2 * next + 1]];
    const [high, low] = [Math.min(y0, y1), Math.max(y0, y1)];
    if (low <= top || high >= bottom) continue;
    if (x0 !== x1 || high > top || low < bottom) return false;
  }
  return true;
}

/** Outlines whose rectangles touch belong together. */
function partsOf(outlines: readonly Outline[], reach: number, canvas: Cells): Outline[][] {
  const parts: { box: Bounds; outlines: Outline[] }[] = [];
  for (const outline of outlines) {
    const box = boundsOf([outline], reach, canvas);
    if (!box) continue;
    const touched = parts.filter((part) => touch(part.box, box));
    const all = touched.flatMap((part) => part.outlines);
    for (const part of touched) parts.splice(parts.indexOf(part), 1);
    const joined = [...all, outline];
    parts.push({ box: boundsOf(joined, reach, canvas) ?? box, outlines: joined });
  }
  return parts.map((part) => part.outlines);
}

const touch = (one: Bounds, other: Bounds): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

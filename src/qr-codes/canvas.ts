import type { Stamp, StampsLayer } from "./artwork.ts";
import { flattened, placed } from "./path.ts";
import { boundsOf, type Coverage, coverFill, coverLines } from "./raster.ts";

/** How far, in pixels, straight lines may be from the curves that they stand for. */
const TOLERANCE = 0.25;

/** Pixels from the corner of an artwork on, `module` of them on each side of a module. */
export interface Canvas {
  width: number;
  height: number;
  module: number;
}

/** What a stamp of a layer covers of a canvas; null where it is beside it. */
export function coverageOf(canvas: Canvas, layer: StampsLayer, { path, x, y }: Stamp): Coverage | null {
  const { module } = canvas;
  const { drawn } = layer;
  const factor = layer.factor * module;
  const [left, top] = [layer.x * module + factor * x, layer.y * module + factor * y];
  const outlines = flattened(placed(path, left, top, factor), TOLERANCE);
  const reach = typeof drawn === "number" ? (drawn * factor) / 2 + 1 : 0;
  const bounds = boundsOf(outlines, reach, canvas);
  if (!bounds) return null;
  return typeof drawn === "number"
    ? coverLines(outlines, drawn * factor, bounds)
    : coverFill(outlines, drawn, bounds);
}

import type { Shape } from "./artwork.ts";
import { flattened, placed } from "./path.ts";
import { boundsOf, type Coverage, coverFill, coverLines, type Outline } from "./raster.ts";

/** How far, in pixels, straight lines may be from the curves that they stand for. */
const TOLERANCE = 0.25;

/** Pixels from the corner of an artwork on, `module` of them on each side of a module. */
export interface Canvas {
  width: number;
  height: number;
  module: number;
}

/** The outlines of a shape in pixels. */
export const outlinesOf = ({ module }: Canvas, { path }: Shape): Outline[] =>
  flattened(placed(path, 0, 0, module), TOLERANCE);

/** How far a shape reaches beyond its outlines, in pixels. */
export const reachOf = ({ module }: Canvas, shape: Shape): number =>
  shape.kind === "fill" ? 0 : (shape.width * module) / 2 + 1;

/** What outlines of a shape cover of a canvas; null where they are beside it. */
export function coverageOf(
  canvas: Canvas,
  shape: Shape,
  outlines = outlinesOf(canvas, shape),
): Coverage | null {
  const bounds = boundsOf(outlines, reachOf(canvas, shape), canvas);
  if (!bounds) return null;
  return shape.kind === "fill"
    ? coverFill(outlines, shape.rule, bounds)
    : coverLines(outlines, shape.width * canvas.module, bounds);
}

import type { Shape } from "./artwork.ts";
import { placed } from "./path.ts";
import { type Coverage, coverFill, coverLines } from "./raster.ts";
import type { Extent } from "./styled-size.ts";

/** An image as entries of its palette, row by row. */
export interface Canvas extends Extent {
  entries: Uint8Array;
}

/** What a shape covers of a canvas. */
export function coverageOf({ module, left, ...image }: Canvas, layer: Shape): Coverage | null {
  const path = placed(layer.path, left, left, module);
  return layer.kind === "fill"
    ? coverFill(path, layer.rule, image)
    : coverLines(path, layer.width * module, image);
}

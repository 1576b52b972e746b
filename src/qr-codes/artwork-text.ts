import type { Color } from "../core/colors.ts";
import type { Artwork, Layer, PictureLayer, PlacedLogo } from "./artwork.ts";
import { moduleLines, moduleRects } from "./module-lines.ts";
import type { Path } from "./path.ts";

/** What a format that is text does with each kind of shape. */
export interface Brush {
  fill(path: Path, color: Color, rule: "nonzero" | "evenodd"): string;
  lines(path: Path, color: Color, width: number): string;
  picture(layer: PictureLayer): string;
  /** What these texts draw, cut off at a rectangle. */
  within(box: PlacedLogo["box"], parts: readonly string[]): string;
}

/** The layers of an artwork, each as a format writes it, without the background. */
export const writeLayers = ({ layers, logo }: Artwork, brush: Brush): string[] => [
  ...layers.map((layer) => writeLayer(layer, brush)),
  ...(logo
    ? [
        brush.within(
          logo.box,
          logo.layers.map((layer) => writeLayer(layer, brush)),
        ),
      ]
    : []),
];

function writeLayer(layer: Layer, brush: Brush): string {
  if (layer.kind === "fill") return brush.fill(layer.path, layer.color, layer.rule);
  if (layer.kind === "lines") return brush.lines(layer.path, layer.color, layer.width);
  if (layer.kind === "picture") return brush.picture(layer);
  const lines = moduleLines(layer);
  return lines
    ? brush.lines(lines.path, layer.color, lines.width)
    : brush.fill(moduleRects(layer), layer.color, "nonzero");
}

/** At most four digits behind the point: a module of a meter-wide print to a hundredth of a millimetre. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 || 0;

/** A rounded number as text. */
export const short = (value: number): string => String(rounded(value));

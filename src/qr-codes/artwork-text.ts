import type {
  Artwork,
  BoxLayer,
  Layer,
  ModulesLayer,
  PictureLayer,
  PlacedLogo,
  StampsLayer,
} from "./artwork.ts";
import { finderStamps } from "./finders.ts";
import type { Path } from "./path.ts";

/** What a format that is text does with each kind of layer. */
export interface Brush {
  box(layer: BoxLayer): string;
  modules(layer: ModulesLayer): string;
  stamps(layer: StampsLayer): string;
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
  if (layer.kind === "box") return brush.box(layer);
  if (layer.kind === "finders") return brush.stamps(finderStamps(layer));
  if (layer.kind === "modules") return brush.modules(layer);
  return layer.kind === "stamps" ? brush.stamps(layer) : brush.picture(layer);
}

/** Writes a path once, and keeps the text as long as the path. */
export function keptText(write: (path: Path) => string): (path: Path) => string {
  const texts = new WeakMap<Path, string>();
  return (path) => {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const text = write(path);
    texts.set(path, text);
    return text;
  };
}

/** At most four digits behind the point: a module of a meter-wide print to a hundredth of a millimetre. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 || 0;

/** A rounded number as text. */
export const short = (value: number): string => String(rounded(value));

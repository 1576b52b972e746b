import { validationFailed } from "../core/errors.ts";
import type { Artwork } from "./artwork.ts";
import { NATURAL_PIXELS } from "./image-formats.ts";

/**
 * Least pixels of a module on each side where modules, corners or the middle are not plain: round shapes of fewer lose
 * their form, and decoders then lose them (test/qr-codes/styles/scannable.test.ts).
 */
export const LEAST_STYLED_PIXELS = 6;

/** Where an artwork is in an image of pixels, all in pixels. */
export interface Extent {
  width: number;
  height: number;
  /** Width and height of each module: whole. */
  module: number;
  /** Before the artwork from the left and from the top, which `width` leaves over after whole modules. */
  left: number;
}

/** Places an artwork in an image `size` pixels wide. Throws `validation_failed` where its modules would be too small. */
export function pixelExtent({ width: across, height: down }: Artwork, size: number | undefined): Extent {
  const width = size ?? across * Math.ceil(NATURAL_PIXELS / across);
  const module = Math.floor(width / across);
  if (module < LEAST_STYLED_PIXELS) {
    const message = `must be at least ${across * LEAST_STYLED_PIXELS} for this code in this style, which is ${across} modules wide`;
    throw validationFailed([{ field: "size", message }]);
  }
  const rest = width - across * module;
  return { width, height: down * module + rest, module, left: Math.floor(rest / 2) };
}

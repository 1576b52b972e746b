import { validationFailed } from "../core/errors.ts";
import { NATURAL_PIXELS } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import type { Modules } from "./symbol.ts";

/** What is drawn: a symbol and how. */
export interface Picture extends Pick<ImageOptions, "size" | "color" | "background" | "quietZone"> {
  modules: Modules;
}

/** How many modules a picture has on each side, quiet zone included. */
export const modulesAcross = ({ modules, quietZone }: Picture): number => modules.length + 2 * quietZone;

/** Least pixels of a module on each side: decoders lose large symbols of fewer. */
export const LEAST_MODULE_PIXELS = 2;

/** Where a symbol is in a picture of pixels, all in pixels. */
export interface PixelLayout {
  /** Width and height of the picture. */
  size: number;
  /** Width and height of each module: whole, because some decoders lose large symbols whose modules differ in width. */
  module: number;
  /** Where the symbol begins, from the left and from the top. */
  offset: number;
}

/**
 * Places a symbol in the middle of a picture of pixels. What the size leaves over after whole modules widens the quiet
 * zone. Throws `validation_failed` where the modules would be too small to be read.
 */
export function pixelLayout(picture: Picture): PixelLayout {
  const across = modulesAcross(picture);
  const size = picture.size ?? across * Math.ceil(NATURAL_PIXELS / across);
  const module = Math.floor(size / across);
  if (module < LEAST_MODULE_PIXELS) {
    const least = across * LEAST_MODULE_PIXELS;
    throw validationFailed([
      {
        field: "size",
        message: `must be at least ${least} for this code, which is ${across} modules wide with its quiet zone`,
      },
    ]);
  }
  return { size, module, offset: Math.floor((size - picture.modules.length * module) / 2) };
}

/**
 * The most pixels of a module that are drawn on each side. Larger modules repeat them, so that their edges have steps of a
 * fortieth of a module at most, softened by shades; a printed module of 3 mm has 340 of them to the inch.
 */
const MOST_DRAWN = 40;

/** How the pixels of a module are drawn: so many of them on each side, and how often each stands there. */
export interface ModulePixels {
  /** Drawn pixels on each side. */
  drawn: number;
  /** Pixels in the image for each drawn one, along a line and down alike. */
  repeats: Uint8Array;
  /** Pixels of the image on each side. */
  pixels: number;
}

/** How a module of so many pixels on each side is drawn: each pixel by itself, or all nearly equally often. */
export function modulePixels(pixels: number): ModulePixels {
  const most = Math.ceil(pixels / MOST_DRAWN);
  const drawn = Math.ceil(pixels / most);
  const repeats = new Uint8Array(drawn).fill(most);
  const over = drawn * most - pixels;
  for (let index = 0; index < over; index++) {
    const at = Math.floor(((index + 0.5) * drawn) / over);
    repeats[at] = (repeats[at] ?? 0) - 1;
  }
  return { drawn, repeats, pixels };
}

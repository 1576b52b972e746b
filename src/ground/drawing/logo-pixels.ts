import { type Color, channelsOf } from "../core/colors.ts";
import type { Logo, PlacedLogo } from "./drawing.ts";
import type { Box } from "./path.ts";
import { resampled } from "./resample.ts";

/** A rectangle of pixels, four bytes each: red, green, blue and the opacity that the logo has there. */
interface DrawnLogo {
  box: Box;
  pixels: Uint8ClampedArray;
}

/** Draws a logo on the background, within a picture that has `scale` pixels for each unit of the drawing. */
export function drawLogo(
  { logo, x, y, width, height }: PlacedLogo,
  picture: { width: number; height: number; scale: number },
  background: Color,
): DrawnLogo {
  const { scale } = picture;
  const [left, top] = [Math.floor(x * scale), Math.floor(y * scale)];
  const box = {
    x: left,
    y: top,
    width: Math.min(picture.width, Math.ceil((x + width) * scale)) - left,
    height: Math.min(picture.height, Math.ceil((y + height) * scale)) - top,
  };
  const opaque = onBackground(logo, background);
  return { box, pixels: Uint8ClampedArray.from(resampled(opaque, logo, box)) };
}

/** Blends the pixels of a logo onto a background. The fourth byte is still the logo's opacity. */
export function onBackground({ rgba }: Pick<Logo, "rgba">, background: Color): Uint8Array {
  const opaque = rgba.slice();
  const backdrop = channelsOf(background);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = (rgba[at + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel++) {
      opaque[at + channel] = Math.round(
        alpha * (rgba[at + channel] ?? 0) + (1 - alpha) * (backdrop[channel] ?? 0),
      );
    }
  }
  return opaque;
}

import { type Color, channelsOf } from "../core/colors.ts";
import type { PixelLogo, PlacedLogo } from "./drawing.ts";
import type { Box } from "./path.ts";
import { cover } from "./raster.ts";
import { resampled } from "./resample.ts";

/** A rectangle of pixels, four bytes each: red, green, blue and an unused byte. */
export interface DrawnLogo {
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
  if (logo.kind === "pixels") {
    const opaque = onBackground(logo, background);
    return { box, pixels: Uint8ClampedArray.from(resampled(opaque, logo, box)) };
  }
  const pixels = new Uint8ClampedArray(4 * box.width * box.height);
  const words = new Uint32Array(pixels.buffer);
  const target = {
    ...box,
    scale: (scale * width) / logo.width,
    left: x * scale - left,
    top: y * scale - top,
  };
  words.fill(wordOf(background));
  for (const { path, rule, color } of logo.outlines) {
    const [word, channels] = [wordOf(color), channelsOf(color)];
    cover(path, rule, target, (row, start, length, share) => {
      const from = row * box.width + start;
      if (share > 0.999) words.fill(word, from, from + length);
      else {
        for (let at = 4 * from; at < 4 * (from + length); at += 4) {
          for (const [channel, value] of channels.entries()) {
            const before = pixels[at + channel] ?? 0;
            pixels[at + channel] = before + (value - before) * share;
          }
        }
      }
    });
  }
  return { box, pixels };
}

/** A color as four bytes in native byte order. */
function wordOf(color: Color): number {
  const bytes = Uint8Array.from([...channelsOf(color), 255]);
  return new Uint32Array(bytes.buffer)[0] ?? 0;
}

/** Blends the pixels of a logo onto a background; drops the opacity. */
export function onBackground({ rgba }: Pick<PixelLogo, "rgba">, background: Color): Uint8Array {
  const opaque = new Uint8Array(rgba.length).fill(255);
  const ground = channelsOf(background);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = (rgba[at + 3] ?? 0) / 255;
    for (let channel = 0; channel < 3; channel++) {
      opaque[at + channel] = Math.round(
        alpha * (rgba[at + channel] ?? 0) + (1 - alpha) * (ground[channel] ?? 0),
      );
    }
  }
  return opaque;
}

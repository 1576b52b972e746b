import { type Color, channelsOf, inksOf } from "../core/colors.ts";
import { decimal } from "./path.ts";

// Shared by PDF and EPS: both use points and the same syntax for colors and numbers.

/** Points of 1/72 inch in a millimeter. */
export const POINTS = 72 / 25.4;

/** The operators that set the fill color. */
interface ColorOperators {
  gray: string;
  rgb: string;
  cmyk: string;
}

/**
 * Sets a color: inks as they are, others as gray if they are gray, else as RGB. Gray black is printed with pure black ink,
 * whose edges are sharper than those of four inks.
 */
export function setColor(color: Color, { gray, rgb, cmyk }: ColorOperators): string {
  const inks = inksOf(color);
  if (inks) return `${inks.join(" ")} ${cmyk}`;
  const [red, green, blue] = channelsOf(color).map(shareOf);
  return red === green && green === blue ? `${red} ${gray}` : `${red} ${green} ${blue} ${rgb}`;
}

/** A channel as a fraction, rounded up, so that truncating and rounding programs get the same value. */
export const shareOf = (channel: number): string => decimal(Math.ceil((channel / 255) * 10_000) / 10_000);

/** Drops the fourth byte of pixels. */
export function withoutFourth(pixels: Uint8Array): Uint8Array {
  const channels = new Uint8Array((pixels.length / 4) * 3);
  for (let at = 0, to = 0; at < pixels.length; at += 4, to += 3) {
    channels[to] = pixels[at] ?? 0;
    channels[to + 1] = pixels[at + 1] ?? 0;
    channels[to + 2] = pixels[at + 2] ?? 0;
  }
  return channels;
}

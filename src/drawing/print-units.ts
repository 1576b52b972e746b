import { type Color, channelsOf } from "../core/colors.ts";
import { decimal } from "./path-data.ts";

// What PDF and EPS share: both measure in points and write colors and numbers alike.

/** Points of 1/72 inch in a millimeter. */
export const POINTS = 72 / 25.4;

/** The operators that set the color of what is filled next. */
interface ColorOperators {
  gray: string;
  rgb: string;
}

/**
 * Sets a color: as a gray where it is one, else as red, green and blue. Black that is named as a gray is printed with black
 * ink alone, whose edges are sharper than those of four inks.
 */
export function setColor(color: Color, { gray, rgb }: ColorOperators): string {
  const [red, green, blue] = channelsOf(color).map(shareOf);
  return red === green && green === blue ? `${red} ${gray}` : `${red} ${green} ${blue} ${rgb}`;
}

/** A channel's share of the most, rounded up: programs that cut off and programs that round find the same channel. */
export const shareOf = (channel: number): string => decimal(Math.ceil((channel / 255) * 10_000) / 10_000);

/** Red, green and blue of pixels whose fourth byte means nothing. */
export function withoutFourth(pixels: Uint8Array): Uint8Array {
  const channels = new Uint8Array((pixels.length / 4) * 3);
  for (let at = 0, to = 0; at < pixels.length; at += 4, to += 3) {
    channels[to] = pixels[at] ?? 0;
    channels[to + 1] = pixels[at + 1] ?? 0;
    channels[to + 2] = pixels[at + 2] ?? 0;
  }
  return channels;
}

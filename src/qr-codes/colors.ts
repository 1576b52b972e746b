/** A colour as `#rrggbb` in lower case. */
export type Color = string;

/** What a text has to be to name a colour, whatever the case of its digits. */
export const COLOR_FORMAT = /^#[0-9a-fA-F]{6}$/;

/** Red, green and blue of a colour, each from 0 to 255. */
export function channelsOf(color: Color): [red: number, green: number, blue: number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >>> 16, (value >>> 8) & 255, value & 255];
}

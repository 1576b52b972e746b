/** A color as `#rrggbb` in lower case, or as inks in percent: `cmyk(100,60,0,30)`. */
export type Color = string;

/** The formats of a color, with hexadecimal digits in any case and possibly a space after a comma. */
export const COLOR_FORMAT = /^(?:#[0-9a-fA-F]{6}|cmyk\((?:100|[1-9]?[0-9])(?:, ?(?:100|[1-9]?[0-9])){3}\))$/;

/** The longest color. */
export const MAX_COLOR = "cmyk(100, 100, 100, 100)".length;

/** The one form of a color in `COLOR_FORMAT`. */
export const normalColor = (color: string): Color => color.toLowerCase().replaceAll(" ", "");

/** The longest text that can be a color, with spaces and words between the inks. */
const MAX_TYPED = 60;
const TYPED_INKS =
  /^(?:cmyk)?\W*c?\W*(\d{1,3})(?:\W+m?|m)\W*(\d{1,3})(?:\W+y?|y)\W*(\d{1,3})(?:\W+k?|k)\W*(\d{1,3})\W*$/i;

/** A color as people type or copy it: also `1a2b3c`, `C100 M60 Y0 K30` and `100/60/0/30`. Null for other text. */
export function typedColor(text: string): Color | null {
  const typed = text.trim();
  // The pattern takes time with the square of the length.
  if (typed.length > MAX_TYPED) return null;
  const [, ...percents] = TYPED_INKS.exec(typed) ?? [];
  const color = percents.length > 0 ? `cmyk(${percents.map(Number).join()})` : `#${typed.replace(/^#/, "")}`;
  return COLOR_FORMAT.test(color) ? normalColor(color) : null;
}

/** The shares of cyan, magenta, yellow and black, each from 0 to 1; null for a color in red, green and blue. */
export function inksOf(color: Color): [number, number, number, number] | null {
  if (!color.startsWith("cmyk")) return null;
  const [cyan = 0, magenta = 0, yellow = 0, black = 0] = (color.match(/\d+/g) ?? []).map(
    (percent) => Number(percent) / 100,
  );
  return [cyan, magenta, yellow, black];
}

type Channels = [red: number, green: number, blue: number];

/** Paper under cyan (bit 0), magenta (bit 1) and yellow (bit 2), and under black: SWOP inks on coated paper, in sRGB. */
const OVERPRINTS = [0xffffff, 0x00aeef, 0xec008c, 0x2e3092, 0xfff200, 0x00a650, 0xed1c24, 0x363639].map(
  split,
);
const BLACK = split(0x231f20);

/**
 * Red, green and blue of a color, each from 0 to 255. Inks are mixed by the share of paper that each overprint covers
 * (Neugebauer's equations) and darkened by black, which comes close to printers' profiles.
 */
export function channelsOf(color: Color): Channels {
  const inks = inksOf(color);
  if (inks === null) return split(Number.parseInt(color.slice(1), 16));
  const [cyan, magenta, yellow, black] = inks;
  const mixed: Channels = [0, 0, 0];
  for (const [index, overprint] of OVERPRINTS.entries()) {
    const share = [cyan, magenta, yellow].reduce(
      (share, ink, bit) => share * (index & (1 << bit) ? ink : 1 - ink),
      1,
    );
    for (const channel of [0, 1, 2] as const) mixed[channel] += share * overprint[channel];
  }
  const [red, green, blue] = mixed.map((light, channel) =>
    Math.round(light * (1 - black + (black * (BLACK[channel] ?? 0)) / 255)),
  );
  return [red ?? 0, green ?? 0, blue ?? 0];
}

function split(value: number): Channels {
  return [value >>> 16, (value >>> 8) & 255, value & 255];
}

/** Channels as `#rrggbb`. */
export const hexOf = (channels: readonly number[]): Color =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** A color as screens show it: `#rrggbb`. */
export const screenColor = (color: Color): Color =>
  color.startsWith("#") ? color : hexOf(channelsOf(color));

/**
 * The share of light that a color reflects, from 0 for black to 1 for white. This is the relative luminance of WCAG
 * 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function luminanceOf(color: Color): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/**
 * The contrast ratio of two luminances by WCAG 2.2, where 0.05 is the ambient light. It is less than 1 if `dark` is the
 * lighter color.
 */
export const contrastRatio = (dark: number, light: number): number => (light + 0.05) / (dark + 0.05);

/** A color as `#rrggbb` in lower case. */
export type Color = string;

/** The format of a color, in any case. */
export const COLOR_FORMAT = /^#[0-9a-fA-F]{6}$/;

/** Red, green and blue of a color, each from 0 to 255. */
export function channelsOf(color: Color): [red: number, green: number, blue: number] {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >>> 16, (value >>> 8) & 255, value & 255];
}

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

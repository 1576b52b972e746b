import { type Color, channelsOf, contrastRatio, hexOf, luminanceOf } from "../../../ground/core/colors.ts";

/** An accent with a contrast of at least 4.5 to 1 (WCAG 2.2) to the page, and the color of text on it. */
export interface ReadableAccent {
  light: { accent: Color; on: Color };
  dark: { accent: Color; on: Color };
}

/** The sheets of pages, from `page-colors.ts`. */
const SHEETS = { light: "#ffffff", dark: "#1c1f1c" };
const MIN_CONTRAST = 4.5;
/** How many steps are between a color and black or white. */
const STEPS = 50;

/**
 * The accent of a brand as pages show it: unchanged if it is readable, else darkened on light pages and lightened on dark
 * pages, as little as needed.
 */
export function readableAccent(accent: Color): ReadableAccent {
  const light = towards(accent, "#000000", SHEETS.light);
  const dark = towards(accent, "#ffffff", SHEETS.dark);
  return { light: { accent: light, on: textOn(light) }, dark: { accent: dark, on: textOn(dark) } };
}

/** The rules that replace our accent with a brand's; empty without an accent. */
export function accentStyle(accent: Color | undefined): string {
  if (accent === undefined) return "";
  const { light, dark } = readableAccent(accent);
  const root = ({ accent, on }: { accent: string; on: string }) =>
    `:root{--accent:${accent};--on-accent:${on};--tint:color-mix(in srgb,${accent} 10%,var(--sheet))}`;
  return `${root(light)}@media (prefers-color-scheme:dark){${root(dark)}}`;
}

/** `color`, mixed with `end` until it stands out from `sheet`. */
function towards(color: Color, end: Color, sheet: Color): Color {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(color, end, step / STEPS);
    if (contrastOf(mixed, sheet) >= MIN_CONTRAST) return mixed;
  }
  return end;
}

const textOn = (color: Color): Color =>
  contrastOf(color, "#ffffff") >= MIN_CONTRAST ? "#ffffff" : "#000000";

function mix(color: Color, end: Color, part: number): Color {
  const ends = channelsOf(end);
  return hexOf(channelsOf(color).map((channel, index) => channel + ((ends[index] ?? 0) - channel) * part));
}

function contrastOf(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return contrastRatio(dark, light);
}

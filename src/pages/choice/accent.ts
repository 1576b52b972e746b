import { type Color, channelsOf, contrastRatio, luminanceOf } from "../../core/colors.ts";

/** Colors in which an accent stands out from a page: at least 4.5 to 1 after WCAG 2.2, and what is written on it. */
export interface ReadableAccent {
  light: { accent: Color; on: Color };
  dark: { accent: Color; on: Color };
}

/** What an accent is shown on, in light and dark. */
interface Grounds {
  light: Color;
  dark: Color;
}

/** The sheets of pages, of `tokens.ts`. */
const SHEETS: Grounds = { light: "#ffffff", dark: "#1c1f1c" };
const MIN_CONTRAST = 4.5;
/** How many steps lie between a color and black or white. */
const STEPS = 50;

/**
 * The accent of a brand as pages show it: unchanged where it can be read, else darkened on light pages and lightened on
 * dark ones, as little as needed.
 *
 * @param accent `#rrggbb`
 * @param grounds what it is shown on; the sheets of pages unless it is said
 */
export function readableAccent(accent: Color, grounds: Grounds = SHEETS): ReadableAccent {
  const light = towards(accent, "#000000", grounds.light);
  const dark = towards(accent, "#ffffff", grounds.dark);
  return { light: { accent: light, on: textOn(light) }, dark: { accent: dark, on: textOn(dark) } };
}

/** The rules that give pages a brand's accent in the place of ours; none without one. */
export function accentStyle(accent: Color | undefined, grounds?: Grounds): string {
  if (accent === undefined) return "";
  const { light, dark } = readableAccent(accent, grounds);
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
  const mixed = channelsOf(color).map((channel, index) => {
    const target = ends[index] ?? 0;
    return Math.round(channel + (target - channel) * part);
  });
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function contrastOf(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return contrastRatio(dark, light);
}

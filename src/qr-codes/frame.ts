import type { Color } from "../core/colors.ts";
import type { BoxLayer, LettersLayer } from "./artwork.ts";
import { FRAME_WORDS } from "./frame-words.ts";
import { CAPITAL, lettering, PEN } from "./lettering.ts";
import type { Style } from "./style.ts";

/** Width of the line around a code, in modules. */
export const FRAME_LINE = 1;

/** Radius of the frame's corners outside, in modules. */
const RADIUS = 2.5;

/** Height of the band with the text, and of its capitals: shares of the width of the code with its quiet zone. */
const BAND = 0.17;
const LETTERS = 0.082;

/** How much of the band's width its text takes at most. */
const FULL = 0.88;

/** What the frame of a style says; null where it has none. */
export const frameTextOf = ({ frame, frameText }: Pick<Style, "frame" | "frameText">): string | null =>
  frameText ?? (frame === "none" ? null : FRAME_WORDS[frame]);

/** Height of the band below a code of this width with its quiet zone, in modules: a whole number of them. */
export const bandOf = (across: number): number => Math.max(5, Math.round(across * BAND));

/** The frame around a code of `across` modules, quiet zone included, from the corner of the image on. */
export function frameLayers(
  text: string,
  { across, color, background }: { across: number; color: Color; background: Color },
): (BoxLayer | LettersLayer)[] {
  const width = across + 2 * FRAME_LINE;
  const band = bandOf(across);
  const letters = lettering(text);
  const factor = Math.min((across * LETTERS) / CAPITAL, (width * FULL) / Math.max(1, letters.width));
  const middle = FRAME_LINE + across + (band + FRAME_LINE) / 2;
  const x = (width - letters.width * factor) / 2;
  const height = 2 * FRAME_LINE + across + band;
  const [inset, radius] = [FRAME_LINE, RADIUS - FRAME_LINE];
  return [
    { kind: "box", color, x: 0, y: 0, width, height, radius: RADIUS },
    { kind: "box", color: background, x: inset, y: inset, width: across, height: across, radius },
    {
      kind: "stamps",
      color: background,
      drawn: PEN,
      text,
      x,
      y: middle - (CAPITAL / 2) * factor,
      factor,
      stamps: letters.letters,
    },
  ];
}

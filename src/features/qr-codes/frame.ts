import type { Color } from "../../ground/core/colors.ts";
import type { Outline } from "../../ground/drawing/drawing.ts";
import { lettering } from "../../ground/drawing/lettering.ts";
import { placed, roundedRect } from "../../ground/drawing/path.ts";
import { QUIET_ZONE } from "./image-formats.ts";
import type { FrameLanguage, Style } from "./style.ts";

export const FRAME_TEXTS: Readonly<Record<FrameLanguage, string>> = {
  en: "Scan me",
  de: "Scan mich",
  fr: "Scannez-moi",
  es: "Escanéame",
  it: "Scansionami",
  nl: "Scan mij",
  pt: "Leia-me",
  pl: "Zeskanuj mnie",
  ja: "スキャンしてね",
  zh: "扫一扫",
};

/** Width of the line around a code, in modules. */
export const FRAME_LINE = 1;

/** Outer corner radius of the frame, in modules. */
const RADIUS = 2.5;

/** Height of the text band and of its capitals, as shares of the width of the code with its quiet zone. */
const BAND = 0.17;
const LETTERS = 0.078;

/** Maximum share of the band's width for its text. */
const FULL = 0.86;

/** The text of a style's frame; null without a frame. */
export const frameTextOf = ({ frame, frameText }: Pick<Style, "frame" | "frameText">): string | null =>
  frameText ?? (frame === "none" ? null : FRAME_TEXTS[frame]);

/** Height of the band below a code of this width with its quiet zone, in whole modules. */
export const bandOf = (across: number): number => Math.max(5, Math.round(across * BAND));

/**
 * The frame around a code of `across` modules, including the quiet zone, from the corner of the drawing. Its letters are
 * holes: the outlines of no letter overlap.
 */
export function frameOutline(text: string, across: number, color: Color): Outline {
  const width = across + 2 * FRAME_LINE;
  const band = bandOf(across);
  const height = width + band;
  const { path, width: wide } = lettering(text);
  const capitals = Math.min(across * LETTERS, (width * FULL) / Math.max(1, wide));
  const baseline = FRAME_LINE + across + (band + FRAME_LINE) / 2 + capitals / 2;
  const inside = { x: FRAME_LINE, y: FRAME_LINE, width: across, height: across };
  return {
    path: [
      ...roundedRect({ x: 0, y: 0, width, height }, RADIUS),
      ...roundedRect(inside, RADIUS - FRAME_LINE),
      ...placed(path, (width - wide * capitals) / 2, baseline, capitals),
    ],
    color,
    rule: "evenodd",
  };
}

/** A line of text below a drawing of this size, in a band of its own. */
export function lineBelow(
  text: string,
  { width, height }: { width: number; height: number },
  color: Color,
): Outline {
  const { path, width: wide } = lettering(text);
  const capitals = Math.min(width * LETTERS, (width * FULL) / Math.max(1, wide));
  const baseline = height + (bandOf(width) - QUIET_ZONE.least + capitals) / 2;
  return { path: placed(path, (width - wide * capitals) / 2, baseline, capitals), color, rule: "nonzero" };
}

import type { Outline } from "../drawing/drawing.ts";
import { placed, roundedRect } from "../drawing/path.ts";
import { lettering } from "../drawing/text.ts";
import type { FrameLanguage, Style } from "./style.ts";

/** What a frame says, by language. */
export const FRAME_WORDS: Readonly<Record<FrameLanguage, string>> = {
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

/** Radius of the frame's corners outside, in modules. */
const RADIUS = 2.5;

/** Height of the band with the text, and of its capitals: shares of the width of the code with its quiet zone. */
const BAND = 0.17;
const LETTERS = 0.078;

/** How much of the band's width its text takes at most. */
const FULL = 0.86;

/** What the frame of a style says; null where it has none. */
export const frameTextOf = ({ frame, frameText }: Pick<Style, "frame" | "frameText">): string | null =>
  frameText ?? (frame === "none" ? null : FRAME_WORDS[frame]);

/** Height of the band below a code of this width with its quiet zone, in modules: a whole number of them. */
export const bandOf = (across: number): number => Math.max(5, Math.round(across * BAND));

/** The frame around a code of `across` modules, quiet zone included, from the corner of the drawing on. */
export function frameOutlines(
  text: string,
  { across, color, background }: { across: number } & Pick<Style, "color" | "background">,
): Outline[] {
  const width = across + 2 * FRAME_LINE;
  const band = bandOf(across);
  const height = width + band;
  const { path, width: wide } = lettering(text);
  const capitals = Math.min(across * LETTERS, (width * FULL) / Math.max(1, wide));
  const baseline = FRAME_LINE + across + (band + FRAME_LINE) / 2 + capitals / 2;
  const inside = { x: FRAME_LINE, y: FRAME_LINE, width: across, height: across };
  return [
    {
      path: [
        ...roundedRect({ x: 0, y: 0, width, height }, RADIUS),
        ...roundedRect(inside, RADIUS - FRAME_LINE),
      ],
      color,
      rule: "evenodd",
    },
    {
      path: placed(path, (width - wide * capitals) / 2, baseline, capitals),
      color: background,
      rule: "nonzero",
    },
  ];
}

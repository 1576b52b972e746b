import { type Color, inksOf } from "../../ground/core/colors.ts";
import type { PrintOptions } from "./draw-print.ts";
import { layOut, type PlacedPanel, type PrintedCode } from "./print-layout.ts";

const PROCESS_INKS = ["C", "M", "Y", "K"] as const;

/** What a press needs for a file. */
export interface PrintInks {
  /** The names of its inks: process inks first, then the spot ink. */
  inks: string[];
  /** Whether colors, logos or pictures are in red, green and blue, which a printer converts to inks. */
  hasRgb: boolean;
}

/** The inks of the file that `drawPrint` draws. Throws `validation_failed` like it. */
export function printInks(codes: readonly PrintedCode[], { format, spot }: PrintOptions): PrintInks {
  const { pages, page } = layOut(alike(codes), format);
  const panels = Array.from({ length: pages }, (_, at) => page(at)).flat();
  const colors = new Set(panels.flatMap(colorsOf));
  const spotColor = codes[0]?.style.color;
  const isSpot = spot !== null && spotColor !== undefined && colors.delete(spotColor);
  const shares = [...colors].map((color) => inksOf(color) ?? NEUTRALS[color] ?? null);
  // Crop marks are black.
  if (format.isCut) shares.push([0, 0, 0, 1]);
  return {
    inks: [
      ...PROCESS_INKS.filter((_, ink) => shares.some((share) => (share?.[ink] ?? 0) > 0)),
      ...(isSpot ? [spot] : []),
    ],
    hasRgb: shares.includes(null) || panels.some(({ code, drawn }) => code.logo || drawn.pictures.length > 0),
  };
}

/** Black is printed as black ink, white as paper. */
const NEUTRALS: Readonly<Record<Color, readonly number[]>> = {
  "#000000": [0, 0, 0, 1],
  "#ffffff": [0, 0, 0, 0],
};

const colorsOf = ({ code, drawn }: PlacedPanel): Color[] => [
  ...(code.background === null ? [] : [code.background]),
  ...[...code.outlines, ...drawn.outlines].map(({ color }) => color),
];

/** One code of each look: the others have the same inks. */
const alike = (codes: readonly PrintedCode[]): PrintedCode[] => [
  ...new Map(
    codes.map((code) => {
      const { style, logo, brand, texts } = code;
      const has = [logo, brand.logo, brand.picture, ...Object.values(texts)].map(Boolean);
      return [JSON.stringify([style, brand.accent, has]), code];
    }),
  ).values(),
];

import type { Box } from "../../ground/drawing/path.ts";

/** A rectangle with one code, in millimeters from the top left corner of the format. */
export interface Panel extends Box {
  /** Upside down, as the back of a table tent is before it is folded. */
  turned?: boolean;
}

/** What is printed on one page, in millimeters. */
export interface PrintFormat {
  label: string;
  /** The size for people, such as "105 × 148 mm". */
  size: string;
  /** The trimmed size, or the paper size of precut labels and sheets. */
  width: number;
  height: number;
  panels: readonly Panel[];
  /** Whether each panel has its own code; otherwise all panels of a page show the same code. */
  fills: boolean;
  /** Whether it is cut after printing, so that it gets bleed and crop marks. */
  isCut: boolean;
  /** A round cut along the edge. */
  outline?: "circle";
  /** The y coordinate of a fold. */
  fold?: number;
  /** A round hole, such as for the neck of a bottle. */
  hole?: { x: number; y: number; radius: number };
}

/**
 * A sheet of panels, each with its own code: columns and rows of panels of a size, the first at `at`. `pitch` is the distance
 * between the left edges of columns.
 */
const sheet = (
  label: string,
  size: string,
  paper: Pick<PrintFormat, "width" | "height">,
  [columns, rows]: readonly [number, number],
  [width, height]: readonly [number, number],
  { at: [left, top], pitch }: { at: readonly [number, number]; pitch: number },
): PrintFormat => ({
  label,
  size,
  ...paper,
  panels: Array.from({ length: columns * rows }, (_, index) => ({
    x: left + (index % columns) * pitch,
    y: top + Math.floor(index / columns) * height,
    width,
    height,
  })),
  fills: true,
  isCut: false,
});

/** A format with a single panel that is cut out. */
const single = (label: string, width: number, height: number): PrintFormat => ({
  label,
  size: `${width} × ${height} mm`,
  width,
  height,
  panels: [{ x: 0, y: 0, width, height }],
  fills: false,
  isCut: true,
});

const A4 = { width: 210, height: 297 };
const LETTER = { width: 215.9, height: 279.4 };

/** The named formats. Labels are L7163, borderless sheets of 24, and 5164. */
export const PRINT_FORMATS = {
  a6: single("A6 shelf talker", 105, 148),
  wobbler: { ...single("Wobbler", 90, 90), size: "round, 90 mm", outline: "circle" },
  tent: {
    ...single("Table tent", 105, 296),
    size: "2 × A6",
    panels: [
      { x: 0, y: 0, width: 105, height: 148, turned: true },
      { x: 0, y: 148, width: 105, height: 148 },
    ],
    fold: 148,
  },
  neck: {
    ...single("Neck tag", 60, 150),
    panels: [{ x: 0, y: 54, width: 60, height: 96 }],
    hole: { x: 30, y: 30, radius: 16 },
  },
  corner: single("Flyer corner", 60, 60),
  a4: { ...single("A4 poster", A4.width, A4.height), size: "210 × 297 mm" },
  letter: { ...single("Letter poster", LETTER.width, LETTER.height), size: "8½ × 11 in" },
  "labels-24": sheet("24 labels on A4", "70 × 37 mm", A4, [3, 8], [70, 37], { at: [0, 0.5], pitch: 70 }),
  "labels-6": sheet("6 labels on Letter", "4 × 3⅓ in", LETTER, [2, 3], [101.6, 84.67], {
    at: [3.97, 12.7],
    pitch: 106.36,
  }),
} as const satisfies Record<string, PrintFormat>;
export type PrintFormatName = keyof typeof PRINT_FORMATS;

/** The limits of the sides of an own format, in millimeters. */
export const CUSTOM_SIDE = { min: 30, max: 1000 } as const;

export const customFormat = (width: number, height: number): PrintFormat => single("Own size", width, height);

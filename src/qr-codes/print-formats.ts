/** A rectangle for one code, in millimeters from the top left corner of the cut area. */
export interface Panel {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Upside down, like the back of a table tent before folding. */
  turned?: boolean;
}

/** A print format, in millimeters. */
export interface PrintFormat {
  label: string;
  /** The cut area, or the sheet of pre-cut labels. */
  width: number;
  height: number;
  panels: readonly Panel[];
  /** Whether each panel has its own code; otherwise all show the same code. */
  fills: boolean;
  /** Whether it is cut after printing, with bleed and crop marks. */
  isCut: boolean;
  /** A circular cutting line, and a fold line. */
  outline?: "circle";
  fold?: number;
}

/** A grid of labels that starts at `left` and `top`. */
function grid(
  columns: number,
  rows: number,
  label: { width: number; height: number; left: number; top: number; pitch: number },
): Panel[] {
  const { width, height, left, top, pitch } = label;
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: left + (index % columns) * pitch,
    y: top + Math.floor(index / columns) * height,
    width,
    height,
  }));
}

const whole = (label: string, width: number, height: number): PrintFormat => ({
  label,
  width,
  height,
  panels: [{ x: 0, y: 0, width, height }],
  fills: false,
  isCut: true,
});

/** All named formats. The labels are L7163, sheets of 24 without margins, and 5164. */
export const PRINT_FORMATS = {
  a6: whole("A6 shelf talker, 105 × 148 mm", 105, 148),
  wobbler: { ...whole("Wobbler, round, 90 mm", 90, 90), outline: "circle" },
  tent: {
    ...whole("Table tent, two sides of 105 × 148 mm", 105, 296),
    panels: [
      { x: 0, y: 0, width: 105, height: 148, turned: true },
      { x: 0, y: 148, width: 105, height: 148 },
    ],
    fold: 148,
  },
  "labels-24": {
    label: "Labels on A4, 24 of 70 × 37 mm",
    width: 210,
    height: 297,
    panels: grid(3, 8, { width: 70, height: 37, left: 0, top: 0.5, pitch: 70 }),
    fills: true,
    isCut: false,
  },
  "labels-14": {
    label: "Labels on A4, 14 of 99.1 × 38.1 mm",
    width: 210,
    height: 297,
    panels: grid(2, 7, { width: 99.1, height: 38.1, left: 4.65, top: 15.15, pitch: 101.6 }),
    fills: true,
    isCut: false,
  },
  "labels-6": {
    label: "Labels on Letter, 6 of 4 × 3⅓ in",
    width: 215.9,
    height: 279.4,
    panels: grid(2, 3, { width: 101.6, height: 84.67, left: 3.97, top: 12.7, pitch: 106.36 }),
    fills: true,
    isCut: false,
  },
  a4: whole("A4", 210, 297),
  letter: whole("Letter", 215.9, 279.4),
} as const satisfies Record<string, PrintFormat>;
export type PrintFormatName = keyof typeof PRINT_FORMATS;

/** Limits for the sides of a custom format, in millimeters. */
export const CUSTOM_SIDE = { least: 30, most: 1000 } as const;

/** A custom format. */
export const customFormat = (width: number, height: number): PrintFormat =>
  whole("Custom size", width, height);

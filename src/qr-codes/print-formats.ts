/** A rectangle that carries one code, in millimetres from the top left corner of what is cut. */
export interface Panel {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Upside down, as the back of a table tent is before it is folded. */
  turned?: boolean;
}

/** What is printed at one time, in millimetres. */
export interface PrintFormat {
  label: string;
  /** What is cut out, or the paper of labels that are cut already. */
  width: number;
  height: number;
  panels: readonly Panel[];
  /** Whether each panel has a code of its own; else all show the same one. */
  fills: boolean;
  /** Whether it is cut after printing: then it has bleed and crop marks. */
  isCut: boolean;
  /** A line along which it is cut round, and one along which it is folded. */
  outline?: "circle";
  fold?: number;
}

/** Labels beside and below each other, whose first one begins at `left` and `top`. */
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

/** Every format with a name. Labels are those of L7163, of sheets of 24 without a margin, and of 5164. */
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

/** The sides that a format of one's own may have, in millimetres. */
export const OWN_SIDE = { least: 30, most: 1000 } as const;

/** A format of one's own. */
export const ownFormat = (width: number, height: number): PrintFormat => whole("Own size", width, height);

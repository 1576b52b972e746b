import type { Drawing, Outline } from "../drawing/drawing.ts";
import { lettering } from "../drawing/lettering.ts";
import { placed } from "../drawing/path.ts";

/** The texts of a panel; empty texts are left out. */
export interface PanelTexts {
  headline: string;
  name: string;
  link: string;
}

/** A panel, in millimeters from its top left corner. */
export interface PanelDrawing {
  /** The position and width of its code. */
  code: { x: number; y: number; width: number };
  texts: Outline[];
}

/** Height of capitals, in millimeters, for a panel whose shorter side is 100 mm. */
const SIZES = { headline: 6.4, name: 4.2, link: 3.2 } as const;

/** Vertical space between two elements, in cap heights of the second; less in a circle. */
const LEADING = 1.1;
const CLOSE = 0.6;

interface Line {
  text: string;
  /** Cap height. */
  height: number;
}

/** Places a line: shrunk to the available width, left-aligned or centered. */
interface PlacedLine extends Line {
  x: number;
  y: number;
  width: number;
  isCentered: boolean;
}

interface Layout {
  code: PanelDrawing["code"];
  lines: PlacedLine[];
}

/** Lays out a code and its texts in a rectangle or a circle. */
export function drawPanel(
  { width, height, isRound }: { width: number; height: number; isRound: boolean },
  code: Drawing,
  texts: PanelTexts,
): PanelDrawing {
  const ratio = code.height / code.width;
  let layout: Layout;
  if (width > 1.4 * height) layout = besideEachOther(height, width, ratio, texts);
  else if (isRound) layout = inCircle(width, ratio, texts);
  else layout = belowEachOther(width, height, ratio, texts);
  const outlines = layout.lines.map((line): Outline => {
    const { path, width: letters } = lettering(line.text);
    const capitals = Math.min(line.height, line.width / Math.max(1, letters));
    const x = line.x + (line.isCentered ? (line.width - letters * capitals) / 2 : 0);
    return { path: placed(path, x, line.y + line.height, capitals), color: code.color, rule: "nonzero" };
  });
  return { code: layout.code, texts: outlines };
}

const linesOf = ({ headline, name, link }: PanelTexts, scale: number) => {
  const line = (text: string, size: number): Line[] => (text === "" ? [] : [{ text, height: size * scale }]);
  return {
    above: line(headline, SIZES.headline),
    below: [...line(name, SIZES.name), ...line(link, SIZES.link)],
  };
};

const heightOf = (lines: readonly Line[], leading = LEADING): number =>
  lines.reduce((sum, { height }) => sum + height * (1 + leading), 0);

/**
 * Texts above and below a code from `top` on: each at most as wide as `widthAt` of its position, centered at `across`.
 */
function stacked(
  { above, below }: ReturnType<typeof linesOf>,
  { across, top, side, ratio, leading }: Record<"across" | "top" | "side" | "ratio" | "leading", number>,
  widthAt: (top: number, bottom: number) => number,
): Layout {
  let y = top;
  const place = ({ text, height }: Line, gap: number): PlacedLine => {
    const width = widthAt(y + gap, y + gap + height);
    const line = { text, height, x: (across - width) / 2, y: y + gap, width, isCentered: true };
    y += height * (1 + leading);
    return line;
  };
  const first = above.map((line) => place(line, 0));
  const code = { x: (across - side) / 2, y, width: side };
  y += side * ratio;
  return { code, lines: [...first, ...below.map((line) => place(line, line.height * leading))] };
}

function belowEachOther(width: number, height: number, ratio: number, texts: PanelTexts): Layout {
  const scale = Math.min(width, height) / 100;
  const margin = 8 * scale;
  const lines = linesOf(texts, scale);
  const tall = heightOf(lines.above) + heightOf(lines.below);
  const side = Math.max(1, Math.min(width - 2 * margin, (height - 2 * margin - tall) / ratio));
  const top = (height - tall - side * ratio) / 2;
  return stacked(lines, { across: width, top, side, ratio, leading: LEADING }, () => width - 2 * margin);
}

/** For a circle, as shares of its diameter: the margin at its edge, and the minimum width for a line of text. */
const EDGE = 0.05;
const SHORTEST = 0.42;

/**
 * Centers the code in a circle, as large as the lines above and below allow: each line is as wide as the circle there.
 */
function inCircle(diameter: number, ratio: number, texts: PanelTexts): Layout {
  const lines = linesOf(texts, diameter / 100);
  const radius = diameter * (0.5 - EDGE);
  const tall = heightOf(lines.above, CLOSE) + heightOf(lines.below, CLOSE);
  const chordAt = (y: number) => 2 * Math.sqrt(Math.max(0, radius ** 2 - (y - diameter / 2) ** 2));
  const layoutOf = (side: number): Layout => {
    const top = (diameter - tall - side * ratio) / 2;
    const place = { across: diameter, top, side, ratio, leading: CLOSE };
    return stacked(lines, place, (from, to) => Math.min(chordAt(from), chordAt(to)));
  };
  // The quiet zone of a code without a frame may extend into the margin.
  const seen = ratio > 1 ? 1 : 0.8;
  const fits = ({ code, lines: placedLines }: Layout) =>
    placedLines.every(({ width }) => width >= SHORTEST * diameter) &&
    [code.y + ((1 - seen) * code.width) / 2, code.y + code.width * (ratio - (1 - seen) / 2)].every(
      (y) => chordAt(y) >= seen * code.width,
    );
  let side = diameter;
  while (side > diameter / 5 && !fits(layoutOf(side))) side -= diameter / 200;
  return layoutOf(side);
}

function besideEachOther(height: number, width: number, ratio: number, texts: PanelTexts): Layout {
  const scale = height / 50;
  // A frame has no quiet zone around it as a cutting tolerance.
  const isFramed = ratio > 1;
  const margin = (isFramed ? 3 : 1.2) * scale;
  const side = (height - 2 * margin) / Math.max(1, ratio);
  const { above, below } = linesOf(texts, scale);
  const all = [...above, ...below];
  const x = margin + side + (isFramed ? 4 : 2) * scale;
  let y = (height - heightOf(all)) / 2;
  const lines = all.map((line): PlacedLine => {
    const top = y + (line.height * LEADING) / 2;
    y += line.height * (1 + LEADING);
    return { ...line, x, y: top, width: width - x - 2 * scale, isCentered: false };
  });
  return { code: { x: margin, y: (height - side * ratio) / 2, width: side }, lines };
}

import type { Color } from "../../ground/core/colors.ts";
import type { Drawing, Outline, PlacedPicture } from "../../ground/drawing/drawing.ts";
import { placed, roundedRect } from "../../ground/drawing/path.ts";
import { QUIET_ZONE } from "./image-formats.ts";
import {
  fitted,
  type Item,
  isReadable,
  items,
  type PanelBrand,
  type PanelTexts,
  type PlacedItem,
  shrunk,
  stacked,
  total,
} from "./print-items.ts";

/** A panel to lay out, in millimeters. */
interface PanelSize {
  width: number;
  height: number;
  isRound: boolean;
  /** How far color extends beyond each edge that is cut. */
  bleed: { sides: number; top: number };
  /** Whether the panel is cut out, so that color can extend to its edge. */
  isCut: boolean;
}

/** A laid-out panel, in millimeters from its top left corner. */
export interface PanelDrawing {
  code: { x: number; y: number; width: number };
  /** Areas and letters, in order, above the background. */
  outlines: Outline[];
  pictures: PlacedPicture[];
}

const CLOSE = 0.6;

/** Lays out a code, its texts and its brand in a rectangle or a circle. */
export function drawPanel(
  size: PanelSize,
  code: Drawing,
  { texts, brand }: { texts: PanelTexts; brand: PanelBrand },
): PanelDrawing {
  const { width, height, isRound } = size;
  const ratio = code.height / code.width;
  if (width > 1.4 * height) return besideEachOther(size, code, ratio, items(height / 50, code, texts, brand));
  if (isRound)
    return inCircle(
      size,
      ratio,
      items(width / 100, code, texts, { ...brand, picture: null }, CLOSE),
      brand.accent,
    );
  return belowEachOther(size, code, ratio, texts, brand);
}

const onColor = (color: Color): Color => (isReadable("#ffffff", color) ? "#ffffff" : "#000000");

function finish(
  code: PanelDrawing["code"],
  areas: readonly Outline[],
  all: readonly PlacedItem[],
): PanelDrawing {
  const drawing: PanelDrawing = { code, outlines: [...areas], pictures: [] };
  for (const { item, box } of all) {
    const { content } = item;
    if ("picture" in content) drawing.pictures.push({ picture: content.picture, ...box });
    else {
      const path = placed(content.letters.path, box.x, box.y + box.height, box.height);
      drawing.outlines.push({ path, color: content.color, rule: "nonzero" });
    }
  }
  return drawing;
}

/** The smallest symbol that phones read reliably, in millimeters without its quiet zone. */
export const MIN_SYMBOL = 20;

/** How much texts and margins may shrink so that the symbol is not smaller. */
const FACTORS = [1, 0.85, 0.7, 0.55, 0.4];

/** The width of the symbol in a panel, in millimeters. */
export const symbolWidth = ({ code: { width } }: PanelDrawing, code: Drawing): number =>
  (width * (code.width - 2 * QUIET_ZONE.default)) / code.width;

function belowEachOther(
  size: PanelSize,
  code: Drawing,
  ratio: number,
  texts: PanelTexts,
  brand: PanelBrand,
): PanelDrawing {
  const drawings = FACTORS.map((factor) => belowAt(factor, size, code, ratio, texts, brand));
  const last = belowAt(FACTORS.at(-1) ?? 1, size, code, ratio, texts, brand);
  return drawings.find((drawn) => symbolWidth(drawn, code) >= MIN_SYMBOL) ?? last;
}

function belowAt(
  factor: number,
  { width, height, isCut, bleed }: PanelSize,
  code: Drawing,
  ratio: number,
  texts: PanelTexts,
  brand: PanelBrand,
): PanelDrawing {
  const scale = (Math.min(width, height) / 100) * factor;
  const margin = 8 * scale;
  const { above, below } = items(scale, code, texts, brand);
  const { accent } = brand;
  const isBanded = isCut && accent !== null;
  const [lines, photos] = [true, false].map((isText) =>
    above.filter(({ content }) => "letters" in content === isText),
  );
  const band = isBanded ? bandFor(lines ?? [], { width, scale, accent, bleed }) : null;
  const start = band?.height ?? 0;
  // At least half of the height is for the code.
  const stack = { above: (band ? photos : above) ?? [], below: shrunk(below, height * 0.3) };
  const tall = total(stack.above) + total(stack.below);
  const free = height - start - 2 * margin - tall;
  const side = Math.max(1, Math.min(width - 2 * margin, free / ratio));
  const top = start + (height - start - tall - side * ratio) / 2;
  const room = width - 2 * margin;
  const done = stacked(stack, { across: width, top, side, ratio }, () => room);
  return finish(done.code, band ? [band.area] : [], [...(band?.placed ?? []), ...done.placed]);
}

/** A band of the brand's color across the top, with the headline. */
function bandFor(
  headline: readonly Item[],
  { width, scale, accent, bleed }: { width: number; scale: number; accent: Color; bleed: PanelSize["bleed"] },
) {
  const padding = (headline.length === 0 ? 3 : 8) * scale;
  const ink = onColor(accent);
  let y = padding;
  const placedLines = headline.map((item): PlacedItem => {
    const { content } = item;
    const colored = "letters" in content ? { ...item, content: { ...content, color: ink } } : item;
    const done = fitted(colored, { x: 8 * scale, y, room: width - 16 * scale });
    y += item.height * 1.7;
    return done;
  });
  const height = headline.length === 0 ? 2 * padding : y - (headline[0]?.height ?? 0) * 0.7 + padding;
  const box = { x: -bleed.sides, y: -bleed.top, width: width + 2 * bleed.sides, height: height + bleed.top };
  const area: Outline = { path: roundedRect(box), color: accent, rule: "nonzero" };
  return { height, area, placed: placedLines };
}

/** Shares of a circle's diameter: the free edge, the width of the ring of the brand's color, and the shortest line. */
const EDGE = 0.05;

const RING = 0.035;

const MIN_LINE = 0.42;

/** In the middle of a circle, as large as the lines above and below allow. */
function inCircle(
  { width: diameter, bleed }: PanelSize,
  ratio: number,
  { above, below }: ReturnType<typeof items>,
  accent: Color | null,
): PanelDrawing {
  const stack = { above, below: shrunk(below, diameter * 0.24) };
  const radius = diameter * (0.5 - EDGE - (accent === null ? 0 : RING / 2));
  const tall = total(stack.above) + total(stack.below);
  const chordAt = (y: number) => 2 * Math.sqrt(Math.max(0, radius ** 2 - (y - diameter / 2) ** 2));
  const layoutOf = (side: number) => {
    const top = (diameter - tall - side * ratio) / 2;
    return stacked(stack, { across: diameter, top, side, ratio }, (from, to) =>
      Math.min(chordAt(from), chordAt(to)),
    );
  };
  // The quiet zone of a code without a frame may extend into the margin.
  const seen = ratio > 1 ? 1 : 0.8;
  const fits = ({ code, rooms }: ReturnType<typeof layoutOf>) =>
    rooms.every((room) => room >= MIN_LINE * diameter) &&
    [code.y + ((1 - seen) * code.width) / 2, code.y + code.width * (ratio - (1 - seen) / 2)].every(
      (y) => chordAt(y) >= seen * code.width,
    );
  let side = diameter;
  while (side > diameter / 5 && !fits(layoutOf(side))) side -= diameter / 200;
  const done = layoutOf(side);
  const ring = accent === null ? [] : [ringOf(diameter, bleed.sides, accent)];
  return finish(done.code, ring, done.placed);
}

function ringOf(diameter: number, bleed: number, color: Color): Outline {
  const inner = diameter * (1 - 2 * RING);
  const inset = diameter * RING;
  const [outer, outside] = [diameter + 2 * bleed, -bleed];
  const path = [
    ...roundedRect({ x: outside, y: outside, width: outer, height: outer }),
    ...roundedRect({ x: inset, y: inset, width: inner, height: inner }, inner / 2),
  ];
  return { path, color, rule: "evenodd" };
}

function besideEachOther(
  { width, height }: PanelSize,
  code: Drawing,
  ratio: number,
  { above, below }: ReturnType<typeof items>,
): PanelDrawing {
  const scale = height / 50;
  // A frame has no light modules around it that a knife may come near.
  const isFramed = code.height > code.width;
  const margin = (isFramed ? 3 : 1.2) * scale;
  const side = (height - 2 * margin) / Math.max(1, ratio);
  const all = shrunk([...above, ...below], height - 4 * scale);
  const x = margin + side + (isFramed ? 4 : 2) * scale;
  const room = width - x - 2 * scale;
  let y = (height - total(all)) / 2;
  const lines = all.map((item): PlacedItem => {
    const done = fitted(item, { x, y: y + item.gap / 2, room, isLeft: true });
    y += item.height + item.gap;
    return done;
  });
  return finish({ x: margin, y: (height - side * ratio) / 2, width: side }, [], lines);
}

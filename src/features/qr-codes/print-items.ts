import { type Color, contrastRatio, luminanceOf } from "../../ground/core/colors.ts";
import type { Drawing, Logo } from "../../ground/drawing/drawing.ts";
import { type Lettering, lettering } from "../../ground/drawing/lettering.ts";
import type { Box } from "../../ground/drawing/path.ts";

/** The texts beside a code. Empty texts are left out. */
export interface PanelTexts {
  headline: string;
  name: string;
  link: string;
}

/** What a project's brand adds to a panel. */
export interface PanelBrand {
  logo: Logo | null;
  accent: Color | null;
}

/** Cap heights of texts and the height of the logo, in millimeters, in a panel whose shorter side is 100 mm. */
const SIZES = { headline: 6.4, name: 4.2, link: 3.2, logo: 11 } as const;

/** The space between lines, in cap heights; circles have less room. */
const LEADING = 1.1;

/** Longer headlines, in cap heights, are split into two lines. */
const MAX_HEADLINE = 14;

/** A line of text or the logo. */
export interface Item {
  height: number;
  /** Width divided by height. */
  aspect: number;
  /** The aspect that limits its height: that of the longest line of the same text. */
  widest: number;
  /** The space between this item and its neighbor nearer to the code. */
  gap: number;
  content: { letters: Lettering; color: Color } | { logo: Logo };
}

export interface PlacedItem {
  item: Item;
  box: Box;
}

/** Whether letters of this color are readable on a background: 3 to 1 for large text, as in WCAG 2.2. */
export const isReadable = (color: Color, background: Color): boolean => {
  const [one = 0, other = 0] = [luminanceOf(color), luminanceOf(background)].sort((a, b) => a - b);
  return contrastRatio(one, other) >= 3;
};

/** The items above and below a code, in order. `scale` is 1 for a panel whose shorter side is 100 mm. */
export function items(scale: number, code: Drawing, texts: PanelTexts, brand: PanelBrand, leading = LEADING) {
  const { accent, logo } = brand;
  const strong = accent !== null && isReadable(accent, code.background) ? accent : code.color;
  const lines = (texts: readonly string[], size: number, color: Color): Item[] => {
    const all = texts.filter((text) => text !== "").map(lettering);
    const widest = Math.max(1, ...all.map(({ width }) => width));
    const [height, gap] = [size * scale, size * scale * leading];
    return all.map((letters) => ({
      ...{ height, gap, widest, aspect: letters.width },
      content: { letters, color },
    }));
  };
  return {
    above: lines(headlineLines(texts.headline), SIZES.headline, strong),
    below: [
      ...lines([texts.name], SIZES.name, code.color),
      ...lines([texts.link], SIZES.link, code.color),
      ...(logo ? [logoItem(logo, SIZES.logo * scale)] : []),
    ],
  };
}

/** Items that are no taller than `room` in total. */
export function shrunk(list: readonly Item[], room: number): Item[] {
  const factor = Math.min(1, room / Math.max(1, total(list)));
  return list.map((item) => ({ ...item, height: item.height * factor, gap: item.gap * factor }));
}

const logoItem = (logo: Logo, height: number): Item => ({
  height,
  aspect: logo.width / logo.height,
  widest: logo.width / logo.height,
  gap: height * 0.45,
  content: { logo },
});

/** A headline in one line, or in two that are split at the space nearest to the middle. */
function headlineLines(text: string): string[] {
  if (lettering(text).width <= MAX_HEADLINE) return [text];
  const middle = text.length / 2;
  const spaces = Array.from(text.matchAll(/ /g), ({ index }) => index);
  const [at] = spaces.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

export const total = (list: readonly Item[]): number =>
  list.reduce((sum, { height, gap }) => sum + height + gap, 0);

/** The item at `y`, no wider than `room`, which starts at `x`; centered unless `isLeft`. */
export function fitted(
  item: Item,
  { x, y, room, isLeft = false }: { x: number; y: number; room: number; isLeft?: boolean },
): PlacedItem {
  const height = Math.min(item.height, room / item.widest);
  const width = height * item.aspect;
  return { item, box: { x: isLeft ? x : x + (room - width) / 2, y, width, height } };
}

/** Items above and below a code, starting at `top`. `roomAt` returns the width between two heights. */
export function stacked(
  { above, below }: ReturnType<typeof items>,
  { across, top, side, ratio }: Record<"across" | "top" | "side" | "ratio", number>,
  roomAt: (top: number, bottom: number) => number,
): { code: { x: number; y: number; width: number }; placed: PlacedItem[]; rooms: number[] } {
  let y = top;
  const rooms: number[] = [];
  const place = (item: Item): PlacedItem => {
    const room = roomAt(y, y + item.height);
    rooms.push(room);
    return fitted(item, { x: (across - room) / 2, y, room });
  };
  const first = above.map((item) => {
    const done = place(item);
    y += item.height + item.gap;
    return done;
  });
  const code = { x: (across - side) / 2, y, width: side };
  y += side * ratio;
  const last = below.map((item) => {
    y += item.gap;
    const done = place(item);
    y += item.height;
    return done;
  });
  return { code, placed: [...sameSize(first), ...last], rooms };
}

/** The lines of a headline, all as high as the smallest of them. */
function sameSize(lines: readonly PlacedItem[]): PlacedItem[] {
  const height = Math.min(...lines.map(({ box }) => box.height));
  return lines.map(({ item, box }) => {
    const width = (box.width * height) / box.height;
    const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
    return { item, box: { x, y, width, height } };
  });
}

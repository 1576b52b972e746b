import { type Color, contrastRatio, luminanceOf } from "../../ground/core/colors.ts";
import type { Drawing, Logo, Photo } from "../../ground/drawing/drawing.ts";
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
  /** A picture of the product; circles have no room for it. */
  picture?: Logo | Photo | null;
}

/** Cap heights of texts and the heights of pictures, in millimeters, in a panel whose shorter side is 100 mm. */
const SIZES = { headline: 6.4, name: 4.2, link: 3.2, logo: 11, picture: 34 } as const;

/** The space between lines, in cap heights; circles have less room. */
const LEADING = 1.1;

/** Longer headlines, in cap heights, are split into two lines. */
const MAX_HEADLINE = 14;

/** A line of text or a picture. */
export interface Item {
  height: number;
  /** Width divided by height. */
  aspect: number;
  /** The aspect that limits its height: that of the longest line of the same text. */
  widest: number;
  /** The space between this item and its neighbor nearer to the code. */
  gap: number;
  content: { letters: Lettering; color: Color } | { picture: Logo | Photo };
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
  const { accent, logo, picture } = brand;
  const strong = accent !== null && isReadable(accent, code.surface) ? accent : code.color;
  const lines = (texts: readonly string[], size: number, color: Color): Item[] => {
    const all = texts.filter((text) => text !== "").map(lettering);
    const widest = Math.max(1, ...all.map(({ width }) => width));
    const [height, gap] = [size * scale, size * scale * leading];
    return all.map((letters) => ({
      height,
      gap,
      widest,
      aspect: letters.width,
      content: { letters, color },
    }));
  };
  return {
    above: [
      ...lines(headlineLines(texts.headline), SIZES.headline, strong),
      ...(picture ? [pictureItem(picture, SIZES.picture * scale, 0.1)] : []),
    ],
    below: [
      ...lines([texts.name], SIZES.name, code.color),
      ...lines([texts.link], SIZES.link, code.color),
      ...(logo ? [pictureItem(logo, SIZES.logo * scale, 0.45)] : []),
    ],
  };
}

/** Items that are no taller than `room` in total. */
export function shrunk(list: readonly Item[], room: number): Item[] {
  const factor = Math.min(1, room / Math.max(1, total(list)));
  return list.map((item) => ({ ...item, height: item.height * factor, gap: item.gap * factor }));
}

const pictureItem = (picture: Logo | Photo, height: number, gap: number): Item => ({
  height,
  aspect: picture.width / picture.height,
  widest: picture.width / picture.height,
  gap: height * gap,
  content: { picture },
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
  const [lines, pictures] = [true, false].map((isText) =>
    first.filter(({ item: { content } }) => "letters" in content === isText),
  );
  return { code, placed: [...sameSize(lines ?? []), ...(pictures ?? []), ...last], rooms };
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

import type { Stamp } from "./artwork.ts";
import { GLYPHS, MARKS } from "./glyphs.ts";
import type { Path } from "./path.ts";
import { readSvgPath } from "./svg-path.ts";

/** Height of capitals in the grid of the glyphs. */
export const CAPITAL = 10;

/** Width of the pen that draws letters, in the same grid. */
export const PEN = 1.65;

/** Between two letters, from line to line, and what a space is wide. */
const BETWEEN = 2.9;
const SPACE = 4.2;

/** How far a mark comes down where it stands above a small letter. */
const LOWER = 2.7;

/** A line of text as lines of a pen, in the grid of the glyphs, from x = 0 on. */
export interface Lettering {
  letters: readonly Stamp[];
  width: number;
}

/** The characters of a text that we have no letters for, each once. */
export const missingLetters = (text: string): string[] => [
  ...new Set(
    [...text.normalize("NFC")].filter((character) =>
      [...character.normalize("NFD")].some(
        (part) =>
          part !== " " && part !== "\u00a0" && !Object.hasOwn(GLYPHS, part) && !Object.hasOwn(MARKS, part),
      ),
    ),
  ),
];

const paths = new Map<string, Path>();

/** The lines of a glyph or a mark, read once. */
function linesOf(data: string): Path {
  const known = paths.get(data);
  if (known) return known;
  const path = readSvgPath(data);
  if (!path) throw new TypeError(`the glyph ${data} is malformed`);
  paths.set(data, path);
  return path;
}

/** The texts that were asked for last, and how many are kept. */
const texts = new Map<string, Lettering>();
const MOST_TEXTS = 50;

/** A text of one line. Characters without letters are left out: see `missingLetters`. */
export function lettering(text: string): Lettering {
  const known = texts.get(text);
  if (known) return known;
  if (texts.size === MOST_TEXTS) texts.clear();
  const letters = lettersOf(text);
  texts.set(text, letters);
  return letters;
}

function lettersOf(text: string): Lettering {
  const letters: Stamp[] = [];
  let x = 0;
  let end = 0;
  let base = { x: 0, width: 0, raised: 0 };
  // A mark stands in place of the dot of a small i.
  for (const character of text.normalize("NFD").replace(/i(?=[\u0300-\u0304\u0306-\u030c])/g, "ı")) {
    const [place, lines] = MARKS[character] ?? [];
    const glyph = GLYPHS[character];
    if (place !== undefined && lines !== undefined) {
      const down = place === "above" ? base.raised : 0;
      letters.push({ path: linesOf(lines), x: base.x + base.width / 2, y: down });
    } else if (glyph) {
      const [width, outline] = glyph;
      letters.push({ path: linesOf(outline), x, y: 0 });
      base = { x, width, raised: isSmall(character) ? LOWER : 0 };
      end = x + width;
      x = end + BETWEEN;
    } else if (character === " " || character === "\u00a0") x += SPACE;
  }
  return { letters, width: end };
}

/** Whether marks stand lower above a character: small letters without a part that reaches up. */
const isSmall = (character: string): boolean => /^[acegijmnopqrsuvwxyzæœı]$/.test(character);

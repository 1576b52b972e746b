import { CAPITAL, GLYPHS, KERNING } from "./glyphs.ts";
import { type Path, placed, readPath } from "./path.ts";

/** A line of text as outlines, starting at x = 0 on the baseline, in cap heights. */
export interface Lettering {
  path: Path;
  width: number;
}

interface Glyph {
  width: number;
  path: Path;
}

/** Width of a space, in the units of the glyphs. */
const SPACE = 125;
const SPACES = new Set([" ", "\u00a0"]);

/** The glyph data and the kerning from `glyphs.ts`. */
const entries = new Map<string, string>();
const kerning = new Map<string, number>();

function open(): void {
  for (const entry of GLYPHS.trim().split(/[\n\t]/)) entries.set([...entry][0] ?? "", entry);
  for (const line of KERNING.trim().split("\n")) {
    const [left = "", ...groups] = line.split(" ");
    for (let at = 0; at < groups.length; at += 2) {
      for (const right of groups[at + 1] ?? "") kerning.set(left + right, Number(groups[at]));
    }
  }
}

const glyphs = new Map<string, Glyph>();

/** A glyph, parsed once; undefined if missing. */
function glyphOf(character: string): Glyph | undefined {
  const known = glyphs.get(character);
  if (known) return known;
  if (entries.size === 0) open();
  const entry = entries.get(character);
  if (entry === undefined) return undefined;
  const [, width, data = ""] = /^\S+ (\d+) (.*)$/u.exec(entry) ?? [];
  const glyph = {
    width: Number(width),
    path: data.startsWith("=") ? composed(data.slice(1)) : readPath(data),
  };
  glyphs.set(character, glyph);
  return glyph;
}

/** Combines glyphs, such as a letter and its accent. */
const composed = (parts: string): Path =>
  parts.split(" ").flatMap((part) => {
    const [name = "", ...place] = part;
    const [x = 0, y = 0] = place.join("").split(",").map(Number);
    return placed(glyphOf(name)?.path ?? [], x, y);
  });

/** The unique characters of a text without a glyph. */
export const missingLetters = (text: string): string[] => [
  ...new Set([...text.normalize("NFC")].filter((character) => !SPACES.has(character) && !glyphOf(character))),
];

/** A letter without accents, for kerning. */
const plain = (character: string): string => character.normalize("NFD").charAt(0);

/** Renders one line of text. Characters without a glyph are left out: see `missingLetters`. */
export function lettering(text: string): Lettering {
  const path: Path[number][] = [];
  let x = 0;
  let before = "";
  for (const character of text.normalize("NFC")) {
    if (SPACES.has(character)) x += SPACE;
    else {
      const glyph = glyphOf(character);
      if (!glyph) continue;
      x += kerning.get(before + plain(character)) ?? 0;
      path.push(...placed(glyph.path, x / CAPITAL, 0, 1 / CAPITAL));
      x += glyph.width;
    }
    before = plain(character);
  }
  return { path, width: x / CAPITAL };
}

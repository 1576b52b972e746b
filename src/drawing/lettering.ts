import { CAPITAL, GLYPHS, KERNING } from "./glyphs.ts";
import { type Path, placed, type Step } from "./path.ts";

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
    path: data.startsWith("=") ? composed(data.slice(1)) : outlines(data),
  };
  glyphs.set(character, glyph);
  return glyph;
}

/** The characters that encode numbers from -44, and the number of arguments per step. */
const ALPHABET =
  "!\"#%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}";
const NUMBERS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, z: 0 };

/**
 * Parses the outlines of a glyph: relative steps, each a letter and its numbers; `~` precedes a number of two
 * characters.
 */
function outlines(data: string): Path {
  const steps: Step[] = [];
  const start = { x: 0, y: 0 };
  let [x, y, at] = [0, 0, 0];
  const digit = () => ALPHABET.indexOf(data.charAt(at++));
  const next = (): number => {
    if (data.charAt(at) !== "~") return digit() - 44;
    at += 1;
    return digit() * 90 + digit() - 4000;
  };
  while (at < data.length) {
    const command = data.charAt(at++);
    const numbers = Array.from({ length: NUMBERS[command] ?? 0 }, next);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers;
    if (command === "z") {
      steps.push(["Z"]);
      [x, y] = [start.x, start.y];
    } else if (command === "c") {
      steps.push(["C", x + a, y + b, x + c, y + d, x + e, y + f]);
      [x, y] = [x + e, y + f];
    } else {
      x += command === "v" ? 0 : a;
      y += command === "v" ? a : b;
      if (command === "m") [start.x, start.y] = [x, y];
      steps.push([command === "m" ? "M" : "L", x, y]);
    }
  }
  return steps;
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

import { slugProblem } from "./slug.ts";

/** The longest suggestion: short enough to be read out. */
const LONGEST = 40;
/** How many slugs are tried besides the plain one. */
const MAX_NUMBERED = 9;

/** Letters that are no Latin letter with a mark, as people write them without. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  "&": " and ",
};

/** A text in the letters of slugs; empty where none of it can be written so. */
function plainWords(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[æœßøđðþłı&]/g, (letter) => LETTERS[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (plain.length <= LONGEST) return plain;
  // Whole words, where the first is not too long by itself.
  const cut = plain.slice(0, LONGEST + 1).replace(/-[^-]*$/, "");
  return cut.slice(0, LONGEST);
}

/** The slugs that suit a text, the best first: all of them are of the right form. None for a text without Latin letters. */
export function slugsOfWords(text: string): string[] {
  const plain = plainWords(text);
  if (plain === "") return [];
  const numbered = Array.from({ length: MAX_NUMBERED }, (_, index) => `${plain}-${index + 2}`);
  return [plain, ...numbered].filter((each) => slugProblem(each) === undefined);
}

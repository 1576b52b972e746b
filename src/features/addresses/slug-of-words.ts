import { slugProblem } from "./slug.ts";

/** The maximum length of a suggestion: short enough to be read out. */
const MAX_LENGTH = 40;
/** How many numbered slugs are suggested besides the plain slug. */
const MAX_NUMBERED = 9;

/** Letters without a decomposition into a Latin letter and a mark, as people write them in ASCII. */
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

/** A text in the letters of slugs; empty if it has no such letters. */
function plainWords(text: string): string {
  const plain = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, "")
    .replace(/[æœßøđðþłı&]/g, (letter) => LETTERS[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (plain.length <= MAX_LENGTH) return plain;
  // Cut between words, unless the first word is too long.
  const cut = plain.slice(0, MAX_LENGTH + 1).replace(/-[^-]*$/, "");
  return cut.slice(0, MAX_LENGTH);
}

/** Valid slugs for a text, best first. Empty for a text without Latin letters. */
export function slugsOfWords(text: string): string[] {
  const plain = plainWords(text);
  if (plain === "") return [];
  const numbered = Array.from({ length: MAX_NUMBERED }, (_, index) => `${plain}-${index + 2}`);
  return [plain, ...numbered].filter((each) => slugProblem(each) === undefined);
}

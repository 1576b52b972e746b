import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** The folders whose texts people read on screens. */
const SCREENS = ["src/surfaces/dashboard", "src/surfaces/pages"];
/** The texts that screens take from elsewhere. */
const OTHERS = ["src/ground/core/vocabulary.ts", "src/features/access/scope-descriptions.ts"];

/** The words of docs/words.md that are not to be used: the texts in quotation marks of its last column. */
const OLD_WORDS = readFileSync(join(ROOT, "docs/words.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  .flatMap((line) => [...(line.split("|")[3] ?? "").matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word));

const files = [
  ...SCREENS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|js)$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
  ...OTHERS,
];

/** The text of a file without its comments, in which the words of the API may stand; lines that are cut read on. */
const textOf = (file: string): string =>
  readFileSync(join(ROOT, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "")
    .replace(/\s+/g, " ");

/** Where the word stands as such: not as a part of a longer one. */
const stands = (word: string, text: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`).test(text);

test("screens use none of the old words of docs/words.md", () => {
  expect(OLD_WORDS.length).toBeGreaterThan(15);
  const found = files.flatMap((file) => {
    const text = textOf(file);
    return OLD_WORDS.filter((word) => stands(word, text)).map((word) => `${file}: ${word}`);
  });
  expect(found).toEqual([]);
});

test("a word is found only as a whole word", () => {
  expect(stands("Big box W", "<b>Big box W</b>")).toBe(true);
  expect(stands("What fits", 'label: "What fits" }')).toBe(true);
  expect(stands("As a table", "Show as a table")).toBe(false);
  expect(stands("Custom URL", "readCustom URLs")).toBe(false);
});

import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { expect, test } from "vitest";

/** Phrases that readers stumble over, and what to write instead. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(that|what|which|who) (is|are) none\b(?! of)/i, 'name the thing: "an unknown host"'],
  [/\b(go|goes|going) on leading\b/i, '"keeps redirecting"'],
  [/\b(leads?|led) on\b/i, '"redirects"'],
  // `link.mended` is a type of event.
  [/(?<!\blink\.)\bmend(s|ed|ing)?\b/i, '"fix"'],
  [/\b(MOST|LEAST|FEWEST|LONGEST|SHORTEST)_[A-Z]/, "MAX_ or MIN_"],
  [/\bbears?\b/i, '"accept", "handle"'],
  [/\bwhoever\b/i, 'name the person: "the operator", "the caller"'],
  [/\bby (itself|themselves)\b/i, '"automatically" or "separately"'],
  [/\bfor ever\b/i, '"forever"'],
  [/\b(told|tells?) (\w+ ){0,4}apart\b/i, '"distinguish"'],
  [/\bcures?\b/i, '"fix", "what to do"'],
  [/\breads? like (none|ones?|those)\b/i, "name the thing"],
  [/(?<!here )\b(is|are) no (member|host|scope|visit)s?\b/i, '"is not a member"'],
  [/\bVisits (see|get|are led)\b/, '"Shoppers see"'],
  [/colour/i, "US spelling: color"],
  // A row of a text table may be in another language.
  [/(?<!^ {2}[a-z]{2}: \[.*)(?<!"|\p{L})e-mails?\b/iu, '"email"'],
];

/** Names of tests only. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^holds? (that|how|which|what|where)\b/i, "say what must be true"],
];

const TEXTS = new Set([".ts", ".tsx", ".mjs", ".js", ".css", ".md", ".sql", ".toml"]);
const MADE = /(^|\/)(node_modules|dist)\//;
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path}`)
    .filter((path) => TEXTS.has(extname(path)) && !MADE.test(path));
const DOCUMENTS = readdirSync(".").filter((path) => path.endsWith(".md"));
/** The titles of tests in a file. */
const titlesIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/\b(?:test|describe)(?:\.\w+)*(?:\([^"`']*\))?\(\s*(["'`])(.+?)\1/g),
    (match) => match[2] ?? "",
  );

function findings(path: string, text: string, rules: typeof PHRASES): string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      rules
        .filter(([pattern]) => pattern.test(line))
        .map(([, better]) => `${path}:${index + 1}: write ${better}: ${line.trim()}`),
    );
}

test("the code, the client and the documents avoid phrases that readers stumble over", () => {
  const written = [...["src", "client", "docs"].flatMap(filesIn), ...DOCUMENTS, "schema.sql"];
  expect(written.length).toBeGreaterThan(500);
  expect(written.flatMap((path) => findings(path, readFileSync(path, "utf8"), PHRASES))).toEqual([]);
});

test("so do the names of tests", () => {
  const found = filesIn("test").flatMap((path) =>
    titlesIn(readFileSync(path, "utf8")).flatMap((title) => findings(path, title, [...PHRASES, ...NAMES])),
  );
  expect(found).toEqual([]);
});

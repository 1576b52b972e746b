import { PAGE_LANGUAGES, type PageLanguage } from "../../short-links/choice.ts";

/** The languages that our pages for shoppers are written in. The first is used where a browser asks for none of them. */
export const LANGUAGES = PAGE_LANGUAGES;
/** One language, as BCP 47 writes it. */
export type Language = PageLanguage;

const isLanguage = (word: string): word is Language => (LANGUAGES as readonly string[]).includes(word);

/** What the headers of late asked for: a few browsers make most visits, and reading one takes as long as finding a page. */
const known = new Map<string, Language>();
const CAPACITY = 500;
/** The longest header that is remembered, in characters. */
const LONGEST = 200;

/**
 * The language to answer in, as `readPreferred` has it. What is remembered says nothing about anybody, and is cleared when
 * it is full.
 */
export function preferredLanguage(acceptLanguage: string | null): Language {
  if (acceptLanguage === null) return "en";
  const found = known.get(acceptLanguage);
  if (found !== undefined) return found;
  const language = readPreferred(acceptLanguage);
  if (acceptLanguage.length > LONGEST) return language;
  if (known.size >= CAPACITY) known.clear();
  known.set(acceptLanguage, language);
  return language;
}

/**
 * The language to answer in: the first that Accept-Language prefers among ours, by RFC 9110, section 12.5.4. A regional
 * variant stands for its language, `*` for English.
 */
function readPreferred(acceptLanguage: string): Language {
  const ranges = acceptLanguage.slice(0, 1_000).split(",").map(readRange);
  const ours = ranges.filter(({ language, weight }) => language !== undefined && weight > 0);
  const [best] = ours.sort((a, b) => b.weight - a.weight);
  return best?.language ?? "en";
}

function readRange(range: string): { language: Language | undefined; weight: number } {
  const [tag = "", ...parameters] = range
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/);
  const [primary = ""] = tag.split("-");
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  const weight = quality === undefined ? 1 : Number(quality);
  const language = primary === "*" ? "en" : isLanguage(primary) ? primary : undefined;
  return { language, weight: Number.isNaN(weight) ? 0 : weight };
}

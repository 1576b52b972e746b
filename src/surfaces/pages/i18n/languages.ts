import { acceptedLanguages } from "../../../ground/core/linkset.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../../../ground/core/page-languages.ts";

/** The languages of our pages for shoppers. The first is the default. */
export const LANGUAGES = PAGE_LANGUAGES;
/** A language as a BCP 47 tag. */
export type Language = PageLanguage;

const isLanguage = (tag: string): tag is Language => (LANGUAGES as readonly string[]).includes(tag);

/** Results for recent headers: a few browsers make most visits, and parsing a header takes as long as finding a page. */
const cache = new Map<string, Language>();
const CAPACITY = 500;
/** The maximum length of a cached header, in characters. */
const MAX_LENGTH = 200;

/**
 * The language of the response, cached. The cache contains no personal data and is cleared when full.
 */
export function preferredLanguage(acceptLanguage: string | null): Language {
  if (acceptLanguage === null) return "en";
  const found = cache.get(acceptLanguage);
  if (found !== undefined) return found;
  const language = readPreferred(acceptLanguage);
  if (acceptLanguage.length > MAX_LENGTH) return language;
  if (cache.size >= CAPACITY) cache.clear();
  cache.set(acceptLanguage, language);
  return language;
}

/**
 * The language of the response: the first that Accept-Language prefers among ours. A regional variant counts as its language,
 * `*` as English.
 */
const readPreferred = (acceptLanguage: string): Language =>
  acceptedLanguages(acceptLanguage.slice(0, 1_000))
    .map((range) => (range === "*" ? "en" : (range.split("-")[0] ?? "")))
    .find(isLanguage) ?? "en";

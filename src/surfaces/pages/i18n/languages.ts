import { acceptedRanges } from "../../../ground/core/language-tags.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../../../ground/core/page-languages.ts";

/** The languages of our pages for shoppers. The first is the default. */
export const LANGUAGES = PAGE_LANGUAGES;
/** A language as a BCP 47 tag. */
export type Language = PageLanguage;

/**
 * The language of the response: the first that Accept-Language prefers among ours. A regional variant counts as its language,
 * `*` as English.
 */
export function preferredLanguage(acceptLanguage: string | null): Language {
  for (const ranges of acceptedRanges(acceptLanguage)) {
    if (ranges[0] === "*") break;
    const found = LANGUAGES.find((language) => ranges.includes(language));
    if (found !== undefined) return found;
  }
  return "en";
}

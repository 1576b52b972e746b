// A file of its own, as short links need nothing else of the vocabulary.
/** The languages of the page's messages. */
export const PAGE_LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja", "zh"] as const;
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

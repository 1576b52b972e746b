import { html, raw } from "hono/html";
import type { Child } from "hono/jsx";
import { ENGLISH, type ReportWords } from "../../../features/visits/report-words.ts";
import type { PageLanguage } from "../../../ground/core/page-languages.ts";
import { UTC, type Zone } from "../../../ground/core/zone.ts";

/** The language of a page, and the time zone of its times. */
export interface Locale {
  language: PageLanguage;
  words: ReportWords;
  zone: Zone;
}

/** The dashboard is in English. */
export const DEFAULT_LOCALE: Locale = { language: "en", words: ENGLISH, zone: UTC };

let current = DEFAULT_LOCALE;

/** The locale of the page that is being rendered. */
export const useLocale = (): Locale => current;

/** Renders with a locale. Not hono's context, which adds 17 KiB: our pages are rendered without a pause. */
export function WithLocale({ locale, children }: { locale: Locale; children: Child }) {
  current = locale;
  try {
    // Here rather than later, when the locale is another.
    return raw(String(html`${children}`));
  } finally {
    current = DEFAULT_LOCALE;
  }
}

/** A text with values for its names in braces. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);

/** The tag of a language for Intl: our English and Portuguese are European. */
export const tagOf = (language: PageLanguage): string =>
  ({ en: "en-GB", pt: "pt-PT" })[language as string] ?? language;

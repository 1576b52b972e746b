import type { PageLanguage } from "../short-links/choice.ts";

/** Gives texts by name in a language. Each row has a text for each name, in their order. */
export const textTable =
  <const Names extends readonly string[]>(
    names: Names,
    rows: Readonly<Record<PageLanguage, { readonly [Index in keyof Names]: string }>>,
  ) =>
  (language: PageLanguage): Readonly<Record<Names[number], string>> =>
    // A text for each name, by the type of the rows.
    Object.fromEntries(names.map((name, index) => [name, rows[language][index]])) as Record<
      Names[number],
      string
    >;

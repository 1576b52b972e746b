import { PAGE_LANGUAGES } from "../../short-links/choice.ts";
import type { Words } from "./form-section.ts";
import { SECTIONS } from "./form-sections.ts";

const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** What the words of choices are, besides the API's own. */
export const CHOICE_MESSAGES: Readonly<Record<string, string>> = {
  true: "Yes",
  false: "No",
  auto: "Automatically",
  items: "Item ids",
  offers: "Offer ids",
  never: "Never",
  always: "Always",
  specific: "A certain store",
  preferred: "The first of several that delivers there",
  no_preference: "Any store",
  hide: "Leave out",
  last: "Put last",
  show: "Keep in place",
  ...Object.fromEntries(PAGE_LANGUAGES.map((language) => [language, languageNames.of(language) ?? language])),
};

/** A name of a field with `[]` in place of each row's number, as the words have it. */
export const pattern = (name: string): string => name.replace(/\[\d+\]/g, "[]");

/** What a link has besides the fields of its form. */
const BESIDES: Readonly<Record<string, Words>> = {
  retailer: { label: "Retailer" },
  intent: { label: "Made for" },
  status: { label: "Status" },
};

const FIELDS = new Map(SECTIONS.flatMap(({ words }) => Object.entries(words)));
const ALL = new Map([...FIELDS, ...Object.entries(BESIDES)]);

/** The words of a field by its name, such as `products[0].quantity`. */
export function wordsOf(name: string): Words {
  const path = pattern(name);
  // The fields of an offer have the words of a link's.
  return ALL.get(path) ?? ALL.get(path.replace(/^offers\[\]\./, "")) ?? { label: name };
}

/** What a field is called. */
export const labelOf = (name: string): string => wordsOf(name).label;

const ORDER = [...FIELDS.keys()];

/** Where a control, or the list that it is in, stands on the page. Later ones have higher numbers. */
export function rankOf(name: string): number {
  const rank = ORDER.indexOf(name.replace(/\[.*/, ""));
  return rank < 0 ? ORDER.length : rank;
}

/** A text of the API with the words of the form in place of names such as `products[0].retailerProductId`. */
export const inWords = (text: string): string =>
  text.replace(/\b[a-zA-Z]+(?:\[\d+\])?(?:\.[a-zA-Z]+(?:\[\d+\])?)*/g, (name) => {
    const [, list = "", row = "", rest = name] = /^([^[]+)\[(\d+)\]\.([^[]+)(?:\[\d+\])?$/.exec(name) ?? [];
    const words = ALL.get(list === "" ? name : `${list}[].${rest}`);
    // Only names that nobody takes for a word: those with a capital inside, or with parts.
    if (!words || !/[a-z][A-Z[]/.test(name)) return name;
    return list === ""
      ? words.label
      : `${words.label} of ${ALL.get(list)?.row?.toLowerCase()} ${Number(row) + 1}`;
  });

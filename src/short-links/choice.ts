import type { TagOrigin } from "./associates-tag.ts";
import type { ShopChoice } from "./shop-choice.ts";

/** What becomes of an offer that is sold out: it is left out, put last, or stays where it is. */
export const SOLD_OUT_RULES = ["hide", "last", "show"] as const;
/** One rule. */
export type SoldOutRule = (typeof SOLD_OUT_RULES)[number];

/** The languages of the page's own words. */
export const PAGE_LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja", "zh"] as const;
/** One language. */
export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** One shop of a choice link, as KV's copy holds it. */
export interface OfferEntry {
  key: string;
  /** An absolute URL, or a path on our own host. */
  destination: string;
  /** What the page calls the shop. */
  label: string;
  retailer: string;
  /** Where it is shown; absent: everywhere. */
  countries?: string[] | undefined;
  /** When a look-up said that it is sold out, ISO 8601 in UTC; absent where the last one did not say so. */
  soldOut?: string | undefined;
  /** As of the whole entry. */
  tagBy?: TagOrigin | undefined;
  stores?: ShopChoice | undefined;
}

/** What the page of a choice link is made of besides its offers. */
export interface ChoicePageEntry {
  imageUrl?: string | undefined;
  text?: string | undefined;
  soldOut: SoldOutRule;
  skipSingle: boolean;
  disclosure?: string | undefined;
  language?: PageLanguage | undefined;
}

/** What the redirect needs of a choice link. */
export interface ChoiceEntry {
  /** In the order of the page. */
  offers: OfferEntry[];
  page: ChoicePageEntry;
  /** The keys of offers that are gone. They may be printed, and lead to the page for ever. */
  removed?: string[] | undefined;
}

/** The values of a page for which nothing was said. */
export const PLAIN_PAGE: ChoicePageEntry = { soldOut: "hide", skipSingle: true };

/** How long a look-up that found an offer sold out is believed, in milliseconds. */
const BELIEVED_MS = 24 * 60 * 60 * 1_000;

/** Whether a look-up that is recent enough found the offer sold out. */
export const isSoldOut = ({ soldOut }: Pick<OfferEntry, "soldOut">, now: number): boolean =>
  soldOut !== undefined && now - Date.parse(soldOut) < BELIEVED_MS;

type Members = Partial<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;
const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === "string";
/** Whether a value is a list of texts. */
export const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
const isOneOf = (value: unknown, words: readonly string[]): boolean =>
  typeof value === "string" && words.includes(value);

/** Whether a part of KV's text is the choice of a link and not damaged. */
export function isChoiceEntry(value: unknown): value is ChoiceEntry {
  if (!isObject(value)) return false;
  const { offers, page, removed } = value;
  return (
    Array.isArray(offers) &&
    offers.length > 0 &&
    offers.every(isOfferEntry) &&
    isPageEntry(page) &&
    (removed === undefined || isTexts(removed))
  );
}

function isOfferEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { key, destination, label, retailer, countries, soldOut, tagBy, stores } = value;
  return (
    [key, destination, label, retailer].every((each) => typeof each === "string" && each !== "") &&
    (countries === undefined || isTexts(countries)) &&
    isTextOrAbsent(soldOut) &&
    (tagBy === undefined || isOneOf(tagBy, ["service", "caller"])) &&
    (stores === undefined || isShopChoice(stores))
  );
}

function isPageEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { imageUrl, text, soldOut, skipSingle, disclosure, language } = value;
  return (
    [imageUrl, text, disclosure].every(isTextOrAbsent) &&
    isOneOf(soldOut, SOLD_OUT_RULES) &&
    typeof skipSingle === "boolean" &&
    (language === undefined || isOneOf(language, PAGE_LANGUAGES))
  );
}

/** Whether a part of KV's text is a choice of shops. */
export function isShopChoice(value: unknown): value is ShopChoice {
  if (!isObject(value)) return false;
  const { url, stores } = value;
  return typeof url === "string" && Array.isArray(stores);
}

import { PAGE_LANGUAGES, type PageLanguage } from "../../ground/core/page-languages.ts";
import type { OfferRule, RuledOffer } from "./pick-offer.ts";
import type { ShopChoice } from "./shop-choice.ts";
import type { VisitQuery } from "./visit-query.ts";

/** Who chooses an offer: the shopper on the page, the first rule that fits, or chance among all rules that fit. */
export const PICKS = ["shopper", "first", "split"] as const;

/** What happens to a sold-out offer: it is hidden, put last, or stays in its place. */
export const SOLD_OUT_RULES = ["hide", "last", "show"] as const;
/** A rule for sold-out offers. */
export type SoldOutRule = (typeof SOLD_OUT_RULES)[number];

/** One shop of a choice link, as stored in KV. */
export interface OfferEntry extends RuledOffer {
  key: string;
  /** An absolute URL, or a path on our own host. */
  destination: string;
  /** What the page calls the shop. */
  label: string;
  retailer: string;
  /** When a look-up last found it sold out, ISO 8601 in UTC; absent if the last look-up did not. */
  soldOut?: string | undefined;
  /** Like a link's. */
  scans?: string | undefined;
  stores?: ShopChoice | undefined;
  query?: VisitQuery | undefined;
}

/** The content of a choice page besides its offers. */
export interface ChoicePageEntry {
  /** Absent: the shopper. */
  pick?: (typeof PICKS)[number] | undefined;
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
  /** Destination of visits without a fitting offer; absent: the page. */
  fallback?: string | undefined;
  /** The keys of removed offers. They may be printed, and redirect to the page forever. */
  removed?: string[] | undefined;
}

/** The defaults of a page. */
export const PLAIN_PAGE: ChoicePageEntry = { soldOut: "hide", skipSingle: true };

type Members = Partial<Record<string, unknown>>;

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;
const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === "string";
/** Whether a value is a list of strings. */
export const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === "string");
const isOneOf = (value: unknown, values: readonly string[]): boolean =>
  typeof value === "string" && values.includes(value);

/** Whether a value from KV is a valid choice. */
export function isChoiceEntry(value: unknown): value is ChoiceEntry {
  if (!isObject(value)) return false;
  const { offers, page, fallback, removed } = value;
  return (
    Array.isArray(offers) &&
    offers.length > 0 &&
    offers.every(isOfferEntry) &&
    isPageEntry(page) &&
    isTextOrAbsent(fallback) &&
    (removed === undefined || isTexts(removed))
  );
}

const isTextsOrAbsent = (value: unknown): boolean => value === undefined || isTexts(value);
const isNumberOrAbsent = (value: unknown): boolean => value === undefined || Number.isFinite(value);

/** Whether the rule and the weight of an offer can be used. */
function isRuled({ countries, when = {}, weight }: Members): boolean {
  if (!isTextsOrAbsent(countries) || !isNumberOrAbsent(weight) || !isObject(when)) return false;
  const { from, until, ...lists }: Partial<Record<keyof OfferRule, unknown>> = when;
  return isNumberOrAbsent(from) && isNumberOrAbsent(until) && Object.values(lists).every(isTextsOrAbsent);
}

function isOfferEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { key, destination, label, retailer, soldOut, scans, stores } = value;
  return (
    [key, destination, label, retailer].every((each) => typeof each === "string" && each !== "") &&
    isRuled(value) &&
    isTextOrAbsent(soldOut) &&
    isTextOrAbsent(scans) &&
    (stores === undefined || isShopChoice(stores))
  );
}

function isPageEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { pick, imageUrl, text, soldOut, skipSingle, disclosure, language } = value;
  return (
    (pick === undefined || isOneOf(pick, PICKS)) &&
    [imageUrl, text, disclosure].every(isTextOrAbsent) &&
    isOneOf(soldOut, SOLD_OUT_RULES) &&
    typeof skipSingle === "boolean" &&
    (language === undefined || isOneOf(language, PAGE_LANGUAGES))
  );
}

/** Whether a value from KV is a choice of shops. */
export function isShopChoice(value: unknown): value is ShopChoice {
  if (!isObject(value)) return false;
  const { url, stores } = value;
  return typeof url === "string" && Array.isArray(stores);
}

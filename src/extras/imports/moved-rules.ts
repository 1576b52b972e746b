import type { OfferWhen } from "../../features/short-links/pick-offer.ts";
import { canonicalLanguage } from "../../ground/core/language-tags.ts";
import { isObject, listIn, numberIn, objectIn, textIn } from "./moved-values.ts";

/** A link of another service: values by key, as `LinkService` names them. */
export type MovedRecord = Pick<ReadonlyMap<string, unknown>, "get">;

/** A rule of another service: where visits redirect, and which. `lost`: what it has and rules here don't have. */
export type MovedRule = { url: string; when: OfferWhen } | { lost: string };

/** The most rules of a link; its usual destination is one more offer. */
const MAX_RULES = 11;

const ruleFor = (url: unknown, when: OfferWhen): MovedRule[] =>
  typeof url === "string" && url.trim() !== "" ? [{ url: url.trim(), when }] : [];

/** The destinations by country: an object of URLs by code. */
function countryRules(value: unknown): MovedRule[] {
  const byUrl = Map.groupBy(Object.entries(objectIn(value)), ([, url]) => url);
  return [...byUrl].flatMap(([url, entries]) =>
    ruleFor(url, { countries: entries.map(([code]) => code.toUpperCase()) }),
  );
}

/** Rules by device and country, as most services have them: the keys with the URLs for each, the most important first. */
export const rulesByKey =
  (keys: readonly (readonly [key: string, device: "ios" | "android" | "countries"])[]) =>
  (record: MovedRecord): MovedRule[] =>
    keys.flatMap(([key, device]) =>
      device === "countries"
        ? countryRules(record.get(key))
        : ruleFor(record.get(key), { devices: [device] }),
    );

/** A destination among which visits are split, and its share. */
export interface MovedShare {
  url: string;
  weight: number;
}

/** Dub: the variants of a test, with the usual destination among them. */
export const dubSplit = (record: MovedRecord): MovedShare[] =>
  listIn(record.get("testvariants"))
    .filter(isObject)
    .map(({ url, percentage }) => ({ url: textIn(url), weight: numberIn(textIn(percentage)) }));

/** Short.io: a second destination with its percentage; the rest goes to the usual one. */
export function shortIoSplit(record: MovedRecord, usual: string): MovedShare[] {
  const url = textIn(record.get("spliturl"));
  const weight = numberIn(textIn(record.get("splitpercent")));
  return url === ""
    ? []
    : [
        { url: usual, weight: 100 - weight },
        { url, weight },
      ];
}

const DEVICES: Readonly<Record<string, NonNullable<OfferWhen["devices"]>>> = {
  android: ["android"],
  ios: ["ios"],
  desktop: ["desktop"],
  mobile: ["phone", "tablet"],
};

/** A condition of Shlink: https://api-spec.shlink.io/ */
function shlinkCondition({ type, matchValue }: Partial<Record<string, unknown>>): OfferWhen | undefined {
  const value = String(matchValue ?? "");
  const time = Date.parse(value);
  switch (type) {
    case "device":
      return DEVICES[value] && { devices: DEVICES[value] };
    case "language": {
      const language = canonicalLanguage(value);
      return language === undefined ? undefined : { languages: [language] };
    }
    case "geolocation-country-code":
      return { countries: [value] };
    case "before-date":
      return Number.isNaN(time) ? undefined : { until: new Date(time).toISOString() };
    case "after-date":
      return Number.isNaN(time) ? undefined : { from: new Date(time).toISOString() };
    default:
      return undefined;
  }
}

/** Shlink: its rules by priority, or the destinations by device of earlier versions. */
export function shlinkRules(record: MovedRecord): MovedRule[] {
  const rules = record.get("redirectrules");
  if (Array.isArray(rules))
    return rules
      .filter(isObject)
      .sort((one, other) => Number(one.priority) - Number(other.priority))
      .flatMap(({ longUrl, conditions }) => shlinkRule(longUrl, conditions));
  const { android, ios, desktop } = objectIn(record.get("devicelongurls"));
  return [
    ...ruleFor(android, { devices: ["android"] }),
    ...ruleFor(ios, { devices: ["ios"] }),
    ...ruleFor(desktop, { devices: ["desktop"] }),
    ...(record.get("hasredirectrules") === true ? [{ lost: "redirect rules" }] : []),
  ];
}

function shlinkRule(url: unknown, conditions: unknown): MovedRule[] {
  const all = Array.isArray(conditions) ? conditions.filter(isObject) : [];
  const when: OfferWhen = {};
  for (const condition of all) {
    const read = shlinkCondition(condition);
    const isTwice = Object.keys(read ?? {}).some((name) => name in when);
    if (!read || isTwice) return [{ lost: `a rule by ${String(condition.type)}` }];
    Object.assign(when, read);
  }
  return ruleFor(url, when);
}

/** An offer to a web page, with a key of its own. */
const offer = (key: string, url: string, more: { when?: OfferWhen; weight?: number } = {}) => ({
  key,
  retailer: "custom",
  intent: "custom_url",
  customUrl: url,
  ...more,
});

const choiceCells = (offers: readonly object[], pick: "first" | "split"): Record<string, string> => ({
  retailer: "choice",
  intent: "choose_retailer",
  customUrl: "",
  offers: JSON.stringify(offers),
  page: JSON.stringify({ pick }),
});

/** The cells of a link whose rules or shares came along, and what of them did not; null without any. */
export function ruleCells(
  rules: readonly MovedRule[],
  usual: string,
  shares: readonly MovedShare[] = [],
): { cells: Record<string, string> | null; lost: string[] } {
  const own = rules.flatMap((rule) => ("lost" in rule ? [] : [rule]));
  const lost = rules.flatMap((rule) => ("lost" in rule ? [rule.lost] : []));
  if (own.length === 0 && isSplit(shares)) {
    const offers = shares.map(({ url, weight }, index) => offer(`part-${index + 1}`, url, { weight }));
    return { cells: choiceCells(offers, "split"), lost };
  }
  if (shares.length > 0) lost.push("the split between destinations");
  if (own.length > MAX_RULES) lost.push(`rules behind the first ${MAX_RULES}`);
  if (own.length === 0) return { cells: null, lost };
  const offers = own
    .slice(0, MAX_RULES)
    .map(({ url, when }, index) => offer(`rule-${index + 1}`, url, { when }));
  return { cells: choiceCells([...offers, offer("usual", usual)], "first"), lost };
}

/** Whether visits can be split like this here. */
const isSplit = (shares: readonly MovedShare[]): boolean =>
  shares.length >= 2 &&
  shares.length <= MAX_RULES + 1 &&
  shares.every(({ url, weight }) => url !== "" && Number.isInteger(weight) && weight >= 1 && weight <= 100);

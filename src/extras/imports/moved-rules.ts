import type { OfferWhen } from "../../features/short-links/pick-offer.ts";
import { parseJson } from "../../ground/core/json.ts";
import { canonicalLanguage } from "../../ground/core/language-tags.ts";

/** A link of another service: values by key, as `LinkService` names them. */
export type MovedRecord = Pick<ReadonlyMap<string, unknown>, "get">;

/** A rule of another service: where visits redirect, and which. `lost`: what it has and rules here don't have. */
export type MovedRule = { url: string; when: OfferWhen } | { lost: string };

/** The most rules of a link; its usual destination is one more offer. */
const MAX_RULES = 11;

const isObject = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value that CSV files have as JSON. */
function objectIn(value: unknown): Partial<Record<string, unknown>> {
  try {
    const read = typeof value === "string" && value.startsWith("{") ? parseJson(value) : value;
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}

const ruleFor = (url: unknown, when: OfferWhen): MovedRule[] =>
  typeof url === "string" && url.trim() !== "" ? [{ url: url.trim(), when }] : [];

/** Dub: iOS first, then Android, then countries. */
export function dubRules(record: MovedRecord): MovedRule[] {
  const byUrl = Map.groupBy(Object.entries(objectIn(record.get("geo"))), ([, url]) => url);
  return [
    ...ruleFor(record.get("ios"), { devices: ["ios"] }),
    ...ruleFor(record.get("android"), { devices: ["android"] }),
    ...[...byUrl].flatMap(([url, entries]) => ruleFor(url, { countries: entries.map(([code]) => code) })),
  ];
}

const DEVICES: Readonly<Record<string, NonNullable<OfferWhen["devices"]>>> = {
  ...{ android: ["android"], ios: ["ios"], desktop: ["desktop"], mobile: ["phone", "tablet"] },
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

/** The cells of a link whose rules came along, and what of them did not; null without rules. */
export function ruleCells(
  rules: readonly MovedRule[],
  usual: string,
): { cells: Record<string, string> | null; lost: string[] } {
  const own = rules.flatMap((rule) => ("lost" in rule ? [] : [rule]));
  const lost = rules.flatMap((rule) => ("lost" in rule ? [rule.lost] : []));
  if (own.length > MAX_RULES) lost.push(`rules behind the first ${MAX_RULES}`);
  if (own.length === 0) return { cells: null, lost };
  const offers = [...own.slice(0, MAX_RULES), { url: usual }].map(({ url, ...rule }, index) => ({
    ...{
      key: index < Math.min(own.length, MAX_RULES) ? `rule-${index + 1}` : "usual",
      retailer: "custom",
      intent: "custom_url",
    },
    customUrl: url,
    ...rule,
  }));
  const cells = {
    ...{ retailer: "choice", intent: "choose_retailer", customUrl: "" },
    offers: JSON.stringify(offers),
    page: JSON.stringify({ pick: "first" }),
  };
  return { cells, lost };
}

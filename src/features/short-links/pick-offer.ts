import { canonicalLanguage } from "../../ground/core/language-tags.ts";

/** The kinds of devices that a rule can name. */
export const RULE_DEVICES = ["phone", "tablet", "desktop"] as const;
/** The systems that a rule can name, among the devices. */
export const RULE_SYSTEMS = ["ios", "android"] as const;

/** Which visits get an offer, as a caller defines it. Times are ISO 8601 in UTC. */
export interface OfferWhen {
  countries?: string[] | undefined;
  regions?: string[] | undefined;
  devices?: ((typeof RULE_DEVICES)[number] | (typeof RULE_SYSTEMS)[number])[] | undefined;
  languages?: string[] | undefined;
  qrCodes?: string[] | undefined;
  sources?: string[] | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

/** The conditions of an offer besides its countries, as stored in KV: languages with today's codes, all in lower case. */
export interface OfferRule {
  regions?: string[];
  devices?: string[];
  systems?: string[];
  languages?: string[];
  qrCodes?: string[];
  sources?: string[];
  /** Milliseconds since 1970, inclusive. */
  from?: number;
  /** Exclusive. */
  until?: number;
}

/** The rule and the weight of an offer, as stored in KV. */
export interface RuledOffer {
  countries?: string[] | undefined;
  when?: OfferRule | undefined;
  /** Default: 1. */
  weight?: number | undefined;
}

/** The properties of a visit for the rules of offers. Undefined: unknown. */
export interface PickVisit {
  country?: string | undefined;
  /** As in `US-CA`. */
  region?: string | undefined;
  device?: string | undefined;
  system?: string | undefined;
  /** The ranges that include the language that the browser prefers, from `languageRanges`. */
  languages?: readonly string[] | undefined;
  /** In lower case; empty for a visit without a code. */
  qrCode?: string | undefined;
  /** In lower case; empty for a visit without a source. */
  source?: string | undefined;
  /** Whether an unknown value fits every condition. */
  isLenient: boolean;
  /** From 0 to 1: chooses among all offers that fit, by weight. Undefined: the first that fits. */
  chance?: number | undefined;
}

/** The offer that a visit gets at a time, in milliseconds since 1970; undefined if none fits. */
export function pickOffer<O extends RuledOffer>(
  offers: readonly O[],
  visit: PickVisit,
  at: number,
): O | undefined {
  const isOneOf = (allowed: readonly string[] | undefined, value: string | undefined): boolean =>
    allowed === undefined || (value === undefined ? visit.isLenient : allowed.includes(value));
  const isInLanguage = (allowed: readonly string[] | undefined): boolean => {
    const { languages } = visit;
    if (allowed === undefined || languages === undefined) return allowed === undefined || visit.isLenient;
    return allowed.some((each) => languages.includes(each));
  };
  const fits = ({ countries, when }: O): boolean =>
    isOneOf(countries, visit.country) &&
    (when === undefined ||
      ((when.from === undefined || at >= when.from) &&
        (when.until === undefined || at < when.until) &&
        isOneOf(when.regions, visit.region) &&
        isOneOf(when.devices, visit.device) &&
        isOneOf(when.systems, visit.system) &&
        isOneOf(when.qrCodes, visit.qrCode) &&
        isOneOf(when.sources, visit.source) &&
        isInLanguage(when.languages)));
  if (visit.chance === undefined) return offers.find(fits);
  const fitting = offers.filter(fits);
  let rest = visit.chance * fitting.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return fitting.find(({ weight = 1 }) => {
    rest -= weight;
    return rest < 0;
  });
}

const lower = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());

/** The rule and the weight of an offer as KV stores them. */
export function ruleOf({
  countries,
  when = {},
  weight,
}: {
  countries?: string[] | undefined;
  when?: OfferWhen | undefined;
  weight?: number | undefined;
}): RuledOffer {
  const { regions, devices = [], languages, qrCodes, sources, from, until } = when;
  const named = (words: readonly string[]) => devices.filter((device) => words.includes(device));
  const [kinds, systems] = [named(RULE_DEVICES), named(RULE_SYSTEMS)];
  const rule: OfferRule = {
    ...(regions && { regions }),
    ...(kinds.length > 0 && { devices: kinds }),
    ...(systems.length > 0 && { systems }),
    ...(languages && { languages: lower(languages.map((tag) => canonicalLanguage(tag) ?? tag)) }),
    ...(qrCodes && { qrCodes: lower(qrCodes) }),
    ...(sources && { sources: lower(sources) }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(until !== undefined && { until: Date.parse(until) }),
  };
  const both = countries && when.countries;
  const anywhere = both
    ? countries.filter((country) => both.includes(country))
    : (countries ?? when.countries);
  return {
    ...(anywhere && { countries: anywhere }),
    ...(Object.keys(rule).length > 0 && { when: rule }),
    ...(weight !== undefined && { weight }),
  };
}

import { acceptedRanges, canonicalLanguage } from "../../ground/core/language-tags.ts";
import type { UserAgent } from "../../ground/platform/known-user-agents.ts";
import { sourceIn } from "./short-link-url.ts";
import type { Visit } from "./visit.ts";

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

/** A condition with a list of values, as stored in KV. */
type ListCondition = Exclude<keyof OfferWhen, "from" | "until"> | "systems";

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

/** A visit with its parsed User-Agent header. */
type ReadVisit = Pick<Visit, "request" | "url" | "country" | "qr"> & { userAgent: UserAgent };

/** One kind of condition. Its schema and its words are in offer-when.ts. */
interface ConditionKind {
  /** The property of a visit that has one of its values. */
  about: Exclude<keyof PickVisit, "isLenient" | "chance">;
  /** That property of a visit; undefined if it is unknown. */
  of(visit: ReadVisit): string | readonly string[] | undefined;
  /** Its values as KV stores them; absent: as they are. */
  stored?(values: readonly string[]): string[];
  /** The member of `when` that has its values; absent: the one of its name. */
  member?: keyof OfferWhen;
}

/** Cloudflare's codes for an unknown country and for visitors of the Tor network. */
const UNKNOWN_COUNTRIES = ["XX", "T1"];

const lower = (texts: readonly string[]): string[] => texts.map((text) => text.toLowerCase());
const among = (words: readonly string[]) => (values: readonly string[]) =>
  values.filter((value) => words.includes(value));

/** The kinds of conditions with a list of values, as KV names them. A visit's property is read only for rules with its kind. */
export const CONDITIONS: Readonly<Record<ListCondition, ConditionKind>> = {
  countries: {
    about: "country",
    of: ({ country }) => (UNKNOWN_COUNTRIES.includes(country ?? "") ? undefined : country),
  },
  regions: {
    about: "region",
    of({ request }) {
      const cf = request.cf as IncomingRequestCfProperties | undefined; // absent without Cloudflare in front
      return cf?.country && cf.regionCode ? `${cf.country}-${cf.regionCode}` : undefined;
    },
  },
  devices: { about: "device", of: ({ userAgent }) => userAgent.device, stored: among(RULE_DEVICES) },
  // Every other system is known not to be one of them.
  systems: {
    about: "system",
    member: "devices",
    of: ({ userAgent }) => userAgent.system ?? "",
    stored: among(RULE_SYSTEMS),
  },
  languages: {
    about: "languages",
    of: ({ request }) =>
      acceptedRanges(request.headers.get("Accept-Language")).find(([first]) => first !== "*"),
    stored: (values) => lower(values.map((tag) => canonicalLanguage(tag) ?? tag)),
  },
  qrCodes: { about: "qrCode", of: ({ qr }) => qr.toLowerCase(), stored: lower },
  sources: { about: "source", of: ({ url }) => sourceIn(url), stored: lower },
};
const KINDS = Object.entries(CONDITIONS) as [ListCondition, ConditionKind][]; // its keys are those of the record

/** The conditions of an offer besides its countries, as stored in KV: languages with today's codes, all in lower case. */
export interface OfferRule extends Partial<Record<Exclude<ListCondition, "countries">, string[]>> {
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

/** The values of an offer's condition; undefined without it. */
const valuesOf = ({ countries, when }: RuledOffer, kind: ListCondition): readonly string[] | undefined =>
  kind === "countries" ? countries : when?.[kind];

/** The properties of a visit that the rules of these offers are about. */
export function pickVisitOf(
  offers: readonly RuledOffer[],
  visit: ReadVisit,
): Omit<PickVisit, "isLenient" | "chance"> {
  const needed = KINDS.filter(([kind]) => offers.some((offer) => valuesOf(offer, kind) !== undefined));
  return Object.fromEntries(needed.map(([, { about, of }]) => [about, of(visit)]));
}

function fits(offer: RuledOffer, visit: PickVisit, at: number): boolean {
  const { from, until } = offer.when ?? {};
  if ((from !== undefined && at < from) || (until !== undefined && at >= until)) return false;
  return KINDS.every(([kind, { about }]) => {
    const allowed = valuesOf(offer, kind);
    if (allowed === undefined) return true;
    const value = visit[about];
    if (value === undefined) return visit.isLenient;
    return typeof value === "string" ? allowed.includes(value) : allowed.some((each) => value.includes(each));
  });
}

/** The offer that a visit gets at a time, in milliseconds since 1970; undefined if none fits. */
export function pickOffer<O extends RuledOffer>(
  offers: readonly O[],
  visit: PickVisit,
  at: number,
): O | undefined {
  if (visit.chance === undefined) return offers.find((offer) => fits(offer, visit, at));
  const fitting = offers.filter((offer) => fits(offer, visit, at));
  let rest = visit.chance * fitting.reduce((sum, { weight = 1 }) => sum + weight, 0);
  return fitting.find(({ weight = 1 }) => {
    rest -= weight;
    return rest < 0;
  });
}

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
  const { from, until } = when;
  const lists = KINDS.flatMap(([kind, { member = kind, stored }]): [string, string[]][] => {
    const values = kind === "countries" ? bothOf(countries, when.countries) : when[member as keyof OfferWhen];
    if (values === undefined || typeof values === "string") return [];
    const own = stored ? stored(values) : values;
    return stored && own.length === 0 ? [] : [[kind, own]];
  });
  const { countries: anywhere, ...rule }: OfferRule & Pick<RuledOffer, "countries"> = {
    ...Object.fromEntries(lists),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(until !== undefined && { until: Date.parse(until) }),
  };
  return {
    ...(anywhere && { countries: anywhere }),
    ...(Object.keys(rule).length > 0 && { when: rule }),
    ...(weight !== undefined && { weight }),
  };
}

/** The countries that both lists name; one list if the other is absent. */
const bothOf = (one: string[] | undefined, other: string[] | undefined): string[] | undefined =>
  one && other ? one.filter((country) => other.includes(country)) : (one ?? other);

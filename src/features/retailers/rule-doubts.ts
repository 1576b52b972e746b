import { mayBeRegion } from "../../ground/core/regions.ts";
import { type RuledOffer, ruleOf } from "../short-links/pick-offer.ts";
import type { ChoiceDefinition } from "./definition.ts";

/** A rule of a choice that probably does something else than is meant. */
export interface RuleDoubt {
  code: "offer_unreachable" | "rest_missing" | "region_unknown" | "code_unknown";
  /** As the API names it, such as `offers[1].when.regions[0]`. */
  field: string;
  /** What is wrong with it, as a sentence. */
  hint?: string;
}

/** Doubts about the rules of a choice. `codes`: the identifiers of the link's codes, if they are known. */
export function ruleDoubts(
  { offers, page, fallbackUrl }: Pick<ChoiceDefinition, "offers" | "page" | "fallbackUrl">,
  codes?: readonly string[],
): RuleDoubt[] {
  const rules = offers.map((offer) => ruleOf(offer));
  const known = codes?.map((code) => code.toLowerCase());
  const ofValues = offers.flatMap(({ when = {} }, index): RuleDoubt[] => [
    ...(when.regions ?? []).flatMap((region, place): RuleDoubt[] =>
      mayBeRegion(region)
        ? []
        : [{ code: "region_unknown", field: `offers[${index}].when.regions[${place}]` }],
    ),
    ...(when.qrCodes ?? []).flatMap((code, place): RuleDoubt[] =>
      known === undefined || known.includes(code.toLowerCase())
        ? []
        : [{ code: "code_unknown", field: `offers[${index}].when.qrCodes[${place}]` }],
    ),
  ]);
  const unreached = unreachedOf(rules, page?.pick).flatMap((reason, index): RuleDoubt[] => {
    if (reason === undefined) return [];
    const { before, hint = `The earlier offer ${offers[before ?? 0]?.key} gets them all.` } = reason;
    return [{ code: "offer_unreachable", field: `offers[${index}]`, hint }];
  });
  const hasRest = page?.pick !== "first" || fallbackUrl !== undefined || rules.some((rule) => isOpen(rule));
  return [
    ...ofValues,
    ...unreached,
    ...(hasRest ? [] : [{ code: "rest_missing", field: "page.pick" } as const]),
  ];
}

/** Why no visit gets an offer: the position of an earlier one that takes them all, or what its conditions contradict. */
interface Unreached {
  before?: number;
  hint?: string;
}

/** The offers that no visit gets, by their position; undefined for those that may get some. */
export const unreachedOf = (
  rules: readonly RuledOffer[],
  pick: string | undefined,
): (Unreached | undefined)[] =>
  rules.map((rule, index) => {
    const hint = contradictionIn(rule);
    if (hint !== undefined) return { hint };
    if (pick !== "first") return undefined;
    const before = rules.slice(0, index).findIndex((earlier) => includesAll(earlier, rule));
    return before < 0 ? undefined : { before };
  });

/** Whether a rule has no conditions. */
export const isOpen = ({ countries, when }: RuledOffer): boolean =>
  countries === undefined && when === undefined;

type Lists = Readonly<Record<string, readonly string[]>>;

/** The conditions of a rule with lists of values, and its times. */
function partsOf({ countries, when = {} }: RuledOffer): { lists: Lists; from: number; until: number } {
  const { from = -Infinity, until = Infinity, ...lists } = when;
  // The rest of a rule are its lists.
  return { lists: { ...(countries && { countries }), ...(lists as Lists) }, from, until };
}

/** Whether an earlier rule takes every visit that a later one takes. */
function includesAll(earlier: RuledOffer, later: RuledOffer): boolean {
  const [one, other] = [partsOf(earlier), partsOf(later)];
  return (
    one.from <= other.from &&
    one.until >= other.until &&
    Object.entries(one.lists).every(([kind, values]) =>
      other.lists[kind]?.every((value) => values.includes(value)),
    )
  );
}

/** Why no visit fits a rule; undefined if one may. */
function contradictionIn(rule: RuledOffer): string | undefined {
  const { lists } = partsOf(rule);
  const { countries, regions, devices, systems } = lists;
  if (countries?.length === 0) return "Its two lists of countries have no country in common.";
  if (countries && regions?.every((region) => !countries.includes(region.slice(0, 2))))
    return "Its regions are in none of its countries.";
  if (systems && devices?.every((device) => device === "desktop"))
    return "No desktop has the system that it names.";
  return undefined;
}

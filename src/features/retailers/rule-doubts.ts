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

/**
 * Subdivisions by country, as of ISO 3166-2 (https://www.iso.org/obp/ui/). Regions of other countries are not known here, so
 * nothing is said about them.
 */
const REGIONS: Readonly<Record<string, string>> = {
  US: "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR UM VI",
  CA: "AB BC MB NB NL NS NT NU ON PE QC SK YT",
  AU: "ACT NSW NT QLD SA TAS VIC WA",
  DE: "BB BE BW BY HB HE HH MV NI NW RP SH SL SN ST TH",
};

function isKnownRegion(region: string): boolean {
  const [country = "", part = ""] = region.split("-");
  return REGIONS[country]?.split(" ").includes(part) !== false;
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
      isKnownRegion(region)
        ? []
        : [{ code: "region_unknown", field: `offers[${index}].when.regions[${place}]` }],
    ),
    ...(when.qrCodes ?? []).flatMap((code, place): RuleDoubt[] =>
      known === undefined || known.includes(code.toLowerCase())
        ? []
        : [{ code: "code_unknown", field: `offers[${index}].when.qrCodes[${place}]` }],
    ),
  ]);
  const impossible = rules.flatMap((rule, index): RuleDoubt[] => {
    const hint = contradictionIn(rule);
    return hint === undefined ? [] : [{ code: "offer_unreachable", field: `offers[${index}]`, hint }];
  });
  if (page?.pick !== "first") return [...ofValues, ...impossible];
  const behind = rules.flatMap((rule, index): RuleDoubt[] => {
    const before = rules.slice(0, index).findIndex((earlier) => includesAll(earlier, rule));
    if (before < 0 || contradictionIn(rule) !== undefined) return [];
    const key = offers[before]?.key;
    return [
      {
        code: "offer_unreachable",
        field: `offers[${index}]`,
        hint: `The offer ${key} before it takes them.`,
      },
    ];
  });
  const hasRest = fallbackUrl !== undefined || rules.some((rule) => isOpen(rule));
  return [
    ...ofValues,
    ...impossible,
    ...behind,
    ...(hasRest ? [] : [{ code: "rest_missing", field: "page.pick" } as const]),
  ];
}

const isOpen = ({ countries, when }: RuledOffer): boolean => countries === undefined && when === undefined;

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
  if (countries?.length === 0) return "It names countries twice, and none of them in both places.";
  if (countries && regions?.every((region) => !countries.includes(region.slice(0, 2))))
    return "Its regions are in none of its countries.";
  if (systems && devices?.every((device) => device === "desktop"))
    return "No desktop has the system that it names.";
  return undefined;
}

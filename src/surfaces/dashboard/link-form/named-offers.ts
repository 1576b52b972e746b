import { isOpen, unreachedOf } from "../../../features/retailers/rule-doubts.ts";
import { type OfferWhen, type RuledOffer, ruleOf } from "../../../features/short-links/pick-offer.ts";
import { MARKETPLACE_COUNTRIES } from "../../../ground/core/marketplaces.ts";
import { OFFER_RETAILERS, RETAILER_NAMES, type Retailer } from "../../../ground/core/vocabulary.ts";
import { type PickName, type Place, placeNames } from "../labels/places.ts";
import { ruleText } from "../labels/rule-text.ts";
import { isTyped, readValues } from "./condition-texts.ts";
import { type FormState, isBlank, type RowState } from "./form-state.ts";
import { shownShares } from "./shares.ts";

/** An offer in a form, named by its name on the page or by its retailer. */
export interface NamedOffer {
  name: string;
  retailer: Retailer;
  /** Where it sends people, as in "amazon.ca"; empty while nothing is typed. */
  place: string;
  /** Which visits get it; empty for all. */
  rule: string;
  /** Whether it has no conditions. */
  isForAll: boolean;
  /** Why nobody gets it, or nobody the offers after it. */
  note: string | undefined;
}

/** The values of a condition of a row, as the API has them. */
export const valuesIn = ({ texts }: RowState, path: string): string[] => {
  const typed = texts.get(path) ?? "";
  return isTyped(path)
    ? readValues(path, typed).values
    : typed.split("\n").flatMap((text) => text.trim() || []);
};

/** The place of a row, as far as it is typed. */
function placeOf({ texts, rows }: RowState): Place {
  const country = texts.get("location.country");
  return {
    retailer: OFFER_RETAILERS.find((each) => each === texts.get("retailer")) ?? "custom",
    label: texts.get("label")?.trim(),
    customUrl: texts.get("customUrl")?.trim(),
    location: { country: MARKETPLACE_COUNTRIES.find((each) => each === country) },
    products: (rows.get("products") ?? []).flatMap((product) => {
      const retailerProductId = product.texts.get("retailerProductId")?.trim();
      return retailerProductId ? [{ retailerProductId }] : [];
    }),
  };
}

/** The offers of a form that are not blank. */
export function namedOffers({ rows, texts }: FormState): NamedOffer[] {
  const offers = (rows.get("offers") ?? []).filter((row) => !isBlank(row));
  const pick = texts.get("page.pick");
  const shares = pick === "split" ? shownShares(offers) : [];
  const places = offers.map(placeOf);
  const names = placeNames(places);
  const rules = offers.map(ruleIn);
  const notes = notesOf(rules, pick);
  return offers.map((row, index): NamedOffer => {
    const { retailer = "custom", label } = places[index] ?? {};
    const among = { pick, index, share: shares[index] };
    return {
      name: label || RETAILER_NAMES[retailer],
      retailer,
      place: names[index] ?? "",
      rule: ruleText((path) => valuesIn(row, path), among),
      isForAll: isOpen(rules[index] ?? {}),
      note: notes[index],
    };
  });
}

/** The rule of a row, as far as it is typed. */
function ruleIn(row: RowState): RuledOffer {
  const list = (path: string) => {
    const values = valuesIn(row, path);
    return values.length > 0 ? values : undefined;
  };
  return ruleOf({
    countries: list("countries"),
    when: {
      countries: list("when.countries"),
      regions: list("when.regions"),
      languages: list("when.languages"),
      // Unknown words are among no devices.
      devices: list("when.devices") as OfferWhen["devices"],
      qrCodes: list("when.qrCodes"),
      sources: list("when.sources"),
      from: valuesIn(row, "when.from")[0],
      until: valuesIn(row, "when.until")[0],
    },
  });
}

/** What is said about rows that nobody gets, by their position. */
function notesOf(rules: readonly RuledOffer[], pick: PickName): (string | undefined)[] {
  const unreached = unreachedOf(rules, pick);
  return unreached.map((reason, index) => {
    const hides = unreached.some((each) => each?.before === index);
    // Such a row shows an empty condition.
    if (hides && isOpen(rules[index] ?? {}))
      return "Nobody reaches the rows below until this one has a condition.";
    if (reason?.hint !== undefined) return `Nobody gets here. ${reason.hint}`;
    const { before } = reason ?? {};
    if (before === undefined || isOpen(rules[before] ?? {})) return undefined;
    return `Nobody gets here: row ${before + 1} takes them all.`;
  });
}

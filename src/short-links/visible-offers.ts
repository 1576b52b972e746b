import { type ChoiceEntry, isSoldOut, type OfferEntry } from "./choice.ts";

/** What of an offer decides whether it is shown. */
export type OfferInView = Pick<OfferEntry, "countries" | "soldOut">;

/** What one visitor of a choice link is offered. */
export interface VisibleOffers<O extends OfferInView = OfferEntry> {
  rows: readonly VisibleOffer<O>[];
  /** Whether offers are left out. */
  hasMore: boolean;
  /** Whether all rows are sold out. */
  allSoldOut: boolean;
}

/** An offer, and whether it is sold out. */
export interface VisibleOffer<O extends OfferInView = OfferEntry> {
  offer: O;
  soldOut: boolean;
}

/**
 * The offers for a visitor from `country`, in their order. A visitor whose country is not known, or for whom there is no
 * offer, gets those of all countries. Where each offer is sold out, none is left out for it.
 */
export function visibleOffers<O extends OfferInView>(
  { offers, page }: { offers: readonly O[]; page: Pick<ChoiceEntry["page"], "soldOut"> },
  { country, all, now }: { country: string | undefined; all: boolean; now: number },
): VisibleOffers<O> {
  const here = all ? offers : offers.filter(({ countries }) => isFor(countries, country));
  const rows = (here.length > 0 ? here : offers).map((offer) => ({ offer, soldOut: isSoldOut(offer, now) }));
  const allSoldOut = rows.every(({ soldOut }) => soldOut);
  const shown = allSoldOut || (all && page.soldOut === "hide") ? rows : placed(rows, page.soldOut);
  return { rows: shown, hasMore: shown.length < offers.length, allSoldOut };
}

function placed<O extends OfferInView>(
  rows: readonly VisibleOffer<O>[],
  rule: ChoiceEntry["page"]["soldOut"],
): readonly VisibleOffer<O>[] {
  if (rule === "show") return rows;
  const inStock = rows.filter(({ soldOut }) => !soldOut);
  return rule === "hide" ? inStock : [...inStock, ...rows.filter(({ soldOut }) => soldOut)];
}

/** Cloudflare's words for a country that is not known, and for visitors of the Tor network. */
const UNKNOWN = ["XX", "T1"];

const isFor = (countries: readonly string[] | undefined, country: string | undefined): boolean =>
  countries === undefined ||
  country === undefined ||
  UNKNOWN.includes(country) ||
  countries.includes(country);

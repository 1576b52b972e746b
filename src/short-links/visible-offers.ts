import type { ChoiceEntry, OfferEntry } from "./choice.ts";

/** What one visitor of a choice link is offered. */
export interface VisibleOffers {
  rows: readonly VisibleOffer[];
  /** Whether offers are left out. */
  hasMore: boolean;
  /** Whether all rows are sold out. */
  allSoldOut: boolean;
}

/** An offer, and whether it is sold out. */
export interface VisibleOffer {
  offer: OfferEntry;
  soldOut: boolean;
}

/** How long a look-up that found an offer sold out is believed, in milliseconds. */
const BELIEVED_MS = 24 * 60 * 60 * 1_000;

/** Whether a look-up that is recent enough found the offer unavailable. */
export const isSoldOut = ({ soldOut }: Pick<OfferEntry, "soldOut">, now: number): boolean =>
  soldOut !== undefined && now - Date.parse(soldOut) < BELIEVED_MS;

/**
 * The offers for a visitor from `country`, in their order. A visitor whose country is not known, or for whom there is no
 * offer, gets those of all countries. Where each offer is sold out, none is left out for it.
 */
export function visibleOffers(
  { offers, page }: ChoiceEntry,
  { country, all, now }: { country: string | undefined; all: boolean; now: number },
): VisibleOffers {
  const here = all ? offers : offers.filter(({ countries }) => isFor(countries, country));
  const rows = (here.length > 0 ? here : offers).map((offer) => ({ offer, soldOut: isSoldOut(offer, now) }));
  const allSoldOut = rows.every(({ soldOut }) => soldOut);
  const shown = allSoldOut || (all && page.soldOut === "hide") ? rows : placed(rows, page.soldOut);
  return { rows: shown, hasMore: shown.length < offers.length, allSoldOut };
}

function placed(
  rows: readonly VisibleOffer[],
  rule: ChoiceEntry["page"]["soldOut"],
): readonly VisibleOffer[] {
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

import type { ChoiceEntry, OfferEntry } from "./choice.ts";
import { type PickVisit, pickOffer } from "./pick-offer.ts";

/** Whether visits are redirected to an offer, without the page. */
export const picksItself = ({ page: { pick = "shopper" } }: Pick<ChoiceEntry, "page">): boolean =>
  pick !== "shopper";

/** How long a look-up that found an offer sold out is trusted, in milliseconds. */
const TRUSTED_MS = 24 * 60 * 60 * 1_000;

/** Whether a recent look-up found the offer sold out. */
export const isSoldOut = ({ soldOut }: Pick<OfferEntry, "soldOut">, now: number): boolean =>
  soldOut !== undefined && now - Date.parse(soldOut) < TRUSTED_MS;

/** The properties of an offer that decide whether it is shown. */
export type OfferInView = Pick<OfferEntry, "countries" | "when" | "soldOut">;

/** The offers that a visitor of a choice link sees. */
export interface VisibleOffers<O extends OfferInView = OfferEntry> {
  rows: readonly VisibleOffer<O>[];
  /** Whether offers are hidden. */
  hasMore: boolean;
  allSoldOut: boolean;
}

export interface VisibleOffer<O extends OfferInView = OfferEntry> {
  offer: O;
  soldOut: boolean;
}

/**
 * The offers that fit a visit, in order; all offers if none fits. What is unknown of the visit fits. If all offers are sold
 * out, all are shown.
 */
export function visibleOffers<O extends OfferInView>(
  { offers, page }: { offers: readonly O[]; page: Pick<ChoiceEntry["page"], "soldOut"> },
  { visit, all, now }: { visit: Omit<PickVisit, "isLenient">; all: boolean; now: number },
): VisibleOffers<O> {
  const lenient = { ...visit, isLenient: true };
  const offered = all ? offers : offers.filter((offer) => pickOffer([offer], lenient, now));
  const rows = (offered.length > 0 ? offered : offers).map((offer) => ({
    offer,
    soldOut: isSoldOut(offer, now),
  }));
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

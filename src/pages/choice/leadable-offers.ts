import type { ChoiceEntry, OfferEntry } from "../../short-links/choice.ts";
import { isUrl } from "../../short-links/tap.ts";
import type { VisibleOffers } from "../../short-links/visible-offers.ts";

/** The offers of a choice that can be shown. */
export interface LeadableOffers {
  /** Those that lead somewhere. One whose stored destination is no URL has no host to show, and is left out. */
  offers: OfferEntry[];
  /** What everybody sees at any time; null where that depends on the country or on what is sold out. */
  forAll: VisibleOffers | null;
}

/** What was found of each choice, for as long as its link is remembered. */
const known = new WeakMap<ChoiceEntry, LeadableOffers>();

/** The offers of `choice` that can be shown. */
export function leadableOffers(choice: ChoiceEntry): LeadableOffers {
  let found = known.get(choice);
  if (found === undefined) {
    const offers = choice.offers.filter(({ destination }) => isUrl(destination));
    const isSame = offers.every(({ countries, soldOut }) => countries === undefined && soldOut === undefined);
    const rows = offers.map((offer) => ({ offer, soldOut: false }));
    found = { offers, forAll: isSame ? { rows, hasMore: false, allSoldOut: false } : null };
    known.set(choice, found);
  }
  return found;
}

/** Retailers whose destinations may be wrapped in the URL of an affiliate network, as its last parameter, `u`. */
const WRAPPED_RETAILERS = ["bigbox_w", "bigbox_t"];
const WRAPPED = /[?&]u=(https?%3A[^&#]*)$/i;

/** The URL that an affiliate network's one leads to in the end; null where there is none, or none that can be read. */
function wrappedUrl({ destination, retailer }: OfferEntry): URL | null {
  const [, encoded] = WRAPPED_RETAILERS.includes(retailer) ? (WRAPPED.exec(destination) ?? []) : [];
  // A fallbackUrl may only look like a network's: unlike decodeURIComponent, this takes any encoding.
  const url = encoded === undefined ? null : new URLSearchParams(`u=${encoded}`).get("u");
  return url === null ? null : URL.parse(url);
}

/** The host that an offer leads to in the end, without "www."; `origin` is that of our own short links. */
export function hostOf(offer: OfferEntry, origin: string): string {
  const url = wrappedUrl(offer) ?? new URL(offer.destination, origin);
  return url.hostname.replace(/^www\./, "");
}

/** Whether purchases by an offer may earn somebody a commission, of a visit by a QR code or of another. */
export const earnsCommission = (offer: OfferEntry, keepsServiceTag: boolean): boolean =>
  offer.tagBy === "caller" || (offer.tagBy === "service" && keepsServiceTag) || wrappedUrl(offer) !== null;

import type { ChoiceEntry, OfferEntry } from "../../../features/short-links/choice.ts";
import { isTagged } from "../../../features/short-links/commission.ts";
import type { VisibleOffers } from "../../../features/short-links/visible-offers.ts";
import { WRAPPED_RETAILERS } from "../../../features/short-links/visit-query.ts";
import { isUrl } from "../../../ground/core/plain-url.ts";

/** The offers of a choice that can be opened. */
export interface OpenableOffers {
  /** The offers with a usable destination. An offer whose stored destination is not a URL is left out. */
  offers: OfferEntry[];
  /** What all shoppers see at any time; null if that depends on the country or on sold-out offers. */
  forAll: VisibleOffers | null;
}

/** The result for each choice, as long as its link is cached. */
const cache = new WeakMap<ChoiceEntry, OpenableOffers>();

/** The offers of `choice` that can be opened. */
export function openableOffers(choice: ChoiceEntry): OpenableOffers {
  let found = cache.get(choice);
  if (found === undefined) {
    const offers = choice.offers.filter(({ destination }) => isUrl(destination));
    const isSame = offers.every(
      ({ countries, when, soldOut }) => (countries ?? when ?? soldOut) === undefined,
    );
    const rows = offers.map((offer) => ({ offer, soldOut: false }));
    found = { offers, forAll: isSame ? { rows, hasMore: false, allSoldOut: false } : null };
    cache.set(choice, found);
  }
  return found;
}

/** The retailer's URL in the URL of a network: encoded, or as it is at the end of a path. */
const WRAPPED =
  /(https%3A%2F%2Fwww\.(?:walmart|target)\.com%2F[^&#?/]*)|.(https:\/\/www\.(?:walmart|target)\.com\/.*)$/i;

/** The URL that an affiliate network's URL finally redirects to; null if it is missing or unreadable. */
function wrappedUrl({ destination, retailer }: OfferEntry): URL | null {
  const [, encoded, plain] = WRAPPED_RETAILERS.includes(retailer) ? (WRAPPED.exec(destination) ?? []) : [];
  if (encoded === undefined) return plain === undefined ? null : URL.parse(plain);
  // A fallbackUrl may look like a network's URL: unlike decodeURIComponent, this accepts any encoding.
  return URL.parse(new URLSearchParams(`u=${encoded}`).get("u") ?? "");
}

/** The host of an offer's final destination, without "www."; `origin` is that of our own short links. */
export function hostOf(offer: OfferEntry, origin: string): string {
  const url = wrappedUrl(offer) ?? new URL(offer.destination, origin);
  return url.hostname.replace(/^www\./, "");
}

/** Whether purchases through an offer may earn a commission. */
export const earnsCommission = (offer: OfferEntry, isScan: boolean): boolean =>
  isTagged((isScan ? offer.scans : undefined) ?? offer.destination) || wrappedUrl(offer) !== null;

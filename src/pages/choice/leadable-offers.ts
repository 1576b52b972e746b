import type { ChoiceEntry, OfferEntry } from "../../short-links/choice.ts";
import { isUrl } from "../../short-links/tap.ts";

/** What was found of each choice, for as long as its link is remembered. */
const known = new WeakMap<ChoiceEntry, OfferEntry[]>();

/** The offers that lead somewhere. One whose stored destination is no URL has no host to show, and is left out. */
export function leadableOffers(choice: ChoiceEntry): OfferEntry[] {
  let offers = known.get(choice);
  if (offers === undefined) {
    offers = choice.offers.filter(({ destination }) => isUrl(destination));
    known.set(choice, offers);
  }
  return offers;
}

/** Retailers whose destinations may be wrapped in the URL of an affiliate network, as its last parameter, `u`. */
const WRAPPED_RETAILERS = ["bigbox_w", "bigbox_t"];
const WRAPPED = /[?&]u=(https?%3A[^&#]*)$/i;

/** The URL that an affiliate network's one leads to in the end; undefined where there is none. */
function wrappedUrl({ destination, retailer }: OfferEntry): string | undefined {
  const [, encoded] = WRAPPED_RETAILERS.includes(retailer) ? (WRAPPED.exec(destination) ?? []) : [];
  return encoded === undefined ? undefined : decodeURIComponent(encoded);
}

/** The host that an offer leads to in the end, without "www."; `origin` is that of our own short links. */
export function hostOf(offer: OfferEntry, origin: string): string {
  const url = URL.parse(wrappedUrl(offer) ?? offer.destination, origin) ?? new URL(offer.destination, origin);
  return url.hostname.replace(/^www\./, "");
}

/** Whether purchases by an offer may earn somebody a commission, of a visit by a QR code or of another. */
export const earnsCommission = (offer: OfferEntry, keepsServiceTag: boolean): boolean =>
  offer.tagBy === "caller" ||
  (offer.tagBy === "service" && keepsServiceTag) ||
  wrappedUrl(offer) !== undefined;

import { scanDestination } from "./associates-tag.ts";
import { type ChoiceEntry, type ChoicePageEntry, type OfferEntry, PLAIN_PAGE } from "./choice.ts";
import type { ShopChoice } from "./shop-choice.ts";

/** A choice link as SQL builds it from D1. */
interface StoredChoice {
  shortId: string;
  /** As its caller defined it; null: the defaults. */
  page: ChoicePageEntry | null;
  offers: StoredOffer[];
}

interface StoredOffer {
  key: string;
  /** Null: it was removed. */
  place: number | null;
  retailer: string;
  label: string;
  countries: string[] | null;
  urlType: string;
  destination: string;
  /** Of a cart. */
  fallbackUrl: string | null;
  soldOut: string | null;
  stores: ShopChoice | null;
}

/** The offers and the page of a choice link as JSON, in a query of `links`; null for any other link. */
export const STORED_CHOICE = `CASE WHEN links.retailer = 'choice' THEN (
    SELECT json_object('shortId', short_id, 'page', json(links.content -> '$.page'), 'offers', json((
      SELECT json_group_array(json_object('key', key, 'place', place, 'retailer', retailer, 'label', label,
        'countries', json(countries), 'urlType', url_type, 'destination', destination,
        'fallbackUrl', CASE WHEN url_type = 'cart' THEN (SELECT value ->> 'fallbackUrl'
          FROM json_each(links.content, '$.offers') WHERE value ->> 'key' = link_offers.key) END,
        'soldOut', (SELECT checked_at FROM availability_checks
          WHERE link_id = links.id AND offer_key = key AND outcome = 'unavailable'),
        'stores', json((SELECT routes FROM delivery_app_routes WHERE link_id = links.id AND offer_key = key))))
      FROM link_offers WHERE link_offers.link_id = links.id)))) END`;

/** The choice in that JSON, in the order of the page. */
export function storedChoice(json: string): ChoiceEntry {
  // SQL built it from columns that the service wrote.
  const { shortId, page, offers } = JSON.parse(json) as StoredChoice;
  const shown = offers
    .filter((offer): offer is StoredOffer & { place: number } => offer.place !== null)
    .sort((one, other) => one.place - other.place)
    .map((offer) => offerEntry(offer, shortId));
  const removed = offers.filter(({ place }) => place === null).map(({ key }) => key);
  return { offers: shown, page: page ?? PLAIN_PAGE, ...(removed.length > 0 && { removed }) };
}

function offerEntry(offer: StoredOffer, shortId: string): OfferEntry {
  const { key, destination, label, retailer, countries, soldOut, stores } = offer;
  const scans = scanDestination({ ...offer, shortId })?.url;
  return {
    key,
    destination,
    label,
    retailer,
    ...(countries && { countries }),
    ...(soldOut !== null && { soldOut }),
    ...(scans !== undefined && { scans }),
    ...(stores && { stores }),
  };
}

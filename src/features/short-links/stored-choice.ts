import { tagOrigin } from "./associates-tag.ts";
import { type ChoiceEntry, type ChoicePageEntry, type OfferEntry, PLAIN_PAGE } from "./choice.ts";
import type { ShopChoice } from "./shop-choice.ts";

/** A choice link as SQL builds it from D1. */
interface StoredChoice {
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
  soldOut: string | null;
  stores: ShopChoice | null;
}

/** The offers and the page of a choice link as JSON, in a query of `links`; null for any other link. */
export const STORED_CHOICE = `CASE WHEN links.retailer = 'choice' THEN (
    SELECT json_object('page', json(links.content -> '$.page'), 'offers', json((
      SELECT json_group_array(json_object('key', key, 'place', place, 'retailer', retailer, 'label', label,
        'countries', json(countries), 'urlType', url_type, 'destination', destination,
        'soldOut', (SELECT checked_at FROM availability_checks
          WHERE link_id = links.id AND offer_key = key AND outcome = 'unavailable'),
        'stores', json((SELECT routes FROM delivery_app_routes WHERE link_id = links.id AND offer_key = key))))
      FROM link_offers WHERE link_offers.link_id = links.id)))) END`;

/** The choice in that JSON, in the order of the page. */
export function storedChoice(json: string): ChoiceEntry {
  // SQL built it from columns that the service wrote.
  const { page, offers } = JSON.parse(json) as StoredChoice;
  const shown = offers
    .filter((offer): offer is StoredOffer & { place: number } => offer.place !== null)
    .sort((one, other) => one.place - other.place)
    .map(offerEntry);
  const removed = offers.filter(({ place }) => place === null).map(({ key }) => key);
  return { offers: shown, page: page ?? PLAIN_PAGE, ...(removed.length > 0 && { removed }) };
}

function offerEntry({ key, destination, label, retailer, countries, ...more }: StoredOffer): OfferEntry {
  const { urlType, soldOut, stores } = more;
  const tagBy = tagOrigin({ retailer, urlType, destination });
  return {
    key,
    destination,
    label,
    retailer,
    ...(countries && { countries }),
    ...(soldOut !== null && { soldOut }),
    ...(tagBy && { tagBy }),
    ...(stores && { stores }),
  };
}

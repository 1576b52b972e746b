import { locationOf } from "../../ground/core/plain-url.ts";
import type { UrlType } from "../../ground/core/vocabulary.ts";
import { type ChoiceEntry, type ChoicePageEntry, type OfferEntry, PLAIN_PAGE } from "./choice.ts";
import { visitDestinations } from "./commission.ts";
import { type Affiliate, OWN_TAG } from "./earners.ts";
import { type OfferWhen, ruleOf } from "./pick-offer.ts";
import type { ShopChoice } from "./shop-choice.ts";
import { mergeUtm, type Utm } from "./utm.ts";
import type { VisitQuery } from "./visit-query.ts";

/** A choice link as SQL builds it from D1. */
interface StoredChoice {
  shortId: string;
  /** Its own tag; null without one. */
  tag: string | null;
  /** As its caller defined it; null: the defaults. */
  page: ChoicePageEntry | null;
  fallbackUrl: string | null;
  utm: Utm | null;
  offers: StoredOffer[];
}

interface StoredOffer {
  key: string;
  /** Null: it was removed. */
  place: number | null;
  retailer: string;
  label: string;
  countries: string[] | null;
  urlType: UrlType;
  destination: string;
  reason: string | null;
  /** Of its definition; null if nothing of it matters. */
  own: { fallbackUrl: string | null; when: OfferWhen | null; weight: number | null } | null;
  soldOut: string | null;
  stores: ShopChoice | null;
}

/** The offers and the page of a choice link as JSON, in a query of `links`; null for any other link. */
export const STORED_CHOICE = `CASE WHEN links.retailer = 'choice' THEN (
    SELECT json_object('shortId', short_id, 'tag', ${OWN_TAG}, 'page', json(links.content -> '$.page'), 'fallbackUrl', links.content ->> '$.fallbackUrl',
      'utm', json(links.content -> '$.tracking.utm'), 'offers', json((
      SELECT json_group_array(json_object('key', key, 'place', place, 'retailer', retailer, 'label', label,
        'countries', json(countries), 'urlType', url_type, 'destination', destination, 'reason', destination_reason,
        'own', CASE WHEN url_type = 'cart' OR instr(links.content, '"when":{') OR instr(links.content, '"weight":') THEN json((
          SELECT json_object('fallbackUrl', value ->> 'fallbackUrl', 'when', json(value -> 'when'), 'weight', value -> 'weight')
          FROM json_each(links.content, '$.offers') WHERE value ->> 'key' = link_offers.key)) END,
        'soldOut', (SELECT checked_at FROM availability_checks
          WHERE link_id = links.id AND offer_key = key AND outcome = 'unavailable'),
        'stores', json((SELECT routes FROM delivery_app_routes WHERE link_id = links.id AND offer_key = key))))
      FROM link_offers WHERE link_offers.link_id = links.id)))) END`;

/** The choice in that JSON, in the order of the page. `queryFor`: what an offer for a retailer takes of a visit's query. */
export function storedChoice(
  json: string,
  affiliate?: Affiliate,
  queryFor: (retailer: string) => VisitQuery | undefined = () => undefined,
): ChoiceEntry {
  // SQL built it from columns that the service wrote.
  const { shortId, tag, page, fallbackUrl, utm, offers } = JSON.parse(json) as StoredChoice;
  const shown = offers
    .filter((offer): offer is StoredOffer & { place: number } => offer.place !== null)
    .sort((one, other) => one.place - other.place)
    .map((offer) => offerEntry(offer, { shortId, tag }, affiliate, queryFor(offer.retailer)));
  const removed = offers.filter(({ place }) => place === null).map(({ key }) => key);
  return {
    offers: shown,
    page: page ?? PLAIN_PAGE,
    ...(fallbackUrl && { fallback: fallbackOf(fallbackUrl, utm) }),
    ...(removed.length > 0 && { removed }),
  };
}

/** Destination of visits without a fitting offer: the fallbackUrl, with the link's UTM values. */
export const fallbackOf = (fallbackUrl: string, utm: Utm | null | undefined): string =>
  mergeUtm(locationOf(fallbackUrl), utm ?? {}, true);

function offerEntry(
  offer: StoredOffer,
  { shortId, tag }: Pick<StoredChoice, "shortId" | "tag">,
  affiliate: Affiliate | undefined,
  query: VisitQuery | undefined,
): OfferEntry {
  const { key, label, retailer, countries, soldOut, stores, own } = offer;
  const target = { ...offer, fallbackUrl: own?.fallbackUrl, shortId, affiliate: { tag: tag ?? undefined } };
  const { click, scan } = visitDestinations(target, affiliate);
  return {
    key,
    destination: click.url,
    label,
    retailer,
    ...ruleOf({
      countries: countries ?? undefined,
      when: own?.when ?? undefined,
      weight: own?.weight ?? undefined,
    }),
    ...(soldOut !== null && { soldOut }),
    ...(scan && { scans: scan.url }),
    ...(stores && { stores }),
    ...(query && { query }),
  };
}

import { appendEncoded } from "../core/url-query.ts";

/**
 * The preferred shops of a product link, for the redirect to choose from. It is kept in KV and D1 in this very form,
 * where `stores` are the shops: entries of earlier versions have to stay readable, and a rollback has to read ours.
 */
export interface ShopChoice {
  /** The product page without a shop. */
  url: string;
  /** Where the caller expects shoppers, for those whose postal code is not known. */
  zipCode?: string | undefined;
  /** The shops in the order of preference. */
  stores: Shop[];
}

export interface Shop {
  slug: string;
  /** Postal codes it is known to serve, areas (the first three characters of one), or all of them. */
  postalCodes: string[] | "all";
}

/** How many shops, and how much of each, a redirect's entry holds: it stays below some 10 kB. */
export const MAX_SHOPS = 10;
const MAX_POSTAL_CODES = 100;
const AREA_LENGTH = 3;

const areaOf = (postalCode: string): string => postalCode.slice(0, AREA_LENGTH);

/**
 * The postal codes that a shop was seen at, in bounded form: themselves, their areas where they are too many, and
 * `all` for a shop in more than a hundred areas.
 */
export function boundedPostalCodes(postalCodes: readonly string[]): Shop["postalCodes"] {
  const codes = [...new Set(postalCodes)].sort();
  if (codes.length <= MAX_POSTAL_CODES) return codes;
  const areas = [...new Set(codes.map(areaOf))];
  return areas.length <= MAX_POSTAL_CODES ? areas : "all";
}

/**
 * Where the shopper is led: to the first preferred shop that is known to serve the postal code; else to the first
 * that was seen in its area, as nobody can ask about every code; else to `destination`, the first shop.
 * `postalCode` is the shopper's; undefined where it is not known, or of a country without these shops.
 */
export function chooseDestination(
  destination: string,
  choice: ShopChoice,
  postalCode: string | undefined,
): string {
  const code = plain(postalCode || choice.zipCode || "");
  if (code.length < AREA_LENGTH) return destination;
  const area = areaOf(code);
  const shop =
    choice.stores.find(
      ({ postalCodes: known }) => known === "all" || known.includes(code) || known.includes(area),
    ) ??
    choice.stores.find(
      ({ postalCodes: known }) => known !== "all" && known.some((seen) => areaOf(seen) === area),
    );
  return shop ? appendEncoded(choice.url, [["retailerSlug", encodeURIComponent(shop.slug)]]) : destination;
}

/** "60614" of "60614-1234", "M5V 2T6" of "m5v2t6"; of a Canadian code Cloudflare may know the first half only. */
function plain(text: string): string {
  const code = text.trim().toUpperCase();
  const [, zip] = /^([0-9]{5})-?[0-9]{4}$/.exec(code) ?? [];
  if (zip) return zip;
  const [, area, unit] = /^([A-Z][0-9][A-Z])[ -]?([0-9][A-Z][0-9])$/.exec(code) ?? [];
  return area && unit ? `${area} ${unit}` : code;
}

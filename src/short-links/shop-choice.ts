import { appendEncoded } from "../retailers/destinations/tracking.ts";

/** The preferred stores of a product link, for the redirect to choose from. */
export interface StoreRoutes {
  /** The product page without a store. */
  url: string;
  /** Where the caller expects shoppers, for those whose postal code is not known. */
  zipCode?: string | undefined;
  /** In the order of preference. */
  stores: StoreRoute[];
}

export interface StoreRoute {
  slug: string;
  /** Postal codes it is known to serve, areas (the first three characters of one), or all of them. */
  postalCodes: string[] | "all";
}

/** How many stores, and how much of each, a redirect's entry holds: it stays below some 10 kB. */
export const MAX_STORES = 10;
const MAX_POSTAL_CODES = 100;
const AREA_LENGTH = 3;

/** Real slugs and ids have some 30 characters. What is far longer is left out of URLs and of entries. */
const MAX_STORE_LENGTH = 256;

/** Whether a store's slug or id can be part of a URL. */
export const isUsableStore = (store: string): boolean => store !== "" && store.length <= MAX_STORE_LENGTH;

const areaOf = (postalCode: string): string => postalCode.slice(0, AREA_LENGTH);

/**
 * The postal codes a store was seen at, in bounded form: themselves, their areas where they are too many, and
 * `all` for a store in more than a hundred areas.
 */
export function boundedPostalCodes(postalCodes: readonly string[]): StoreRoute["postalCodes"] {
  const codes = [...new Set(postalCodes)].sort();
  if (codes.length <= MAX_POSTAL_CODES) return codes;
  const areas = [...new Set(codes.map(areaOf))];
  return areas.length <= MAX_POSTAL_CODES ? areas : "all";
}

/**
 * Where the shopper is led: to the first preferred store that is known to serve the postal code; else to the
 * first that was seen in its area, as nobody can ask about every code; else to `destination`, the first store.
 * `postalCode` is the shopper's; undefined where it is not known, or of a country without these stores.
 */
export function chooseDestination(
  destination: string,
  routes: StoreRoutes,
  postalCode: string | undefined,
): string {
  const code = plain(postalCode || routes.zipCode || "");
  if (code.length < AREA_LENGTH) return destination;
  const area = areaOf(code);
  const store =
    routes.stores.find(
      ({ postalCodes: known }) => known === "all" || known.includes(code) || known.includes(area),
    ) ??
    routes.stores.find(
      ({ postalCodes: known }) => known !== "all" && known.some((seen) => areaOf(seen) === area),
    );
  return store ? appendEncoded(routes.url, [["retailerSlug", encodeURIComponent(store.slug)]]) : destination;
}

/** "60614" of "60614-1234", "M5V 2T6" of "m5v2t6"; of a Canadian code Cloudflare may know the first half only. */
function plain(text: string): string {
  const code = text.trim().toUpperCase();
  const [, zip] = /^([0-9]{5})-?[0-9]{4}$/.exec(code) ?? [];
  if (zip) return zip;
  const [, area, unit] = /^([A-Z][0-9][A-Z])[ -]?([0-9][A-Z][0-9])$/.exec(code) ?? [];
  return area && unit ? `${area} ${unit}` : code;
}

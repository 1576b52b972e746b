import { appendEncoded } from "../../ground/core/urls.ts";

/**
 * The preferred shops of a product link, from which the redirect chooses. KV and D1 store exactly these properties, with
 * the shops as `stores`.
 */
export interface ShopChoice {
  /** The product page without a shop. */
  url: string;
  /** Where the caller expects shoppers whose postal code is unknown. */
  zipCode?: string | undefined;
  /** The shops in the order of preference. */
  stores: Shop[];
}

/** One of the delivery app's shops. */
export interface Shop {
  slug: string;
  /** Known postal codes of the shop, or areas (the first three characters of a code), or all codes. */
  postalCodes: string[] | "all";
}

/** The maximum of shops in a redirect's entry. With the limit below, the shops take about 10 kB at most. */
export const MAX_SHOPS = 10;
const MAX_POSTAL_CODES = 100;
const AREA_LENGTH = 3;

const areaOf = (postalCode: string): string => postalCode.slice(0, AREA_LENGTH);

/**
 * The postal codes of a shop in bounded form: the codes themselves, or their areas for more than a hundred codes, or `all`
 * for more than a hundred areas.
 */
export function boundedPostalCodes(postalCodes: readonly string[]): Shop["postalCodes"] {
  const codes = [...new Set(postalCodes)].sort();
  if (codes.length <= MAX_POSTAL_CODES) return codes;
  const areas = [...new Set(codes.map(areaOf))];
  return areas.length <= MAX_POSTAL_CODES ? areas : "all";
}

/**
 * The destination for a shopper: the first preferred shop that serves the postal code; else the first shop in the same
 * area, because not every code is looked up; else `destination`, the first shop. `postalCode` is the shopper's, and
 * undefined if it is unknown or belongs to a country without these shops.
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

/** "60614" of "60614-1234", "M5V 2T6" of "m5v2t6". Cloudflare may know only the first half of a Canadian code. */
function plain(text: string): string {
  const code = text.trim().toUpperCase();
  return code
    .replace(/^([0-9]{5})-?[0-9]{4}$/, "$1")
    .replace(/^([A-Z][0-9][A-Z])[ -]?([0-9][A-Z][0-9])$/, "$1 $2");
}

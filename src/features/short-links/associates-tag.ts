import { listPath } from "../../ground/core/origins.ts";
import { mergeEncoded } from "../../ground/core/urls.ts";

/** The marketplace's site. */
const MARKETPLACE = "https://www.amazon.com";
/** Fills the cart only for a registered Associates tag. Without a tag, no URL of the marketplace fills a cart. */
const CART = `${MARKETPLACE}/associates/addtocart`;

const TAGGED_PAGE = /^(https:\/\/www\.amazon\.com\/dp\/[^/?#]+)\?tag=[^&#]*(&|(?=#|$))/;
const TAGGED_CART =
  /^https:\/\/www\.amazon\.com\/associates\/addtocart\?AssociateTag=[^&#]*((?:&ASIN\.\d+=[^&#]+&Quantity\.\d+=\d+)+)(?:&([^#]*))?$/;

/** The marketplace's product page for an encoded id, with an encoded Associates tag, if any. */
export const marketplaceProductPage = (id: string, tag?: string): string =>
  `${MARKETPLACE}/dp/${id}${tag === undefined ? "" : `?tag=${tag}`}`;

/** The marketplace's cart with an encoded Associates tag, and products by their encoded ids. */
export const marketplaceCart = (tag: string, lines: readonly (readonly [id: string, quantity: number])[]) =>
  `${CART}?AssociateTag=${tag}${lines
    .map(([id, quantity], index) => `&ASIN.${index + 1}=${id}&Quantity.${index + 1}=${quantity}`)
    .join("")}`;

/** Whether a URL is a product page or a cart with a tag, as this file makes them. */
export const isTagged = (url: string): boolean => TAGGED_PAGE.test(url) || TAGGED_CART.test(url);

/** The products in a cart with a tag, by their encoded ids, with the rest of the query; null for any other URL. */
export function cartProducts(url: string): { lines: [id: string, quantity: number][]; added: string } | null {
  const [, products, added = ""] = TAGGED_CART.exec(url) ?? [];
  if (products === undefined) return null;
  const lines = Array.from(
    products.matchAll(/&ASIN\.\d+=([^&]+)&Quantity\.\d+=(\d+)/g),
    ([, id = "", quantity]): [string, number] => [id, Number(quantity)],
  );
  return { lines, added };
}

/** What decides where the scans of a link or an offer redirect. */
export interface TaggedTarget {
  retailer: string;
  urlType: string;
  destination: string;
  fallbackUrl?: string | null | undefined;
  shortId: string;
  /** The key of an offer. */
  key?: string | undefined;
}

/** Where a scan redirects, and for a cart, why. */
export interface ScanDestination {
  url: string;
  urlType: "pdp" | "long_link";
  reason?: "untagged_product_page" | "untagged_fallback" | "untagged_list_page";
}

/**
 * Where a scan without the service's Associates tag redirects: to the same product page, or in place of a cart to its only
 * product, else to fallbackUrl, else to our own page. Undefined for a destination without the service's tag: a
 * fallbackUrl (`long_link`) and the URLs of other retailers are the caller's. The destination's UTM values stay.
 */
export function scanDestination(target: TaggedTarget): ScanDestination | undefined {
  const { retailer, urlType, destination, fallbackUrl, shortId, key } = target;
  if (retailer !== "marketplace" || urlType === "long_link") return undefined;
  const [start, page, separator] = TAGGED_PAGE.exec(destination) ?? [];
  if (start !== undefined)
    return { url: `${page}${separator && "?"}${destination.slice(start.length)}`, urlType: "pdp" };
  const cart = cartProducts(destination);
  if (!cart) return undefined;
  const [[id] = [""], ...others] = cart.lines;
  const utm = cart.added.split("&").flatMap((pair) => {
    const [key = "", value = ""] = pair.split("=", 2);
    return key === "" ? [] : [[key, value] as const];
  });
  if (others.length === 0) {
    const url = mergeEncoded(marketplaceProductPage(id), utm, true);
    return { url, urlType: "pdp", reason: "untagged_product_page" };
  }
  if (!fallbackUrl)
    return { url: listPath(shortId, key), urlType: "long_link", reason: "untagged_list_page" };
  const url = mergeEncoded(new URL(fallbackUrl).href, utm, true);
  return { url, urlType: "long_link", reason: "untagged_fallback" };
}

import { marketplaceAt } from "../../ground/core/marketplaces.ts";
import { listPath } from "../../ground/core/origins.ts";
import { locationOf } from "../../ground/core/plain-url.ts";
import { mergeEncoded } from "../../ground/core/urls.ts";
import type { UrlType } from "../../ground/core/vocabulary.ts";
import type { Affiliate } from "./earners.ts";
import { wrapped } from "./network-url.ts";

/** A product page, and a cart, as the builder of the marketplace makes them, with UTM values. */
const PAGE = /^https:\/\/www\.(amazon\.[a-z.]+)\/dp\/[^/?#]+(?:[?#]|$)/;
const CART =
  /^https:\/\/www\.(amazon\.[a-z.]+)\/associates\/addtocart\?(?:AssociateTag=[^&#]*&)?((?:&?ASIN\.\d+=[^&#]+&Quantity\.\d+=\d+)+)(?:&([^#]*))?$/;

/** The marketplace's product page for an encoded id. `site`: such as https://www.amazon.ca. */
export const marketplaceProductPage = (site: string, id: string): string => `${site}/dp/${id}`;

/** The marketplace's cart of products by their encoded ids. Without a tag, it stays empty. */
export const marketplaceCart = (
  site: string,
  lines: readonly (readonly [id: string, quantity: number])[],
): string =>
  `${site}/associates/addtocart?${lines
    .map(([id, quantity], index) => `ASIN.${index + 1}=${id}&Quantity.${index + 1}=${quantity}`)
    .join("&")}`;

/** Whether visits of a URL that this file made earn a commission at the marketplace. */
export function isTagged(url: string): boolean {
  const [, host = ""] = PAGE.exec(url) ?? CART.exec(url) ?? [];
  return marketplaceAt(host) !== undefined && /[?&](?:tag|AssociateTag)=[^&#]/.test(url);
}

/** The products of a cart by their encoded ids, with its site and the rest of its query; null for any other URL. */
export function cartProducts(
  url: string,
): { site: string; lines: [id: string, quantity: number][]; added: string } | null {
  const [, host, products, added = ""] = CART.exec(url) ?? [];
  if (host === undefined || products === undefined) return null;
  const lines = Array.from(
    products.matchAll(/ASIN\.\d+=([^&]+)&Quantity\.\d+=(\d+)/g),
    ([, id = "", quantity]): [string, number] => [id, Number(quantity)],
  );
  return { site: `https://www.${host}`, lines, added };
}

/** The stored destination of a link or an offer, and what decides where its visits are sent without a tag. */
export interface StoredTarget<Reason> {
  retailer: string;
  urlType: UrlType;
  destination: string;
  reason?: Reason | undefined;
  fallbackUrl?: string | null | undefined;
  shortId: string;
  /** The key of an offer. */
  key?: string | undefined;
  /** The link's own tag, in place of its project's. */
  affiliate?: { tag?: string | undefined } | undefined;
}

/** Why visits without a tag are not sent to a cart. */
type UntaggedReason = "untagged_product_page" | "untagged_fallback" | "untagged_list_page";

/** Where clicks or scans are redirected, and why. */
export interface VisitDestination<Reason> {
  url: string;
  urlType: UrlType;
  reason: Reason | UntaggedReason | undefined;
}

/** Where clicks and scans of a link or an offer are redirected, and who earns the commission. */
export interface VisitDestinations<Reason> {
  click: VisitDestination<Reason>;
  /** If elsewhere than clicks. */
  scan?: VisitDestination<Reason>;
  /** The tag or the network's URL that earns the commission of clicks. */
  earnedBy?: { tag: string } | { url: string };
}

/**
 * Where the visits of a stored destination are redirected: with the tag of its marketplace, or in the wrapper of its retailer.
 * Scans go without the tag unless it is allowed there. Without a tag, the marketplace has no cart. The caller's own URLs, such as
 * fallbackUrl, stay as they are.
 */
export function visitDestinations<Reason>(
  target: StoredTarget<Reason>,
  affiliate: Affiliate = {},
): VisitDestinations<Reason> {
  const { retailer, urlType, destination, reason } = target;
  const stored = { url: destination, urlType, reason };
  if (retailer === "bigbox_w" || retailer === "bigbox_t") {
    const url = affiliate[retailer]?.url;
    if (url === undefined || (urlType === "long_link" && reason !== "search_page")) return { click: stored };
    const subId = affiliate.subIds === "off" ? "" : target.shortId;
    return { click: { ...stored, url: wrapped(url, retailer, destination, subId) }, earnedBy: { url } };
  }
  const cart = urlType === "cart" && retailer === "marketplace" ? cartProducts(destination) : null;
  const [, page = ""] = (urlType === "pdp" && retailer === "marketplace" && PAGE.exec(destination)) || [];
  const country = marketplaceAt(cart ? new URL(cart.site).host : page);
  if (country === undefined) return { click: stored };
  const { tags, tagOnScans } = affiliate.marketplace ?? {};
  const tag = target.affiliate?.tag ?? tags?.[country];
  const withoutTag = cart ? withoutCart(cart, target) : stored;
  if (tag === undefined) return { click: withoutTag };
  const click = { ...stored, url: withTag(destination, cart ? "AssociateTag" : "tag", tag) };
  return { click, ...(!tagOnScans && { scan: withoutTag }), earnedBy: { tag } };
}

const withTag = (url: string, name: string, tag: string): string =>
  url.includes("?") ? url.replace("?", `?${name}=${tag}&`) : `${url}?${name}=${tag}`;

/** In place of a cart: the page of its only product, else fallbackUrl, else our own page. UTM values stay. */
function withoutCart<Reason>(
  { site, lines, added }: NonNullable<ReturnType<typeof cartProducts>>,
  { fallbackUrl, shortId, key }: StoredTarget<Reason>,
): VisitDestination<Reason> {
  const utm = added.split("&").flatMap((pair) => {
    const [name = "", value = ""] = pair.split("=", 2);
    return name === "" ? [] : [[name, value] as const];
  });
  const [[id] = [""], ...others] = lines;
  if (others.length === 0) {
    const url = mergeEncoded(marketplaceProductPage(site, id), utm, true);
    return { url, urlType: "pdp", reason: "untagged_product_page" };
  }
  if (!fallbackUrl)
    return { url: listPath(shortId, key), urlType: "long_link", reason: "untagged_list_page" };
  const url = mergeEncoded(locationOf(fallbackUrl), utm, true);
  return { url, urlType: "long_link", reason: "untagged_fallback" };
}

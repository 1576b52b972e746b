import type { MarketplaceCountry } from "../../ground/core/marketplaces.ts";
import { plainUrl } from "../../ground/core/plain-url.ts";
import { OFFER_RETAILERS, type OfferRetailer } from "../../ground/core/vocabulary.ts";
import { MAX_OFFERS } from "./choice-offer.ts";
import { type PastedIds, readIds } from "./pasted-ids.ts";
import { type PastedProduct, readUrl } from "./pasted-urls.ts";
import { productIdRule } from "./product-ids.ts";
import { joinBrokenUrls, replaceUrls, urlsIn } from "./urls-in-text.ts";
import { hasCarts, OFFER_VARIANTS, type OfferVariant, productBounds } from "./variants.ts";

/** Maximum length of the text that is read, in UTF-16 units. */
export const MAX_PASTED = 8_000;
const MAX_PRODUCTS = 100;

/** A link or an offer as far as URLs or ids determine it, with the fields of a body of `POST /v1/links`. */
export interface PastedLink {
  /** The name of its only product, if the URL contains it. */
  name?: string;
  retailer: OfferRetailer;
  intent: OfferVariant["intent"];
  products?: PastedProduct[];
  customUrl?: string;
  location?: { storeId?: string; country?: MarketplaceCountry };
  options?: { delivery_app: { routingMode: "specific"; retailer: string } };
}

/** Somebody's affiliate tag, and the URL that carries it. */
export interface PastedTag {
  tag: string;
  url: string;
}

/** A URL that is not as it was pasted: lines were joined, or it was behind the redirect of a scanner or a search page. */
export interface ReadOtherwise {
  url: string;
  /** Whose redirect; absent: lines were joined. */
  through?: string;
}

/** What a pasted text has besides its links. */
export interface PastedNotes {
  affiliate?: PastedTag;
  otherwise?: ReadOtherwise[];
}

/** A number that is no quantity, or a redirect that hides its target. */
type Refused = { kind: "quantity"; quantity: string } | { kind: "hidden"; through: string };

/**
 * The meaning of a pasted text: a link; several shops with an offer each; ids that fit several shops; numbers that
 * could be quantities or products, with the text that reads them as products; a number that is no quantity; a redirect that hides
 * its target; or unknown.
 */
export type Pasted =
  | ({ kind: "link"; link: PastedLink } & PastedNotes)
  | ({ kind: "choice"; name?: string; offers: PastedLink[] } & PastedNotes)
  | { kind: "ids"; shops: PastedLink[] }
  | Refused
  | { kind: "unclear"; numbers: string[]; asProducts: string }
  | { kind: "unknown" };

/** Why a text can't be read, as what follows "This" or the name of a field. */
export const refusalOf = (refused: Refused): string =>
  refused.kind === "hidden"
    ? `is a link of ${refused.through}, which hides where it goes: open it and paste the URL that you arrive at`
    : `has the quantity ${refused.quantity}: write 1 to 999 after a product, such as 10450114 x2`;

/** Parses pasted text: URLs of products, carts and pages, or product ids such as `10450114 x2`. */
export function readPasted(text: string): Pasted {
  const { text: start, joined } = plainText(text.slice(0, MAX_PASTED));
  const urls = urlsIn(start);
  if (urls.length > 0) {
    const read = linkOf(urls, joined);
    const isAlone = !/\S/.test(replaceUrls(start, () => ""));
    return (!isAlone && read.kind === "link" && withIds(read, start)) || read;
  }
  const ids = /\S/.test(start) ? readIds(start) : null;
  if (ids === null) return { kind: "unknown" };
  return ids.kind === "products" ? shopsWith(ids.products) : ids;
}

/** What people see of a text, with the URLs whole that were broken across its lines. */
const plainText = (text: string): ReturnType<typeof joinBrokenUrls> => joinBrokenUrls(plainUrl(text));

/**
 * A text with what its URLs stand for, such as a cell of a file: whole, and without the redirects of scanners and search pages.
 * `otherwise`: the URLs that were joined or behind a redirect.
 */
export function plainUrls(given: string): { text: string; otherwise: ReadOtherwise[] } {
  const { text, joined } = plainText(given);
  const otherwise: ReadOtherwise[] = joined.map((url) => ({ url }));
  for (const url of urlsIn(text)) {
    const read = readUrl(url);
    if (read?.retailer && read.through !== undefined)
      otherwise.push({ url: read.url, through: read.through });
  }
  const isRedirected = otherwise.some(({ through }) => through !== undefined);
  const unwrapped = (url: string): string => {
    const read = readUrl(url);
    return read?.retailer && read.through !== undefined ? read.url : url;
  };
  return { text: isRedirected ? replaceUrls(text, unwrapped) : text, otherwise };
}

/** What a person should know about a URL that is not as it was pasted. */
export const otherwiseText = ({ url, through }: ReadOtherwise): string =>
  through === undefined
    ? `The URL was broken across lines and is joined: ${url}`
    : `The URL was a link of ${through}, which may name its recipient. The URL behind it is used: ${url}`;

/** An id that only one shop writes like this. */
const TCIN = /(?<![^\s,;|>x×*(])A-\d/i;

/**
 * Reads a text of products of one shop, with ids, URLs or both, such as a cell of a file. `elsewhere` is the shop of a URL
 * that is not of `retailer`.
 */
export function readProducts(
  cell: string,
  retailer: string | undefined,
): PastedIds | { kind: "elsewhere"; retailer: OfferRetailer } | Refused | null {
  const { text } = plainText(cell);
  const read = urlsIn(text).flatMap((url) => readUrl(url) ?? []);
  for (const each of read) if (each.retailer === null) return { kind: "hidden", through: each.through };
  const others = read.flatMap((each) =>
    each.retailer !== null && each.retailer !== retailer ? [each.retailer] : [],
  );
  const other = others[0] ?? (retailer !== "bigbox_t" && TCIN.test(text) ? "bigbox_t" : undefined);
  if (other !== undefined) return { kind: "elsewhere", retailer: other };
  return readIds(replaceUrls(text, idsIn), true);
}

/** A link of URLs with the ids and quantities beside them, as in `walmart.com/ip/10450114 x2`; null if there is other text. */
function withIds(read: Extract<Pasted, { kind: "link" }>, text: string): Pasted | null {
  const { link } = read;
  const variant = variantOf(link.retailer, link.intent);
  const rule = variant && productIdRule(variant);
  const ids = rule ? readIds(replaceUrls(text, idsIn)) : null;
  if (!rule || !ids) return null;
  if (ids.kind === "quantity") return ids;
  if (ids.kind === "unclear") {
    const asProducts = replaceUrls(text, (url) => url).replace(
      /(?<![^\s,;|])\d{1,4}(?![^\s,;|])/g,
      (number) => (ids.numbers.includes(number) ? `${number}x1` : number),
    );
    return { ...ids, asProducts };
  }
  const products = ids.products.slice(0, MAX_PRODUCTS);
  if (!products.every(({ retailerProductId: id }) => rule.fits(id))) return null;
  const intent = intentFor(link.retailer, products, link.intent === "add_to_cart");
  const { name, ...rest } = link;
  const named = name !== undefined && products.length === 1 && { name };
  return { ...read, link: { ...rest, intent, products, ...named } };
}

/** The products of a URL as a text of ids. */
function idsIn(url: string): string {
  const address = readUrl(url);
  const products = address && "content" in address ? address.content.products : [];
  return products
    .map(({ retailerProductId: id, quantity }) =>
      quantity === 1 && id.length > 4 ? id : `${id}x${quantity}`,
    )
    .join(" ");
}

/** The links of URLs; `joined`: those that were broken across lines. */
function linkOf(urls: readonly string[], joined: readonly string[]): Pasted {
  const shops = new Map<string, PastedLink>();
  const otherwise: ReadOtherwise[] = joined.map((url) => ({ url }));
  let affiliate: PastedTag | undefined;
  for (const url of urls) {
    const address = readUrl(url);
    if (!address) continue;
    if (address.retailer === null) return { kind: "hidden", through: address.through };
    if (address.through !== undefined) otherwise.push({ url: address.url, through: address.through });
    if (address.retailer === "custom") {
      shops.set(address.url, { retailer: "custom", intent: "custom_url", customUrl: address.url });
      continue;
    }
    const { products, isCart, storeId, country, shop, name } = address.content;
    if (address.tag !== undefined) affiliate ??= { tag: address.tag, url: address.url };
    // A cart is of one marketplace.
    const key = address.retailer + (country ?? "");
    const { name: _, ...before }: Partial<PastedLink> = shops.get(key) ?? {};
    const all = [...(before.products ?? []), ...products].slice(0, MAX_PRODUCTS);
    const intent = intentFor(address.retailer, all, isCart);
    shops.set(key, {
      ...before,
      retailer: address.retailer,
      intent,
      products: all,
      ...(name !== undefined && all.length === 1 && { name }),
      ...(storeId !== undefined && { location: { storeId } }),
      ...(country !== undefined && { location: { country } }),
      ...(shop !== undefined && { options: { delivery_app: { routingMode: "specific", retailer: shop } } }),
    });
  }
  const [first, ...others] = shops.values();
  if (!first) return { kind: "unknown" };
  const notes: PastedNotes = { ...(affiliate && { affiliate }), ...(otherwise.length > 0 && { otherwise }) };
  if (others.length === 0) return { kind: "link", link: first, ...notes };
  const name = [first, ...others].find((shop) => shop.name !== undefined)?.name;
  const offers = [first, ...others].slice(0, MAX_OFFERS).map(({ name: _, ...offer }) => offer);
  return { kind: "choice", ...(name !== undefined && { name }), offers, ...notes };
}

/** The retailers whose id format fits all of these ids. */
function shopsWith(products: PastedProduct[]): Pasted {
  const shops = OFFER_RETAILERS.flatMap((retailer): PastedLink[] => {
    const usual = intentFor(retailer, products, false);
    // Some ids are valid only in a cart.
    const intents: OfferVariant["intent"][] = [usual, "add_to_cart"];
    const intent = intents.find((each) => {
      const variant = variantOf(retailer, each);
      const rule = variant && productIdRule(variant);
      if (!rule || products.length > productBounds(variant).max) return false;
      return products.every(({ retailerProductId: id }) => rule.fits(id));
    });
    return intent === undefined ? [] : [{ retailer, intent, products }];
  });
  const certain = shops.filter(({ retailer }) => isTypical(retailer, products));
  const [only, ...more] = certain.length > 0 ? certain : shops;
  if (!only) return { kind: "unknown" };
  return more.length === 0 ? { kind: "link", link: only } : { kind: "ids", shops: [only, ...more] };
}

/** Ids in a format that rarely belongs to another retailer: 13 digits with leading zeros. */
const isTypical = (retailer: OfferRetailer, products: readonly PastedProduct[]): boolean =>
  retailer === "grocer_a" && products.every(({ retailerProductId: id }) => /^0\d{12}$/.test(id));

const variantOf = (retailer: OfferRetailer, intent: string): OfferVariant | undefined =>
  OFFER_VARIANTS.find((variant) => variant.retailer === retailer && variant.intent === intent);

/** A cart for several products or for the URL of a cart, if the retailer has carts; else a product page. */
function intentFor(
  retailer: OfferRetailer,
  products: readonly PastedProduct[],
  isCart: boolean,
): OfferVariant["intent"] {
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0);
  const wantsCart = isCart || pieces > 1;
  return wantsCart && hasCarts(retailer) ? "add_to_cart" : "product_detail";
}

import { OFFER_RETAILERS, type OfferRetailer } from "../../ground/core/vocabulary.ts";
import { MAX_OFFERS } from "./choice-offer.ts";
import { readIds } from "./pasted-ids.ts";
import { type PastedProduct, readUrl } from "./pasted-urls.ts";
import { productIdRule } from "./product-ids.ts";
import { OFFER_VARIANTS, type OfferVariant, productBounds } from "./variants.ts";

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
  location?: { storeId: string };
  options?: { delivery_app: { routingMode: "specific"; retailer: string } };
}

/**
 * The meaning of a pasted text: a link; several shops with an offer each; ids that fit several shops; numbers that
 * could be quantities or products, with the text that reads them as products; or unknown.
 */
export type Pasted =
  | { kind: "link"; link: PastedLink }
  | { kind: "choice"; name?: string; offers: PastedLink[] }
  | { kind: "ids"; shops: PastedLink[] }
  | { kind: "unclear"; numbers: string[]; asProducts: string }
  | { kind: "unknown" };

/** What is between spaces and semicolons, without the commas behind it. */
const WORDS = /[^\s;]+?(?=,{0,2}(?:[\s;]|$))/g;

const isUrl = (word: string): boolean =>
  /^https?:\/\//i.test(word) || /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#:]|$)/i.test(word);

/** Parses pasted text: URLs of products, carts and pages, or product ids such as `10450114 x2`. */
export function readPasted(text: string): Pasted {
  const start = text.slice(0, MAX_PASTED);
  const words = start.match(WORDS) ?? [];
  if (words.length === 0) return { kind: "unknown" };
  const urls = words.filter(isUrl);
  if (urls.length > 0) {
    const read = urlsIn(urls);
    const isAlone = urls.length === words.length;
    return (!isAlone && read.kind === "link" && withIds(read.link, start)) || read;
  }
  const ids = readIds(start);
  if (ids === null) return { kind: "unknown" };
  return ids.kind === "unclear" ? ids : shopsWith(ids.products);
}

/** A link of URLs with the ids and quantities beside them, as in `walmart.com/ip/10450114 x2`; null if there is other text. */
function withIds(link: PastedLink, text: string): Pasted | null {
  const variant = variantOf(link.retailer, link.intent);
  const rule = variant && productIdRule(variant);
  if (!rule) return null;
  const ids = readIds(text.replace(WORDS, (word) => (isUrl(word) ? idsIn(word) : word)));
  if (ids?.kind !== "products") return null;
  const products = ids.products.slice(0, MAX_PRODUCTS);
  if (!products.every(({ retailerProductId: id }) => rule.fits(id))) return null;
  const intent = intentFor(link.retailer, products, link.intent === "add_to_cart");
  const { name, ...rest } = link;
  const named = name !== undefined && products.length === 1 && { name };
  return { kind: "link", link: { ...rest, intent, products, ...named } };
}

/** The products of a URL as a text of ids. */
function idsIn(url: string): string {
  const address = readUrl(url);
  const products = address && address.retailer !== "custom" ? address.content.products : [];
  return products
    .map(({ retailerProductId: id, quantity }) => (quantity === 1 ? id : `${id}x${quantity}`))
    .join(" ");
}

function urlsIn(words: readonly string[]): Pasted {
  const shops = new Map<string, PastedLink>();
  for (const word of words) {
    const address = readUrl(word);
    if (!address) continue;
    if (address.retailer === "custom") {
      shops.set(address.url, { retailer: "custom", intent: "custom_url", customUrl: address.url });
      continue;
    }
    const { products, isCart, storeId, shop, name } = address.content;
    const { name: _, ...before }: Partial<PastedLink> = shops.get(address.retailer) ?? {};
    const all = [...(before.products ?? []), ...products].slice(0, MAX_PRODUCTS);
    const intent = intentFor(address.retailer, all, isCart);
    shops.set(address.retailer, {
      ...before,
      retailer: address.retailer,
      intent,
      products: all,
      ...(name !== undefined && all.length === 1 && { name }),
      ...(storeId !== undefined && { location: { storeId } }),
      ...(shop !== undefined && { options: { delivery_app: { routingMode: "specific", retailer: shop } } }),
    });
  }
  const [first, ...others] = shops.values();
  if (!first) return { kind: "unknown" };
  if (others.length === 0) return { kind: "link", link: first };
  const name = [first, ...others].find((shop) => shop.name !== undefined)?.name;
  const offers = [first, ...others].slice(0, MAX_OFFERS).map(({ name: _, ...offer }) => offer);
  return { kind: "choice", ...(name !== undefined && { name }), offers };
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

/** Whether a retailer's cart links fill a cart: those of `bigbox_t` show a product. */
export const hasCarts = (retailer: OfferRetailer): boolean =>
  retailer !== "bigbox_t" && variantOf(retailer, "add_to_cart") !== undefined;

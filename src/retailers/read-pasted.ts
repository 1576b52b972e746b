import { OFFER_RETAILERS, type OfferRetailer } from "../core/vocabulary.ts";
import { MAX_OFFERS } from "./choice-offer.ts";
import { type PastedProduct, readAddress } from "./pasted-addresses.ts";
import { readIds } from "./pasted-ids.ts";
import { productIdRule } from "./product-ids.ts";
import { OFFER_VARIANTS, type OfferVariant, productBounds } from "./variants.ts";

/** The longest text that is read, in UTF-16 units. */
export const MAX_PASTED = 8_000;
/** The most products of one variant. */
const MAX_PRODUCTS = 100;

/** A link or an offer as far as an address or ids say it, in the fields of a body of `POST /v1/links`. */
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
 * What a pasted text is: one link; several shops, an offer for each; ids that can be those of several shops; numbers that
 * can be quantities or products, with the text in which they are products; or nothing that is known.
 */
export type Pasted =
  | { kind: "link"; link: PastedLink }
  | { kind: "choice"; name?: string; offers: PastedLink[] }
  | { kind: "ids"; shops: PastedLink[] }
  | { kind: "unclear"; numbers: string[]; asProducts: string }
  | { kind: "unknown" };

/** Reads what a person pasted: addresses of products, carts and pages, or product ids such as `10450114 x2`. */
export function readPasted(text: string): Pasted {
  const start = text.slice(0, MAX_PASTED);
  const words = start.split(/[\s;]+/).filter((word) => word !== "");
  const isAddress = (word: string) =>
    /^https?:\/\//i.test(word) || /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[/?#:]|$)/i.test(word);
  if (words.length === 0) return { kind: "unknown" };
  if (words.some(isAddress)) return addressesIn(words.filter(isAddress));
  const ids = readIds(start);
  if (ids === null) return { kind: "unknown" };
  return ids.kind === "unclear" ? ids : shopsWith(ids.products);
}

function addressesIn(words: readonly string[]): Pasted {
  const shops = new Map<string, PastedLink>();
  for (const word of words) {
    const address = readAddress(word);
    if (!address) continue;
    if (address.retailer === "custom") {
      shops.set(address.url, { retailer: "custom", intent: "custom_url", customUrl: address.url });
      continue;
    }
    const { products, isCart, storeId, shop, name } = address.said;
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

/** The retailers whose ids look like all of these. */
function shopsWith(products: PastedProduct[]): Pasted {
  const shops = OFFER_RETAILERS.flatMap((retailer): PastedLink[] => {
    const usual = intentFor(retailer, products, false);
    // Some ids name what can be in a cart only.
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

/** Ids that are as long as all of a retailer's and rarely of another one: 13 digits with zeros before. */
const isTypical = (retailer: OfferRetailer, products: readonly PastedProduct[]): boolean =>
  retailer === "grocer_a" && products.every(({ retailerProductId: id }) => /^0\d{12}$/.test(id));

const variantOf = (retailer: OfferRetailer, intent: string): OfferVariant | undefined =>
  OFFER_VARIANTS.find((variant) => variant.retailer === retailer && variant.intent === intent);

/** A cart for several products and for the address of one, where the retailer has carts; else the page of a product. */
function intentFor(
  retailer: OfferRetailer,
  products: readonly PastedProduct[],
  isCart: boolean,
): OfferVariant["intent"] {
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0);
  const wantsCart = isCart || pieces > 1;
  return wantsCart && hasCarts(retailer) ? "add_to_cart" : "product_detail";
}

/** Whether a retailer's cart links fill a cart: `bigbox_t` has some that show a product. */
export const hasCarts = (retailer: OfferRetailer): boolean =>
  retailer !== "bigbox_t" && variantOf(retailer, "add_to_cart") !== undefined;

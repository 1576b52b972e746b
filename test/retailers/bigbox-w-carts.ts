import type { Offer } from "../../src/features/retailers/definition.ts";
import { destinationOf } from "./definitions.ts";

/** Carts of bigbox_w that tests build. */

export const OFFER_1 = "0123456789ABCDEF0123456789ABCDE1";
export const OFFER_2 = "0123456789ABCDEF0123456789ABCDE2";
export const OFFER_3 = "0123456789ABCDEF0123456789ABCDE3";
export const CART = "https://www.walmart.com/sc/cart/addToCart";
export const FALLBACK = "https://brand.example/";

export const own = (offerId?: string): Offer => ({ availability: "available", thirdParty: false, offerId });
export const seller = (offerId?: string): Offer => ({ availability: "available", thirdParty: true, offerId });
export const out = (offer: Offer): Offer => ({ ...offer, availability: "unavailable" });

export interface Case {
  options?: Record<string, unknown>;
  products?: (string | [string, number])[];
  offers?: Record<string, Offer>;
  fields?: Record<string, unknown>;
}

/** The fields of such a link. */
export const fieldsOf = ({ options, products = ["11", "22"], fields }: Case) => ({
  retailer: "bigbox_w",
  intent: "add_to_cart",
  products: products.map((product) => {
    const [retailerProductId, quantity] = typeof product === "string" ? [product, 1] : product;
    return { retailerProductId, quantity };
  }),
  ...(options && { options: { bigbox_w: options } }),
  ...fields,
});
/** Where it leads. */
export const build = (test: Case) => destinationOf(fieldsOf(test), { offers: test.offers ?? {} });

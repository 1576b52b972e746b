import type { OfferRetailer } from "../core/vocabulary.ts";
import { isUsableShopId } from "./shop-id.ts";

/** A product of an address, and how many of it. */
export interface PastedProduct {
  retailerProductId: string;
  quantity: number;
}

/** What an address of a retailer's site says. */
export interface PastedAddress {
  products: PastedProduct[];
  /** Whether it is that of a cart. */
  isCart: boolean;
  /** The store that it names, as the retailer numbers it. */
  storeId?: string;
  /** The store that it names, as the delivery app calls it. */
  shop?: string;
}

/** A retailer's site: its hosts, and what its addresses say; null for those that name no product. */
interface Site {
  hosts: RegExp;
  read: (url: URL) => PastedAddress | null;
}

const one = (id: string | undefined): PastedAddress | null =>
  id === undefined ? null : { products: [{ retailerProductId: id, quantity: 1 }], isCart: false };

const quantityOf = (text: string | null | undefined): number => {
  const quantity = Number(text);
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= 999 ? quantity : 1;
};

/** `ID_2,ID,ID|3`: the items or offers of a cart of bigbox_w. */
function bigboxWCart({ searchParams }: URL): PastedAddress | null {
  const listed = searchParams.get("items") || searchParams.get("offers") || "";
  const products = listed
    .split(",")
    .map((part) => part.trim().split(/[_|]/))
    .flatMap(([id, quantity]) => (id ? [{ retailerProductId: id, quantity: quantityOf(quantity) }] : []));
  const storeId = searchParams.get("storeId");
  return products.length === 0 ? null : { products, isCart: true, ...(storeId && { storeId }) };
}

/** `ASIN.1=…&Quantity.1=…`: a cart of the marketplace. */
function marketplaceCart({ searchParams }: URL): PastedAddress | null {
  const products = [...searchParams].flatMap(([name, id]) => {
    const [, number] = /^ASIN\.(\d+)$/i.exec(name) ?? [];
    if (number === undefined || id === "") return [];
    return [{ retailerProductId: id, quantity: quantityOf(searchParams.get(`Quantity.${number}`)) }];
  });
  return products.length === 0 ? null : { products, isCart: true };
}

/**
 * The sites, by the retailer. Carts and product pages of other countries' sites are no addresses of a retailer, as links
 * lead to the sites that are here.
 */
const SITES: Readonly<Record<Exclude<OfferRetailer, "custom">, Site>> = {
  bigbox_w: {
    hosts: /^(?:www\.|m\.|affil\.)?walmart\.com$/,
    read: (url) =>
      /\/cart\/(?:addToCart|buynow)$/i.test(url.pathname)
        ? bigboxWCart(url)
        : one(/^\/ip\/(?:[^/]+\/)?(\d+)\/?$/.exec(url.pathname)?.[1]),
  },
  bigbox_t: {
    hosts: /^(?:www\.|m\.)?target\.com$/,
    read: ({ pathname }) => one(/^\/p\/(?:.*\/)?A-(\d+)\/?$/i.exec(pathname)?.[1]),
  },
  marketplace: {
    hosts: /^(?:www\.|m\.|smile\.)?amazon\.com$/,
    read: (url) =>
      /^\/(?:gp\/aws\/cart\/add(?:\.html)?|associates\/addtocart)\/?$/i.test(url.pathname)
        ? marketplaceCart(url)
        : one(
            /\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/ASIN|o\/ASIN)\/([A-Z0-9]{10})(?:\/|$)/i
              .exec(url.pathname)?.[1]
              ?.toUpperCase(),
          ),
  },
  grocer_a: {
    hosts: /^(?:www\.)?kroger\.com$/,
    read: ({ pathname }) => one(/^\/p\/[^/]+\/(\d{1,13})\/?$/.exec(pathname)?.[1]),
  },
  delivery_app: {
    hosts: /^(?:www\.)?instacart\.com$/,
    read({ pathname, searchParams }) {
      const [, inStore, id] = /^\/(?:store\/([^/]+)\/)?products\/(\d+)(?:-[^/]*)?\/?$/.exec(pathname) ?? [];
      const found = one(id);
      const shop = inStore ?? searchParams.get("retailerSlug") ?? "";
      return found && isUsableShopId(shop) ? { ...found, shop } : found;
    },
  },
};

/** The hosts of affiliate programmes, whose parameter `u` is the address of the shop. */
const WRAPPERS = /^goto\.(?:walmart|target)\.com$/;

/** What an address is: a retailer's, with what it says, or another web page. Null where it is no http(s) address. */
export function readAddress(
  text: string,
):
  | { retailer: Exclude<OfferRetailer, "custom">; said: PastedAddress }
  | { retailer: "custom"; url: string }
  | null {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url?.hostname.includes(".")) return null;
  const inner = WRAPPERS.test(url.hostname) ? URL.parse(url.searchParams.get("u") ?? "") : null;
  const read = inner ?? url;
  for (const [retailer, { hosts, read: say }] of Object.entries(SITES)) {
    const said = hosts.test(read.hostname) ? say(read) : null;
    // The keys of SITES, which Object.entries gives as texts.
    if (said) return { retailer: retailer as keyof typeof SITES, said };
  }
  return { retailer: "custom", url: url.href };
}

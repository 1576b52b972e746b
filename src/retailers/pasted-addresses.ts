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
  /** The name of its only product, as in its slug. */
  name?: string;
}

/** A retailer's site: its hosts, and what its addresses say; null for those that name no product. */
interface Site {
  hosts: RegExp;
  read: (url: URL) => PastedAddress | null;
}

/** The product that a path names. The expression has the groups `id` and `slug`. */
function productIn(pathname: string, pattern: RegExp): PastedAddress | null {
  const { id, slug = "" } = pattern.exec(pathname)?.groups ?? {};
  if (id === undefined) return null;
  const name = nameIn(slug);
  return { products: [{ retailerProductId: id, quantity: 1 }], isCart: false, ...(name && { name }) };
}

/** The longest name that is read from a slug, in UTF-16 units. */
const MAX_NAME = 80;

/** "Great Value Pancake Mix" of `Great-Value-Pancake-Mix`; empty for a slug without words. */
function nameIn(slug: string): string {
  const words = decoded(slug)
    .split(/[-_+\s]+/)
    .filter((word) => word !== "");
  if (!words.some((word) => /\p{L}{2}/u.test(word))) return "";
  const isLowerCase = slug === slug.toLowerCase();
  const name = words
    .map((word) => (isLowerCase ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join(" ");
  return name.length > MAX_NAME
    ? name
        .slice(0, MAX_NAME + 1)
        .replace(/\s\S*$/, "")
        .slice(0, MAX_NAME)
    : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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

/** Ids of the marketplace are upper-case, whatever people type. */
const withUpperCaseIds = (said: PastedAddress | null): PastedAddress | null =>
  said && {
    ...said,
    products: said.products.map(({ retailerProductId, quantity }) => ({
      retailerProductId: retailerProductId.toUpperCase(),
      quantity,
    })),
  };

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
        : productIn(url.pathname, /^\/ip\/(?:(?<slug>[^/]+)\/)?(?<id>\d+)\/?$/),
  },
  bigbox_t: {
    hosts: /^(?:www\.|m\.)?target\.com$/,
    read: ({ pathname }) => productIn(pathname, /^\/p\/(?:(?<slug>[^/]*)\/(?:.*\/)?)?A-(?<id>\d+)\/?$/i),
  },
  marketplace: {
    hosts: /^(?:www\.|m\.|smile\.)?amazon\.com$/,
    read: (url) =>
      /^\/(?:gp\/aws\/cart\/add(?:\.html)?|associates\/addtocart)\/?$/i.test(url.pathname)
        ? marketplaceCart(url)
        : withUpperCaseIds(
            productIn(
              url.pathname,
              /^(?:\/(?<slug>[^/]+)(?=\/dp\/))?.*?\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/ASIN|o\/ASIN)\/(?<id>[A-Z0-9]{10})(?:\/|$)/i,
            ),
          ),
  },
  grocer_a: {
    hosts: /^(?:www\.)?kroger\.com$/,
    read: ({ pathname }) => productIn(pathname, /^\/p\/(?<slug>[^/]+)\/(?<id>\d{1,13})\/?$/),
  },
  delivery_app: {
    hosts: /^(?:www\.)?instacart\.com$/,
    read({ pathname, searchParams }) {
      const found = productIn(pathname, /^\/(?:store\/[^/]+\/)?products\/(?<id>\d+)(?:-(?<slug>[^/]*))?\/?$/);
      const [, inStore] = /^\/store\/([^/]+)\//.exec(pathname) ?? [];
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

import type { OfferRetailer } from "../core/vocabulary.ts";
import { isUsableShopId } from "./destinations/delivery-app-pages.ts";

/** A product in a pasted URL, with its quantity. */
export interface PastedProduct {
  retailerProductId: string;
  quantity: number;
}

/** The content of a URL of a retailer's site. */
export interface PastedUrl {
  products: PastedProduct[];
  isCart: boolean;
  /** The retailer's number of the store. */
  storeId?: string;
  /** The delivery app's slug of the store. */
  shop?: string;
}

/** A retailer's site: its hosts, and a parser for its URLs, which returns null for URLs without a product. */
interface Site {
  hosts: RegExp;
  read: (url: URL) => PastedUrl | null;
}

const one = (id: string | undefined): PastedUrl | null =>
  id === undefined ? null : { products: [{ retailerProductId: id, quantity: 1 }], isCart: false };

const quantityOf = (text: string | null | undefined): number => {
  const quantity = Number(text);
  return Number.isInteger(quantity) && quantity >= 1 && quantity <= 999 ? quantity : 1;
};

/** `ID_2,ID,ID|3`: the items or offers of a cart of bigbox_w. */
function bigboxWCart({ searchParams }: URL): PastedUrl | null {
  const listed = searchParams.get("items") || searchParams.get("offers") || "";
  const products = listed
    .split(",")
    .map((part) => part.trim().split(/[_|]/))
    .flatMap(([id, quantity]) => (id ? [{ retailerProductId: id, quantity: quantityOf(quantity) }] : []));
  const storeId = searchParams.get("storeId");
  return products.length === 0 ? null : { products, isCart: true, ...(storeId && { storeId }) };
}

/** `ASIN.1=…&Quantity.1=…`: a cart of the marketplace. */
function marketplaceCart({ searchParams }: URL): PastedUrl | null {
  const products = [...searchParams].flatMap(([name, id]) => {
    const [, number] = /^ASIN\.(\d+)$/i.exec(name) ?? [];
    if (number === undefined || id === "") return [];
    return [{ retailerProductId: id, quantity: quantityOf(searchParams.get(`Quantity.${number}`)) }];
  });
  return products.length === 0 ? null : { products, isCart: true };
}

/** The sites by retailer. Sites of other countries are not included, because links point only to these sites. */
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

/** The hosts of affiliate programs, whose parameter `u` is the URL of the shop. */
const WRAPPERS = /^goto\.(?:walmart|target)\.com$/;

/** Parses a URL of a retailer or of another web page. Null if the text is not an http(s) URL. */
export function readUrl(
  text: string,
):
  | { retailer: Exclude<OfferRetailer, "custom">; content: PastedUrl }
  | { retailer: "custom"; url: string }
  | null {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url?.hostname.includes(".")) return null;
  const inner = WRAPPERS.test(url.hostname) ? URL.parse(url.searchParams.get("u") ?? "") : null;
  const read = inner ?? url;
  for (const [retailer, { hosts, read: parse }] of Object.entries(SITES)) {
    const content = hosts.test(read.hostname) ? parse(read) : null;
    // Object.entries returns the keys of SITES as plain strings.
    if (content) return { retailer: retailer as keyof typeof SITES, content };
  }
  return { retailer: "custom", url: url.href };
}

import { type MarketplaceCountry, marketplaceAt, USUAL_COUNTRY } from "../../ground/core/marketplaces.ts";
import { redirectedBy } from "../../ground/core/redirectors.ts";
import type { OfferRetailer } from "../../ground/core/vocabulary.ts";
import { destinationIn, networkOf } from "../short-links/networks.ts";
import { isUsableShopId } from "./destinations/delivery-app-pages.ts";

export interface PastedProduct {
  retailerProductId: string;
  quantity: number;
  backupProductIds?: string[];
}

/** The content of a URL of a retailer's site. */
interface PastedUrl {
  products: PastedProduct[];
  isCart: boolean;
  /** The retailer's number of the store. */
  storeId?: string;
  /** The country of the marketplace, unless it is the usual one. */
  country?: MarketplaceCountry;
  /** The delivery app's slug of the store. */
  shop?: string;
  /** The name of its only product, as in its slug. */
  name?: string;
}

/** A retailer's site: its hosts, and a parser for its URLs, which returns null for URLs without a product. */
interface Site {
  hosts: { test(host: string): boolean };
  read: (url: URL) => PastedUrl | null;
}

/** The product that a path names. The expression has the groups `id` and `slug`. */
function productIn(pathname: string, pattern: RegExp): PastedUrl | null {
  const { id, slug = "" } = pattern.exec(pathname)?.groups ?? {};
  if (id === undefined) return null;
  const name = nameIn(slug);
  return { products: [{ retailerProductId: id, quantity: 1 }], isCart: false, ...(name && { name }) };
}

/** What shops' apps put where a name could be, and the languages of a site. */
const PLACEHOLDER = /^(?:seort|seo|ip|dp|product|item|name|title|null|undefined|[a-z]{2}(?:[-_][a-z]{2})?)$/i;
/** The longest name that is read from a slug, in UTF-16 units. */
const MAX_NAME = 80;

/** "Great Value Pancake Mix" of `Great-Value-Pancake-Mix`; empty for a slug without words. */
function nameIn(slug: string): string {
  if (PLACEHOLDER.test(slug)) return "";
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
function bigboxWCart({ searchParams }: URL): PastedUrl | null {
  const listed = searchParams.get("items") || searchParams.get("offers") || "";
  const products = listed
    .split(",")
    .map((part) => part.trim().split(/[_|]/))
    .flatMap(([id, quantity]) => (id ? [{ retailerProductId: id, quantity: quantityOf(quantity) }] : []));
  const storeId = searchParams.get("storeId");
  return products.length === 0 ? null : { products, isCart: true, ...(storeId && { storeId }) };
}

/** A URL of the marketplace of a country. Its ids are upper-case, whatever people type. */
function ofMarketplace({ hostname }: URL, pasted: PastedUrl | null): PastedUrl | null {
  const country = marketplaceAt(hostname) ?? USUAL_COUNTRY;
  return (
    pasted && {
      ...pasted,
      products: pasted.products.map(({ retailerProductId, quantity }) => ({
        retailerProductId: retailerProductId.toUpperCase(),
        quantity,
      })),
      ...(country !== USUAL_COUNTRY && { country }),
    }
  );
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

/** The sites by retailer. Only the marketplace has links to sites of other countries. */
export const SITES: Readonly<Record<Exclude<OfferRetailer, "custom">, Site>> = {
  bigbox_w: {
    hosts: /^(?:www\.|m\.|mobile\.|affil\.)?walmart\.com$/,
    read: (url) =>
      /\/cart\/(?:addToCart|buynow)$/i.test(url.pathname)
        ? bigboxWCart(url)
        : productIn(url.pathname, /^\/ip\/(?:(?<slug>[^/]*)\/)?(?<id>\d+)\/?$/),
  },
  bigbox_t: {
    hosts: /^(?:www\.|m\.|mobile\.)?target\.com$/,
    read: ({ pathname }) => productIn(pathname, /^\/p\/(?:(?<slug>[^/]*)\/(?:.*\/)?)?A-(?<id>\d+)\/?$/i),
  },
  marketplace: {
    hosts: { test: (host) => marketplaceAt(host) !== undefined || /^(?:www\.)?amzn\.com$/.test(host) },
    read: (url) =>
      ofMarketplace(
        url,
        /^\/(?:gp\/aws\/cart\/add(?:\.html)?|associates\/addtocart)\/?$/i.test(url.pathname)
          ? marketplaceCart(url)
          : productIn(
              url.pathname,
              url.hostname.endsWith("amzn.com")
                ? /^\/(?:dp\/)?(?<id>B[A-Z0-9]{9})\/?$/i
                : /^(?:\/(?<slug>[^/]+)(?=\/dp\/))?.*?\/(?:dp|gp\/product|gp\/aw\/d|exec\/obidos\/ASIN|o\/ASIN)\/(?<id>[A-Z0-9]{10})(?:\/|$)/i,
            ),
      ),
  },
  grocer_a: {
    hosts: /^(?:www\.|m\.)?kroger\.com$/,
    read: ({ pathname }) => productIn(pathname, /^\/p\/(?<slug>[^/]+)\/(?<id>\d{1,13})\/?$/),
  },
  delivery_app: {
    hosts: /^(?:www\.|m\.)?instacart\.com$/,
    read({ pathname, searchParams }) {
      const found = productIn(pathname, /^\/(?:store\/[^/]+\/)?products\/(?<id>\d+)(?:-(?<slug>[^/]*))?\/?$/);
      const [, inStore] = /^\/store\/([^/]+)\//.exec(pathname) ?? [];
      const shop = inStore ?? searchParams.get("retailerSlug") ?? "";
      return found && isUsableShopId(shop) ? { ...found, shop } : found;
    },
  },
};

/** Parameters of shops that name who is paid for a sale. */
const TAGS = /^(?:tag|associatetag|wmlspartner|afid|aff_id|affid)$/i;

/** Whose affiliate tag a URL carries: in a network's URL, its first number. */
function tagIn(url: URL): string | undefined {
  if (networkOf(url)) return /\d+/.exec(url.pathname + url.search)?.[0] ?? url.hostname;
  return [...url.searchParams].find(([name, value]) => TAGS.test(name) && value !== "")?.[1];
}

/**
 * A URL of a retailer, with the affiliate tag that it carries, or of another web page; `through`: whose redirect it was behind.
 * Null for a redirect that hides its target.
 */
type ReadUrl =
  | {
      retailer: Exclude<OfferRetailer, "custom">;
      content: PastedUrl;
      url: string;
      tag?: string;
      through?: string;
    }
  | { retailer: "custom"; url: string; through?: string }
  | { retailer: null; through: string };

/** Parses a URL of a retailer or of another web page. Null if the text is not an http(s) URL. */
export function readUrl(text: string): ReadUrl | null {
  const given = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!given?.hostname.includes(".")) return null;
  const redirected = redirectedBy(given);
  const url = redirected ? redirected.target && URL.parse(redirected.target) : given;
  const through = redirected && { through: redirected.name };
  if (!url) return { retailer: null, through: redirected?.name ?? "" };
  const { href } = url;
  const inner = URL.parse(destinationIn(url) ?? "");
  const read = new URL(inner ?? url);
  // Parameters of a path, such as `;jsessionid=1`, name no product.
  read.pathname = read.pathname.replace(/;[^/]*/g, "");
  for (const [retailer, { hosts, read: parse }] of Object.entries(SITES)) {
    const content = hosts.test(read.hostname) ? parse(read) : null;
    if (!content) continue;
    const tag = tagIn(url) ?? tagIn(read);
    // Object.entries returns the keys of SITES as plain strings.
    return {
      retailer: retailer as keyof typeof SITES,
      content,
      url: href,
      ...(tag !== undefined && { tag }),
      ...through,
    };
  }
  return { retailer: "custom", url: href, ...through };
}

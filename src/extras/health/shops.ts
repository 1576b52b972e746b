import { destinationIn } from "../../features/short-links/networks.ts";
import { bareHost } from "../../ground/core/domain-host.ts";

/** The pages of a shop, by their paths. */
interface Shop {
  hosts: RegExp;
  product: RegExp;
  /** Pages that a shop shows in place of a product: its home page, searches and categories. */
  instead: RegExp;
  /** The page that asks whether a program is a person. */
  challenge?: RegExp;
  /** Changes the shopper's cart, so it is never requested. */
  cart?: RegExp;
}

/**
 * Sources. Paths of products, carts and searches: those that src/features/retailers/ builds. Walmart redirects dead products to
 * categories (https://affiliyo.com/glossary/soft-404), and programs to /blocked. Amazon responds to programs with 503
 * (https://github.com/tcort/markdown-link-check/issues/25), and to dead products with 404. For the other shops, only their home
 * and search pages count.
 */
const SHOPS: readonly Shop[] = [
  {
    hosts: /(?:^|\.)walmart\.(?:com|ca)$/,
    product: /^\/ip\//,
    instead: /^\/(?:$|search|browse\/|cp\/)/,
    challenge: /^\/blocked/,
    cart: /^\/(?:sc\/)?cart\//,
  },
  {
    hosts: /(?:^|\.)amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/,
    product: /\/(?:dp|gp\/product)\//,
    instead: /^\/(?:$|s$|s\/)/,
    challenge: /^\/errors\/validateCaptcha/,
    cart: /^\/(?:gp\/aws\/cart\/|associates\/addtocart)/,
  },
  { hosts: /(?:^|\.)target\.com$/, product: /\/A-\d+$/, instead: /^\/(?:$|s$|c\/)/ },
  { hosts: /(?:^|\.)kroger\.com$/, product: /^\/p\//, instead: /^\/(?:$|search)/ },
  {
    hosts: /(?:^|\.)instacart\.(?:com|ca)$/,
    product: /^\/products\//,
    instead: /^\/(?:$|store(?:\/s)?\/?$)/,
  },
];

const shopOf = ({ hostname }: URL): Shop | undefined =>
  SHOPS.find(({ hosts }) => hosts.test(bareHost(hostname)));

/**
 * The URL that a check requests for a destination, or for where one redirects; null for a cart, but the page of its first
 * product for a cart of ours at Amazon, which opens only with a tag. A shop's page is requested
 * without an affiliate wrapper of any host and without marks of a campaign, as a check is no click that a retailer should pay for.
 */
export function requestedUrl(url: URL): URL | null {
  const shop = shopOf(url);
  const texts = shop ? [destinationIn(url) ?? ""] : [...url.searchParams.values(), destinationIn(url) ?? ""];
  const wrapped = texts.map((text) => URL.parse(text)).find((inner) => inner && shopOf(inner));
  if (wrapped) return requestedUrl(wrapped);
  if (!shop) return url;
  const id = url.searchParams.get("ASIN.1");
  // As it is stored. Only other carts have a tag.
  if (id && url.pathname === "/associates/addtocart" && !url.searchParams.has("AssociateTag"))
    return new URL(`/dp/${encodeURIComponent(id)}`, url);
  if (shop.cart?.test(url.pathname)) return null;
  const inner = new URL(url);
  const marks = [...inner.searchParams.keys()].filter((name) => /^(?:tag|utm_.*)$/.test(name));
  for (const name of marks) inner.searchParams.delete(name);
  return inner;
}

/** Whether a shop redirected one of its product pages to a page that is about no product. */
export function isSoft404(visited: readonly URL[]): boolean {
  const last = visited.at(-1);
  const shop = last && shopOf(last);
  if (!last || !shop?.instead.test(last.pathname)) return false;
  return visited.some((url) => shopOf(url) === shop && shop.product.test(url.pathname));
}

/** Whether this is how a shop responds to programs. */
export function isChallenge(url: URL, status: number): boolean {
  const shop = shopOf(url);
  return shop !== undefined && (status === 503 || shop.challenge?.test(url.pathname) === true);
}

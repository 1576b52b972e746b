/** The pages of a shop, by their paths. */
interface Shop {
  /** The host, with all of its subdomains. */
  host: string;
  product: RegExp;
  /** Pages that a shop shows in place of a product: its home page, searches and categories. */
  instead: RegExp;
  /** The page that asks whether a program is a person. */
  challenge?: RegExp;
  /** Changes the shopper's cart, so it is never requested. */
  cart?: RegExp;
}

/**
 * Sources. Paths of products, carts and searches: those that src/retailers/ builds. Walmart redirects dead products to
 * categories (https://affiliyo.com/glossary/soft-404), and programs to /blocked. Amazon responds to programs with 503
 * (https://github.com/tcort/markdown-link-check/issues/25), and to dead products with 404. For the other shops, only their home
 * and search pages count.
 */
const SHOPS: readonly Shop[] = [
  {
    host: "walmart.com",
    product: /^\/ip\//,
    instead: /^\/(?:$|search|browse\/|cp\/)/,
    challenge: /^\/blocked/,
    cart: /^\/sc\/cart\//,
  },
  {
    host: "amazon.com",
    product: /\/(?:dp|gp\/product)\//,
    instead: /^\/(?:$|s$|s\/)/,
    challenge: /^\/errors\/validateCaptcha/,
    cart: /^\/(?:gp\/aws\/cart\/|associates\/addtocart)/,
  },
  { host: "target.com", product: /\/A-\d+$/, instead: /^\/(?:$|s$|c\/)/ },
  { host: "kroger.com", product: /^\/p\//, instead: /^\/(?:$|search)/ },
  { host: "instacart.com", product: /^\/products\//, instead: /^\/(?:$|store(?:\/s)?\/?$)/ },
];

const shopOf = ({ hostname }: URL): Shop | undefined =>
  SHOPS.find(({ host }) => hostname === host || hostname.endsWith(`.${host}`));

/**
 * The URL that a check requests for a destination; null for a cart. Affiliate wrappers are left out, as a check is no click
 * that a retailer should pay for.
 */
export function requestedUrl(url: URL): URL | null {
  const wrapped = url.hostname.startsWith("goto.") && shopOf(url) ? url.searchParams.get("u") : null;
  const inner = (wrapped !== null && URL.parse(wrapped)) || url;
  const shop = shopOf(inner);
  if (shop?.cart?.test(inner.pathname)) return null;
  if (shop?.host === "amazon.com") inner.searchParams.delete("tag");
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

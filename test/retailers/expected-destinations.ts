/**
 * Where links redirect, as a plain table of what is publicly known about the retailers. It imports nothing from `src`, so
 * that it can't repeat a mistake of the builders.
 */

export interface Product {
  retailerProductId: string;
  quantity?: number;
  backupProductIds?: string[];
}

/** The body of a link, as far as it decides the destination. */
export interface Body {
  retailer: string;
  intent: string;
  products?: Product[];
  customUrl?: string;
  fallbackUrl?: string;
  location?: { storeId?: string; zipCode?: string; country?: string };
  tracking?: { utm?: Record<string, string> };
  options?: {
    bigbox_w?: Partial<Record<string, string | boolean>>;
    bigbox_t?: { allowPdp?: boolean };
    delivery_app?: {
      routingMode?: string;
      retailer?: string;
      preferredRetailers?: string[];
      shoppingList?: object;
      recipe?: object;
    };
  };
}

/** What else decides it. */
export interface World {
  tag?: string;
  scan?: boolean;
  tagOnScans?: boolean;
  walmartWrapper?: string;
  targetWrapper?: string;
  /** The ids that the retailer reports as unavailable; it reports all others as available. */
  soldOut: readonly string[];
}

/** `url` is null for our own page. */
export interface Expected {
  url: string | null;
  urlType: string;
}

/** What an id of a retailer looks like. */
const ID: Record<string, RegExp> = {
  "bigbox_w add_to_cart": /^([0-9]+|[0-9A-F]{32})$/,
  "bigbox_w product_detail": /^[0-9]+$/,
  "bigbox_t add_to_cart": /^[0-9]+$/,
  "bigbox_t product_detail": /^[0-9]+$/,
  "marketplace add_to_cart": /^[A-Z0-9]{10}$/,
  "marketplace product_detail": /^[A-Z0-9]{10}$/,
  "grocer_a product_detail": /^[0-9]{1,13}$/,
  "delivery_app product_detail": /^[0-9]+$/,
};

const SEARCH: Record<string, string> = {
  bigbox_w: "https://www.walmart.com/search?q=",
  bigbox_t: "https://www.target.com/s?searchTerm=",
  grocer_a: "https://www.kroger.com/search?query=",
  delivery_app: "https://www.instacart.com/store/s?k=",
};

/** What the rows of the table ask about a link. */
interface Facts {
  body: Body;
  world: World;
  /** The products that can exist, with backups in place of what is sold out, and quantities added per id. */
  lines: [id: string, quantity: number][];
  /** The first of them. */
  id: string;
  several: boolean;
  hasFallback: boolean;
  /** A tag that this visit may carry. */
  tag: string;
}

type Row = [when: (facts: Facts) => boolean, url: (facts: Facts) => string | null, urlType: string];

const always = () => true;
const FALLBACK = "(fallbackUrl)";
const amazon = ({ country = "US" }: NonNullable<Body["location"]> = {}) =>
  ({ US: "https://www.amazon.com", CA: "https://www.amazon.ca", DE: "https://www.amazon.de" })[country];
const search = ({ body, id }: Facts) =>
  (SEARCH[body.retailer] ?? `${amazon(body.location)}/s?k=`) + encodeURIComponent(id);
const fallback: Row = [({ hasFallback }) => hasFallback, () => FALLBACK, "long_link"];

const isOffer = (id: string) => /^[0-9A-F]{32}$/.test(id);
const walmart = ({ body }: Facts) => ({
  cartMode: "auto",
  fallbackMode: "items",
  includeStoreId: "auto",
  allowPdp: false,
  ...body.options?.bigbox_w,
});
/** The names that the options allow: items, offers or both. Offer ids of items are unknown here. */
const allows = (facts: Facts, kind: string) =>
  walmart(facts).cartMode === "auto" || [walmart(facts).cartMode, walmart(facts).fallbackMode].includes(kind);
const ofKind = ({ lines }: Facts, kind: string) =>
  lines.filter(([id]) => isOffer(id) === (kind === "offers"));
const fullCart = (facts: Facts) =>
  ["items", "offers"].find(
    (kind) => allows(facts, kind) && ofKind(facts, kind).length === facts.lines.length,
  );
/** The kind that names most, a tie by fallbackMode. */
function partCart(facts: Facts): string | undefined {
  const kinds = ["items", "offers"].filter((kind) => allows(facts, kind) && ofKind(facts, kind).length > 0);
  const [one = "", other = ""] = kinds;
  if (kinds.length < 2) return kinds[0];
  const [count, others] = [ofKind(facts, one).length, ofKind(facts, other).length];
  if (count === others) return String(walmart(facts).fallbackMode);
  return count > others ? one : other;
}
function walmartCart(facts: Facts, kind: string): string {
  const { includeStoreId } = walmart(facts);
  const storeId = facts.body.location?.storeId ?? "";
  const wants = includeStoreId === "always" || (includeStoreId === "auto" && /^[0-9]+$/.test(storeId));
  const items = ofKind(facts, kind).map(([id, quantity]) => `${id}_${quantity}`);
  const store = storeId !== "" && wants ? `&storeId=${encodeURIComponent(storeId)}` : "";
  return `https://www.walmart.com/sc/cart/addToCart?${kind}=${items.join(",")}${store}`;
}
const isSoldOut = ({ id, world }: Facts) => world.soldOut.includes(id);
const mayShowPage = (facts: Facts) =>
  walmart(facts).allowPdp === true && !facts.several && !isOffer(facts.id);

const allowsPage = ({ body }: Facts) => body.options?.bigbox_t?.allowPdp !== false;
const targetPage = ({ id }: Facts) => `https://www.target.com/p/-/A-${id}`;
const amazonPage = ({ body, id, tag }: Facts) => `${amazon(body.location)}/dp/${id}${tag && `?tag=${tag}`}`;
const amazonCart = ({ body, lines, tag }: Facts) =>
  `${amazon(body.location)}/associates/addtocart?AssociateTag=${tag}${lines
    .map(([id, quantity], at) => `&ASIN.${at + 1}=${id}&Quantity.${at + 1}=${quantity}`)
    .join("")}`;
function instacartPage({ body, id }: Facts): string {
  const { routingMode, retailer, preferredRetailers } = body.options?.delivery_app ?? {};
  const preferred = routingMode === "preferred" ? preferredRetailers?.find((slug) => slug !== "") : undefined;
  const slug = (routingMode === "specific" ? retailer : preferred) ?? "";
  return `https://www.instacart.com/products/${id}${slug && `?retailerSlug=${encodeURIComponent(slug)}`}`;
}

/** The destination of each variant whose products can exist: the first row that applies. */
const TABLE: Record<string, Row[]> = {
  "bigbox_w add_to_cart": [
    [(f) => mayShowPage(f) && isSoldOut(f), ({ id }) => `https://www.walmart.com/ip/${id}`, "pdp"],
    [(f) => fullCart(f) !== undefined, (f) => walmartCart(f, fullCart(f) ?? ""), "cart"],
    [mayShowPage, ({ id }) => `https://www.walmart.com/ip/${id}`, "pdp"],
    fallback,
    [(f) => partCart(f) !== undefined, (f) => walmartCart(f, partCart(f) ?? ""), "cart"],
    [always, search, "long_link"],
  ],
  "bigbox_w product_detail": [[always, ({ id }) => `https://www.walmart.com/ip/${id}`, "pdp"]],
  "bigbox_t product_detail": [[allowsPage, targetPage, "pdp"], fallback, [always, search, "long_link"]],
  "bigbox_t add_to_cart": [
    [(f) => f.several && f.hasFallback, () => FALLBACK, "long_link"],
    [allowsPage, targetPage, "pdp"],
    fallback,
    [always, search, "long_link"],
  ],
  "marketplace product_detail": [[always, amazonPage, "pdp"]],
  "marketplace add_to_cart": [
    [({ tag }) => tag !== "", amazonCart, "cart"],
    [({ several }) => !several, amazonPage, "pdp"],
    fallback,
    [always, () => null, "long_link"],
  ],
  "grocer_a product_detail": [
    [always, ({ id }) => `https://www.kroger.com/p/-/${id.padStart(13, "0")}`, "pdp"],
  ],
  "delivery_app product_detail": [[always, instacartPage, "pdp"]],
};

/** Links whose products are notes. Until the delivery app has made a page: fallbackUrl, or our own page. */
const WITHOUT_PRODUCTS: Record<string, (body: Body) => Expected> = {
  "delivery_app shopping_list": ({ fallbackUrl }) => ({
    url: fallbackUrl === undefined ? null : FALLBACK,
    urlType: "instacart_list",
  }),
  "delivery_app recipe": ({ fallbackUrl }) => ({
    url: fallbackUrl === undefined ? null : FALLBACK,
    urlType: "instacart_recipe",
  }),
  "custom custom_url": ({ customUrl = "" }) => ({ url: customUrl, urlType: "custom" }),
};

/** Where a visit redirects. */
export function expectedDestination(body: Body, world: World): Expected {
  const variant = `${body.retailer} ${body.intent}`;
  const own = WITHOUT_PRODUCTS[variant];
  if (own) return finished(own(body), body, world, true);
  const facts = factsOf(body, world);
  const row = rowOf(variant, facts);
  const url = row[1](facts);
  return finished({ url, urlType: row[2] }, body, world, url === FALLBACK);
}

/** Known to be bad, and a fallbackUrl is given: the fallbackUrl. */
function rowOf(variant: string, facts: Facts): Row {
  const { body, world, hasFallback, lines } = facts;
  if (lines.length === 0) return hasFallback ? fallback : [always, search, "long_link"];
  const allSoldOut = (body.products ?? [])
    .flatMap(({ retailerProductId, backupProductIds = [] }) => [retailerProductId, ...backupProductIds])
    .filter((id) => ID[variant]?.test(id))
    .every((id) => world.soldOut.includes(id));
  const found = allSoldOut && hasFallback ? fallback : TABLE[variant]?.find(([when]) => when(facts));
  if (!found) throw new Error(`no row for ${variant}`);
  return found;
}

/** A tag belongs to a country. */
function tagOf({ location: { country = "US" } = {} }: Body, { tag, scan, tagOnScans }: World): string {
  if (tag === undefined || (scan && !tagOnScans)) return "";
  return { US: tag, CA: "maple04-20" }[country] ?? "";
}

function factsOf(body: Body, world: World): Facts {
  const { products = [], intent, retailer } = body;
  const lines = new Map<string, number>();
  for (const { retailerProductId, quantity = 1, backupProductIds = [] } of products) {
    // What can't be an id is left out, a product as well as a backup.
    const ids = [retailerProductId, ...backupProductIds].filter((each) =>
      ID[`${retailer} ${intent}`]?.test(each),
    );
    const id = ids.find((each) => !world.soldOut.includes(each)) ?? ids[0];
    if (id === undefined || (intent !== "add_to_cart" && lines.size > 0)) continue;
    lines.set(id, (lines.get(id) ?? 0) + quantity);
  }
  const ids = [...lines.keys()];
  return {
    ...{ body, world, lines: [...lines], several: ids.length > 1 },
    id: ids[0] ?? products[0]?.retailerProductId ?? "",
    hasFallback: body.fallbackUrl !== undefined,
    tag: tagOf(body, world),
  };
}

/** With UTM values, which win on the caller's own URLs and come last, and in the retailer's affiliate wrapper. */
function finished({ url, urlType }: Expected, body: Body, world: World, isCallers: boolean): Expected {
  if (url === null) return { url, urlType };
  const [before = "", fragment] = (url === FALLBACK ? (body.fallbackUrl ?? "") : url).split("#");
  const [base, query = ""] = before.split("?");
  const utm = Object.entries(body.tracking?.utm ?? {}).map(([key, value]) => [`utm_${key}`, value] as const);
  const kept = query.split("&").filter((pair) => pair && !utm.some(([key]) => pair.startsWith(`${key}=`)));
  const added = utm.map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  const pairs = [...kept, ...added].join("&");
  const whole = `${base}${pairs && `?${pairs}`}${fragment === undefined ? "" : `#${fragment}`}`;
  const wrappers: Record<string, string | undefined> = {
    bigbox_w: world.walmartWrapper,
    bigbox_t: world.targetWrapper,
  };
  const wrapper = isCallers ? undefined : wrappers[body.retailer];
  if (wrapper === undefined) return { url: whole, urlType };
  return { url: `${wrapper}${wrapper.includes("?") ? "&" : "?"}u=${encodeURIComponent(whole)}`, urlType };
}

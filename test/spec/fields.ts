import {
  hasOffers,
  type OfferVariant,
  VARIANTS,
  type Variant,
} from "../../src/features/retailers/variants.ts";
import { MAX_URL_LENGTH } from "../../src/ground/core/urls.ts";
import { linkBody } from "../bodies.ts";
import type { Json } from "../requests.ts";

/**
 * The fields of the specification's tables with values at and beyond their bounds. The k-th valid values of all fields
 * form a valid body; the k-th invalid values form a body that must be rejected with every field named.
 */
export interface Field {
  path: string;
  good: unknown[];
  bad: unknown[];
}

/** Placeholder for the number 1e400, which is valid JSON but exceeds a double; see `jsonOf`. */
const BEYOND_DOUBLE = "@1e400@";
const LONE_SURROGATE = "abc\ud83d";

/** `count` code points of two UTF-16 units and four bytes each. */
export const chars = (count: number): string => "😀".repeat(count);

/** Strings that every string field rejects, long enough for every minimum length. */
const NO_TEXT = [7, null, ["abc"], "abc\0", LONE_SURROGATE];
const text = (min: number, max: number) => ({
  good: [chars(min), chars(max), "x".repeat(max), " ‮e\u0301 ".slice(0, max).padEnd(min)],
  bad: [...(min > 0 ? [chars(min - 1)] : []), chars(max + 1), "x".repeat(max + 1), ...NO_TEXT],
});
const integer = (min: number, max = Number.MAX_SAFE_INTEGER) => ({
  good: [min, max, min + 1],
  bad: [min - 1, max + 1, min + 0.5, -1, BEYOND_DOUBLE, String(min), null, true],
});
const number = { good: [0, 0.25, 1e300], bad: [-1, -0.0001, BEYOND_DOUBLE, "1", null, false] };
const boolean = { good: [true, false], bad: ["true", 0, 1, null] };
const words = (...good: string[]) => ({
  good,
  bad: ["nope", "", good[0]?.toUpperCase(), `${good[0]} `, null, 0],
});
const identifier = {
  good: ["a-Z", "x".repeat(64), "---"],
  bad: ["ab", "x".repeat(65), "a_b", "a b c", "abc\n", "äbc", "", null, 123],
};
/** urls.test.ts tries many more. */
const url = {
  good: ["https://example.com", `http://[2001:db8::1]/${"x".repeat(MAX_URL_LENGTH - 21)}`],
  bad: [
    "/x",
    "//example.com",
    "javascript:alert(1)",
    " https://a/",
    "https://a/\0",
    `https://a/${LONE_SURROGATE}`,
    5,
    null,
  ],
};
const items = (max: number, item: unknown) => ({
  good: [[item], Array(max).fill(item)],
  bad: [Array(max + 1).fill(item)],
});
const textItems = (path: string, max: number, longest: number): Field[] => [
  { path, ...items(max, "abc") },
  { path: `${path}[0]`, ...text(1, longest) },
];

const at = (prefix: string, fields: Record<string, Omit<Field, "path">>): Field[] =>
  Object.entries(fields).map(([name, values]) => ({ path: `${prefix}${name}`, ...values }));

const COMMON: Field[] = [
  ...at("", { projectId: text(1, 128), name: text(1, 160), publicName: text(1, 160) }),
  ...["source", "medium", "campaign", "term", "content"].flatMap((key) =>
    at("tracking.utm.", { [key]: text(0, 120) }),
  ),
  { path: "tracking.viaAsUtmSource", ...boolean },
  { path: "forwardQuery", ...boolean },
  { path: "tracking.linkValue", ...number },
  ...textItems("tracking.tags", 100, 80),
  ...at("defaultQrCode.", { identifier, name: text(1, 120) }),
];

/** The fields that decide the destination of a link or an offer. */
const LEADING: Field[] = [
  ...at("", { customUrl: url, fallbackUrl: url }),
  ...at("location.", { zipCode: text(3, 16), storeId: text(1, 64) }),
  ...at("products[0].", { retailerProductId: text(1, 128), quantity: integer(1, 999) }),
  ...textItems("products[0].backupProductIds", 25, 128),
];

/** The fields of POST /v1/links/{linkId}/qr-codes except metadata. */
export const QR_CODE_FIELDS: Field[] = at("", { identifier, name: text(1, 120) });

const lineItem = (list: string): Field[] => [
  { path: list, ...items(200, { name: "x", quantity: 1 }) },
  ...at(`${list}[0].`, {
    name: text(1, 200),
    quantity: number,
    unit: text(0, 64),
    displayText: text(0, 200),
  }),
  ...at(`${list}[0].`, {
    upcs: items(100, "012345678905"),
    "upcs[0]": text(0, 64),
    catalogProductId: text(1, 128),
  }),
  ...textItems(`${list}[0].backupProductIds`, 25, 128),
  ...textItems(`${list}[0].backupUpcs`, 25, 64),
  { path: `${list}[0].measurements`, ...items(50, { quantity: 1, unit: "g" }) },
  ...at(`${list}[0].measurements[0].`, { quantity: number, unit: text(0, 64) }),
  ...["brandFilters", "healthFilters"].flatMap((name) => [
    { path: `${list}[0].filters.${name}`, ...items(100, "ORGANIC") },
    { path: `${list}[0].filters.${name}[0]`, ...text(0, 200) },
  ]),
];

const OPTIONS: Record<string, Field[]> = {
  bigbox_w: at("options.bigbox_w.", {
    allowPdp: boolean,
    cartMode: words("auto", "offers", "items"),
    fallbackMode: words("offers", "items"),
    includeStoreId: words("never", "auto", "always"),
    preferItemsForWalmart: boolean,
    preferOffersForMarketplace: boolean,
  }),
  bigbox_t: at("options.bigbox_t.", { allowPdp: boolean }),
  delivery_app: [
    ...at("options.delivery_app.", {
      routingMode: words("specific", "preferred", "no_preference"),
      retailer: text(0, 256),
      retailerId: text(1, 256),
      preferredRetailers: items(100, "aldi"),
      "preferredRetailers[0]": text(0, 256),
    }),
    ...at("options.delivery_app.shoppingList.", {
      title: text(1, 160),
      imageUrl: url,
      instructions: text(0, 4000),
    }),
    ...lineItem("options.delivery_app.shoppingList.lineItems"),
    ...at("options.delivery_app.recipe.", {
      title: text(1, 160),
      imageUrl: url,
      author: text(0, 160),
      servings: integer(1),
      cookingTimeMinutes: integer(0),
      instructions: items(200, "Stir."),
      "instructions[0]": text(0, 5_000),
      expiresInDays: integer(1, 365),
      "landingPageConfiguration.partnerLinkbackUrl": url,
      "landingPageConfiguration.enablePantryItems": boolean,
    }),
    ...lineItem("options.delivery_app.recipe.ingredients"),
  ],
};

/** The option envelopes of a variant: its own, or all three. */
export const envelopesOf = ({ envelope, retailer }: OfferVariant): string[] =>
  envelope === "general" ? Object.keys(OPTIONS) : [retailer];

/** `count` offers with different keys. */
const offers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: `offer-${index}`,
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://example.com",
  }));

const COUNTRY = { good: ["GB", "CA", "JP"], bad: ["gb", "UK", "EU", "GBR", "G", "", "GB\n", null, 7] };

/** The fields of a choice instead of a destination; its first offer has every possible field. */
const CHOICE: Field[] = [
  { path: "offers", good: [offers(2), offers(12)], bad: [offers(1), offers(13)] },
  ...at("offers[0].", {
    key: {
      good: ["a", "0".repeat(32), "0-"],
      bad: ["", "-a", "A", "a_b", "a\n", "ä", "a".repeat(33), null, 1],
    },
    label: { good: text(1, 40).good, bad: [" ", "a\nb", chars(41), LONE_SURROGATE, 7, null, ["abc"]] },
    countries: items(50, "US"),
    "countries[0]": COUNTRY,
    weight: integer(1, 100),
    "when.countries": items(50, "US"),
    "when.countries[0]": COUNTRY,
    "when.regions": items(50, "US-CA"),
    "when.regions[0]": {
      good: ["US-CA", "DE-BY", "GB-1"],
      bad: ["US", "us-ca", "XX-CA", "US-CALI", "", null, 1],
    },
    "when.devices": items(50, "ios"),
    "when.devices[0]": words("phone", "tablet", "desktop", "ios", "android"),
    "when.languages": items(50, "de"),
    "when.languages[0]": { good: ["de", "pt-BR"], bad: ["DE", "german", "pt_BR", "", null, 1] },
    "when.qrCodes": items(50, "wall"),
    "when.qrCodes[0]": identifier,
    "when.sources": items(50, "news"),
    "when.sources[0]": {
      good: ["a", "x".repeat(40), "A-1"],
      bad: ["", "x".repeat(41), "a_b", "a b", null, 1],
    },
    "when.from": {
      good: ["2026-12-01T09:00:00.000Z"], // Other ways to write a time are stored in UTC: choice-rules.test.ts.
      bad: [
        "2026-13-01",
        "2026-02-30",
        "2026-13-01T09:00",
        "2026-12-01T24:00",
        "2026-12-01 09:00",
        "",
        null,
        7,
      ],
    },
    "when.until": {
      good: ["2027-12-01T09:00:00.000Z", "2028-02-29T09:00:00.000Z"],
      bad: ["2027-02-29", "2027-02-29T09:00", "tomorrow", null, 7],
    },
  }),
  ...[...LEADING, ...Object.values(OPTIONS).flat()].map(({ path, ...values }) => ({
    path: `offers[0].${path}`,
    ...values,
  })),
  { path: "fallbackUrl", ...url },
  ...at("page.", {
    pick: words("shopper", "first", "split"),
    imageUrl: url,
    text: text(1, 300),
    soldOut: words("hide", "last", "show"),
    skipSingle: boolean,
    disclosure: text(1, 200),
    language: words("en", "de", "fr", "es", "it", "nl", "pt", "pl", "ja", "zh"),
  }),
];

/** Every field of a variant except retailer, intent, metadata and the number of products. */
export const fieldsOf = (variant: Variant): Field[] => [
  ...COMMON,
  ...(hasOffers(variant)
    ? CHOICE
    : [...LEADING, ...envelopesOf(variant).flatMap((name) => OPTIONS[name] ?? [])]),
];

export const pairOf = ({ retailer, intent }: Variant): string => `${retailer} ${intent}`;
export const BY_PAIR = VARIANTS.map((variant): [string, Variant] => [pairOf(variant), variant]);

/** The k-th value of `kind` of every field, set into `body`, and the paths of the fields that have so many. */
export function setAll(body: Json, fields: readonly Field[], kind: "good" | "bad", k: number): string[] {
  return fields.flatMap(({ path, [kind]: values }) => {
    // A valid body has every field; in invalid bodies, each wrong value is used once.
    if (kind === "bad" && k >= values.length) return [];
    // A deep copy, because elements of a list are changed separately.
    setAt(body, path, JSON.parse(JSON.stringify(values[k % values.length])));
    return [path];
  });
}

/** A body of the variant that has every field. */
export function fullBody(variant: Variant): Json {
  const products = hasOffers(variant) ? {} : { products: [{}] };
  const body = structuredClone(linkBody(pairOf(variant), { metadata: { any: ["thing"] }, ...products }));
  setAll(body, fieldsOf(variant), "good", 0);
  return Object.assign(body, { projectId: "main" });
}

const stepsOf = (path: string): string[] => path.split(/[.[\]]+/).filter(Boolean);

/** Sets `value` at a path like `products[0].quantity`, creating missing objects and arrays. */
export function setAt(root: Json, path: string, value: unknown): void {
  const steps = stepsOf(path);
  const last = steps.pop() ?? "";
  let node = root;
  for (const [index, step] of steps.entries()) {
    node[step] ??= /^\d+$/.test(steps[index + 1] ?? last) ? [] : {};
    node = node[step];
  }
  node[last] = value;
}

export function deleteAt(root: Json, path: string): void {
  const steps = stepsOf(path);
  const last = steps.pop() ?? "";
  delete steps.reduce((node, step) => node[step], root)[last];
}

/** `body` as JSON, with the placeholder replaced by the number. */
export const jsonOf = (body: Json): string => JSON.stringify(body).replaceAll(`"${BEYOND_DOUBLE}"`, "1e400");

import { describe, expect, test } from "vitest";
import type { Catalog } from "../../src/features/availability/catalog.ts";
import { isWorthLookingUp, lookUpProducts } from "../../src/features/availability/look-up-products.ts";
import { previewOf } from "../../src/features/links/destination-preview.ts";
import type { Advice } from "../../src/features/links/extension.ts";
import type { OfferVariant, VariantKey } from "../../src/features/retailers/variants.ts";
import { unlimited } from "../availability/catalogs.ts";
import { SEED } from "../seeds.ts";
import { definition, page, product } from "./definitions.ts";
import { type Body, type Expected, expectedDestination, type World } from "./expected-destinations.ts";

/** A value of an option: what it changes in the body of a link and in the world. */
interface Level {
  body?: Partial<Body>;
  /** Merged into the variant's own options. */
  options?: object;
  world?: Partial<World>;
}
type Option = readonly Level[];

const body = (...bodies: Partial<Body>[]): Option => bodies.map((each) => ({ body: each }));
const options = (...all: object[]): Option => all.map((each) => ({ options: each }));
const world = (...worlds: Partial<World>[]): Option => worlds.map((each) => ({ world: each }));
const products = (...lists: Body["products"][]): Option =>
  body(...lists.map((each) => ({ products: each ?? [] })));

const COMMON: Option[] = [
  body(
    {},
    { fallbackUrl: "https://brand.example/shop?color=red,blue%20x#top" },
    { fallbackUrl: "https://brand.example/?utm_source=theirs" },
    { fallbackUrl: "https://www.amazon.com/dp/B0FALLBACK?tag=brand-20" },
  ),
  body(
    {},
    { tracking: { utm: { source: "box", campaign: "fall & go" } } },
    { tracking: { utm: { source: "ü", medium: "m", campaign: "c", term: "a=b", content: "d" } } },
  ),
  body(
    {},
    { location: { storeId: "1234" } },
    { location: { storeId: "North 1" } },
    { location: { zipCode: "60614" } },
    { location: { storeId: "1234", zipCode: "60614" } },
  ),
];
const SOLD_OUT = (...ids: string[]): Option =>
  world({ soldOut: [] }, { soldOut: ids.slice(0, 1) }, { soldOut: ids.slice(0, 2) }, { soldOut: ids });
const TAGS = [
  world({}, { tag: "brand-20" }),
  world({ tagOnScans: false }, { tagOnScans: true }),
  world({ scan: false }, { scan: true }),
];
const COUNTRIES = body(
  {},
  { location: { country: "CA" } },
  { location: { country: "DE", zipCode: "60614" } },
);
const WRAPPERS = [
  world({}, { walmartWrapper: "https://goto.walmart.com/m/1/2/3?veh=aff&sourceid=x" }),
  world({}, { targetWrapper: "https://goto.target.com/c/1/2/3" }),
];
const backed = (id: string, ...backupProductIds: string[]) => ({ ...product(id, 2), backupProductIds });
const OFFER = "0123456789ABCDEF0123456789ABCDEF";
const OTHER = "F".repeat(32);

/** Several products, duplicates, backups, and ids that can't exist; the first three are `a`, `b` and `c`. */
const carts = (a: string, b: string, c: string, wrong: string): Option =>
  products(
    [product(a)],
    [product(a, 2), product(b, 999)],
    [product(a), product(b), product(a, 3)],
    [product(a, 2), product(a, 3)],
    [backed(a, b)],
    [backed(a, b), product(c)],
    [product(wrong)],
    [product(wrong), product(a)],
    [product(a), product(wrong), product(b)],
    [product(wrong), product(`${wrong}?`)],
    [backed(wrong, a)],
    [backed(wrong, `${wrong}?`, b, a), product(c)],
    [backed(a, wrong, b), backed(wrong, `${wrong}?`)],
  );
const pages = (a: string, b: string, wrong: string): Option =>
  products(
    ...[
      [product(a)],
      [backed(a, b)],
      [product(wrong)],
      [backed(wrong, b)],
      [backed(wrong, `${wrong}?`, a, b)],
    ],
    [backed(a, wrong, b)],
  );

const custom = "https://shop.example/a?b=c,d|e&utm_source=old#part";

/** The options of every variant with a single destination. */
const VARIANTS: Record<VariantKey<OfferVariant>, Option[]> = {
  "bigbox_w add_to_cart": [
    ...COMMON,
    [
      ...carts("11", "22", "33", "A-1"),
      ...products(
        [product(OFFER)],
        [product(OFFER), product(OTHER, 2)],
        [product("11"), product(OFFER)],
        [product("11"), product(OFFER), product(OTHER)],
        [product(OFFER.toLowerCase())],
      ),
    ],
    SOLD_OUT("11", "22", "33"),
    options({}, { cartMode: "auto" }, { cartMode: "items" }, { cartMode: "offers" }),
    options({}, { fallbackMode: "items" }, { fallbackMode: "offers" }),
    options({}, { allowPdp: true }),
    options({}, { includeStoreId: "auto" }, { includeStoreId: "always" }, { includeStoreId: "never" }),
    options({}, { preferItemsForWalmart: false }),
    options({}, { preferOffersForMarketplace: true }),
    ...WRAPPERS,
  ],
  "bigbox_w product_detail": [...COMMON, pages("11", "22", OFFER), SOLD_OUT("11", "22"), ...WRAPPERS],
  "bigbox_t add_to_cart": [
    ...COMMON,
    carts("11", "22", "33", "A-1"),
    options({}, { allowPdp: true }, { allowPdp: false }),
    ...WRAPPERS,
  ],
  "bigbox_t product_detail": [
    ...COMMON,
    carts("11", "22", "33", "A-1"),
    options({}, { allowPdp: true }, { allowPdp: false }),
    ...WRAPPERS,
  ],
  "marketplace add_to_cart": [
    ...COMMON,
    COUNTRIES,
    carts("B000000001", "B000000002", "0306406152", "b000000001"),
    SOLD_OUT("B000000001", "B000000002", "0306406152"),
    ...TAGS,
  ],
  "marketplace product_detail": [
    ...COMMON,
    COUNTRIES,
    pages("B000000001", "B000000002", "B00000001"),
    SOLD_OUT("B000000001", "B000000002"),
    ...TAGS,
  ],
  "grocer_a product_detail": [
    ...COMMON,
    products(
      [product("0001111041700")],
      [product("1111041700")],
      [backed("1111041700", "22")],
      [product("00011110417000")],
      [backed("not an id", "1111041700", "22")],
    ),
    SOLD_OUT("1111041700", "22"),
  ],
  "delivery_app product_detail": [
    ...COMMON,
    pages("11", "22", "milk-11"),
    options({}, { routingMode: "specific" }, { routingMode: "preferred" }, { routingMode: "no_preference" }),
    options({}, { retailer: "corner store" }, { retailer: "" }),
    options({}, { preferredRetailers: ["", "aldi"] }, { preferredRetailers: ["publix", "aldi"] }),
  ],
  "delivery_app shopping_list": [...COMMON, body({}, { products: [product("1")] })],
  "delivery_app recipe": [...COMMON, body({}, { products: [product("1")] })],
  "custom custom_url": [
    ...COMMON,
    body({ customUrl: custom }, { customUrl: "https://www.amazon.com/dp/B000000001?tag=theirs-20" }),
    body({}, { products: [product("any")] }),
    ...TAGS,
  ],
};

/** Chooses values by the seed, with the generator of "Numerical Recipes". */
let state = SEED;
function anyOf<T>(all: readonly T[]): T {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return all[Math.floor((state / 2 ** 32) * all.length)] as T; // no option is empty
}

interface Case {
  fields: Body;
  world: World;
}

/** A link with a value of each option: two options have these values, and the others any. */
function caseOf(variant: string, levels: readonly Level[]): Case {
  const [retailer = "", intent = ""] = variant.split(" ");
  const isPage = intent === "shopping_list" || intent === "recipe";
  const fields: Body = { retailer, intent, ...(isPage && page(intent)) };
  for (const level of levels) Object.assign(fields, level.body);
  const own: object = Object.assign({}, ...levels.map((level) => level.options));
  if (Object.keys(own).length > 0) fields.options = { [retailer]: own };
  const given: Partial<World> = Object.assign({}, ...levels.map((level) => level.world));
  // Availability is reported only for a store, or for a country.
  const isReported =
    (retailer !== "grocer_a" || fields.location !== undefined) && (fields.location?.country ?? "US") === "US";
  return { fields, world: { ...given, soldOut: (isReported && given.soldOut) || [] } };
}

function pairsOf(variant: string, all: readonly Option[]): Case[] {
  const pairs = all.flatMap((one, first) =>
    all
      .slice(first + 1)
      .flatMap((other, index) =>
        one.flatMap((value) => other.map((second) => ({ first, value, last: first + 1 + index, second }))),
      ),
  );
  return pairs.map(({ first, value, last, second }) => {
    const levels = all.map((option, at) => (at === first ? value : at === last ? second : anyOf(option)));
    return caseOf(variant, levels);
  });
}

/** The retailer's answers in this world. */
const catalogIn = ({ soldOut }: World): Catalog => ({
  dailyCalls: 1,
  detailsMs: 1,
  lookUp: async (ids) => ({
    offers: new Map(
      ids.map((id) => [
        id,
        { availability: soldOut.includes(id) ? "unavailable" : "available", thirdParty: false } as const,
      ]),
    ),
    stopped: "none",
  }),
});

async function destinationOf({ fields, world }: Case): Promise<Expected> {
  const parsed = definition({ ...fields });
  let advice: Advice = new Map();
  if (isWorthLookingUp(parsed)) {
    const { verdicts } = await lookUpProducts(catalogIn(world), [parsed], unlimited);
    advice = new Map(verdicts[0] ? [["", verdicts[0]]] : []);
  }
  const { tag, tagOnScans, walmartWrapper, targetWrapper } = world;
  // Half of them are the project's own.
  const deployment = {
    ...(tag !== undefined && { marketplace: { tags: { US: tag, CA: "maple04-20" }, tagOnScans } }),
    ...(walmartWrapper !== undefined && { bigbox_w: { url: walmartWrapper } }),
    bigbox_t: { url: "https://goto.example/service" },
  };
  const own = { bigbox_t: { url: targetWrapper } };
  const preview = previewOf(parsed, advice, { affiliate: { own, deployment }, now: new Date(0) });
  const { destination: url, urlType } = (world.scan && preview.scan) || preview;
  return { url, urlType };
}

const CASES = Object.entries(VARIANTS).map(([variant, all]) => [variant, pairsOf(variant, all)] as const);

describe("the options of each variant, in pairs", () => {
  test("are at least 2,000 links", () => {
    expect(CASES.flatMap(([, cases]) => cases).length).toBeGreaterThan(2_000);
  });

  test.each(CASES)("%s: every link redirects as the retailer's facts say", async (_, cases) => {
    for (const one of cases) {
      const found = await destinationOf(one);
      expect({ ...one, ...found }).toEqual({ ...one, ...expectedDestination(one.fields, one.world) });
      // Nobody is sent to the marketplace's cart without a tag, and no UTM value is doubled.
      expect(found.url ?? "").not.toMatch(/gp\/aws\/cart|addtocart\?(?!AssociateTag=\w)|(utm_\w+)=.*[?&]\1=/);
    }
  });
});

import { describe, expect, test } from "vitest";
import {
  build,
  CART,
  type Case,
  FALLBACK,
  OFFER_1,
  OFFER_2,
  OFFER_3,
  out,
  own,
  seller,
} from "./bigbox-w-carts.ts";

const items = `${CART}?items=11_1,22_1`;
const offers = `${CART}?offers=${OFFER_1}_1,${OFFER_2}_1`;
const bothOwn = { "11": own(OFFER_1), "22": own(OFFER_2) };
const oneSeller = { "11": own(OFFER_1), "22": seller(OFFER_2) };
const LONGEST = Array.from({ length: 100 }, (_, index) => `${index + 100}`.padStart(128, "9"));
const lastResort = { fallbackUrl: FALLBACK };

describe("the order of modes", () => {
  test.each<[row: string, Case, url: string]>([
    ["M1 items", { options: { cartMode: "items" }, offers: oneSeller }, items],
    [
      "M1 items, where only fallbackMode can name all",
      { options: { cartMode: "items", fallbackMode: "offers" }, products: ["11", OFFER_2], offers: bothOwn },
      offers,
    ],
    ["M2 offers", { options: { cartMode: "offers" }, offers: bothOwn }, offers],
    ["M2 offers, where only fallbackMode can name all", { options: { cartMode: "offers" } }, items],
    [
      "M3 a third party, offers preferred",
      { options: { preferOffersForMarketplace: true }, offers: oneSeller },
      offers,
    ],
    ["M4 a third party, offers not preferred", { offers: oneSeller }, items],
    [
      "M4 a third party, whatever the retailer's own products prefer",
      { options: { preferItemsForWalmart: false }, offers: oneSeller },
      items,
    ],
    ["M5 no third party, items preferred", { offers: bothOwn }, items],
    [
      "M5 no third party, whatever a third party's products prefer",
      { options: { preferOffersForMarketplace: true }, offers: bothOwn },
      items,
    ],
    ["M5 nothing looked up, items preferred", {}, items],
    [
      "M6 no third party, items not preferred",
      { options: { preferItemsForWalmart: false }, offers: bothOwn },
      offers,
    ],
    ["M6 nothing looked up: no offers to name", { options: { preferItemsForWalmart: false } }, items],
  ])("%s", (_, test, url) => {
    expect(build(test)).toEqual({ url, urlType: "cart" });
  });
});

describe("the destination", () => {
  const single = { products: ["11"], options: { allowPdp: true } };
  const page = { url: "https://www.walmart.com/ip/11", urlType: "pdp" };

  test.each<[row: string, Case, expected: { url: string; urlType: string }]>([
    ["D1 known to be unavailable", { ...single, offers: { "11": out(own(OFFER_1)) } }, page],
    [
      "D1 not without allowPdp",
      { products: ["11"], offers: { "11": out(own(OFFER_1)) } },
      { url: `${CART}?items=11_1`, urlType: "cart" },
    ],
    [
      "D1 not with two products",
      { options: { allowPdp: true }, offers: { "11": out(own(OFFER_1)) } },
      { url: items, urlType: "cart" },
    ],
    [
      "D2 a third party's offer is wanted and not known",
      {
        ...single,
        options: { allowPdp: true, preferOffersForMarketplace: true },
        offers: { "11": seller() },
      },
      page,
    ],
    [
      "D2 not where the offer is known",
      {
        ...single,
        options: { allowPdp: true, preferOffersForMarketplace: true },
        offers: { "11": seller(OFFER_1) },
      },
      { url: `${CART}?offers=${OFFER_1}_1`, urlType: "cart" },
    ],
    [
      "D2 not without allowPdp",
      { products: ["11"], options: { preferOffersForMarketplace: true }, offers: { "11": seller() } },
      { url: `${CART}?items=11_1`, urlType: "cart" },
    ],
    [
      "D2 not where items do",
      { ...single, offers: { "11": seller() } },
      { url: `${CART}?items=11_1`, urlType: "cart" },
    ],
    [
      "D2 not for the retailer's own",
      { ...single, options: { allowPdp: true, preferOffersForMarketplace: true }, offers: { "11": own() } },
      { url: `${CART}?items=11_1`, urlType: "cart" },
    ],
    [
      "D2 not where cartMode says items",
      {
        ...single,
        options: { allowPdp: true, cartMode: "items", preferOffersForMarketplace: true },
        offers: { "11": seller() },
      },
      { url: `${CART}?items=11_1`, urlType: "cart" },
    ],
    [
      "D3 a mode names every product",
      { ...single, fields: lastResort },
      { url: `${CART}?items=11_1`, urlType: "cart" },
    ],
    [
      "D3 comes before fallbackUrl",
      { products: ["11", OFFER_2], offers: bothOwn, fields: lastResort },
      { url: offers, urlType: "cart" },
    ],
    [
      "D4 no mode names the single product",
      {
        products: ["11"],
        options: { allowPdp: true, cartMode: "offers", fallbackMode: "offers" },
        fields: lastResort,
      },
      page,
    ],
    [
      "D4 not for an offer id, which has no page",
      { products: [OFFER_1], options: { allowPdp: true, cartMode: "items" }, fields: lastResort },
      { url: FALLBACK, urlType: "long_link" },
    ],
    [
      "D5 no mode names every product",
      { products: ["11", OFFER_2], fields: lastResort },
      { url: FALLBACK, urlType: "long_link" },
    ],
    [
      "D6 the mode that names most",
      { products: ["11", OFFER_2, OFFER_3] },
      { url: `${CART}?offers=${OFFER_2}_1,${OFFER_3}_1`, urlType: "cart" },
    ],
    [
      "D6 a tie goes to fallbackMode",
      { products: ["11", OFFER_2], options: { fallbackMode: "offers" } },
      { url: `${CART}?offers=${OFFER_2}_1`, urlType: "cart" },
    ],
    [
      "D7 nothing can be named",
      { options: { cartMode: "offers", fallbackMode: "offers" } },
      { url: "https://www.walmart.com/search?q=11", urlType: "long_link" },
    ],
    [
      "a cart of the longest ids",
      { products: LONGEST },
      { url: `${CART}?items=${LONGEST.join("_1,")}_1`, urlType: "cart" },
    ],
    [
      "an id that can't be a product id is left out",
      { products: ["11", "A-1", "22"], fields: lastResort },
      { url: items, urlType: "cart" },
    ],
    [
      "only ids that can't be product ids, with fallbackUrl",
      { products: ["A-1", "A-2"], options: { allowPdp: true }, fields: lastResort },
      { url: FALLBACK, urlType: "long_link" },
    ],
    [
      "every product is unavailable, with fallbackUrl",
      { offers: { "11": out(own()), "22": out(own()) }, fields: lastResort },
      { url: FALLBACK, urlType: "long_link" },
    ],
    [
      "one product may be available",
      { offers: { "11": out(own()) }, fields: lastResort },
      { url: items, urlType: "cart" },
    ],
  ])("%s", (_, test, expected) => {
    expect(build(test)).toEqual(expected);
  });
});

describe("storeId", () => {
  test.each<[mode: string | undefined, storeId: string | undefined, query: string]>([
    [undefined, "1234", "&storeId=1234"],
    ["auto", "1234", "&storeId=1234"],
    ["auto", "W 12", ""],
    ["auto", "12 W", ""],
    ["auto", undefined, ""],
    ["always", "1234", "&storeId=1234"],
    ["always", "W 12", "&storeId=W%2012"],
    ["always", undefined, ""],
    ["never", "1234", ""],
  ])("includeStoreId %s with %s", (includeStoreId, storeId, query) => {
    const test = {
      options: { ...(includeStoreId && { includeStoreId }) },
      fields: { location: { storeId } },
    };
    expect(build(test).url).toBe(items + query);
  });

  test("is never on a product page", () => {
    const fields = { location: { storeId: "1234" } };
    const test = { products: ["11"], options: { allowPdp: true }, offers: { "11": out(own()) }, fields };
    expect(build(test).url).toBe("https://www.walmart.com/ip/11");
  });
});

describe("cart entries", () => {
  test("have quantities, summed per product", () => {
    expect(
      build({
        products: [
          ["11", 2],
          ["22", 999],
          ["11", 3],
        ],
      }).url,
    ).toBe(`${CART}?items=11_5,22_999`);
    const test = {
      products: [
        ["11", 2],
        [OFFER_1, 3],
      ] as [string, number][],
      offers: bothOwn,
    };
    expect(build(test).url).toBe(`${CART}?offers=${OFFER_1}_5`);
  });

  test("are never 32 lower-case hex digits", () => {
    const id = OFFER_1.toLowerCase();
    expect(build({ products: [id] }).url).toBe(`https://www.walmart.com/search?q=${id}`);
  });

  test("name 100 products", () => {
    const ids = Array.from({ length: 100 }, (_, index) => String(100_000_000 + index));
    expect(build({ products: ids }).url).toBe(`${CART}?items=${ids.map((id) => `${id}_1`).join(",")}`);
  });
});

import { describe, expect, test } from "vitest";
import { build, CART, type Case, FALLBACK, OFFER_1, OFFER_2, out, own, seller } from "./bigbox-w-carts.ts";

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
      "D3 comes before fallbackUrl",
      { products: ["11", OFFER_2], offers: bothOwn, fields: lastResort },
      { url: offers, urlType: "cart" },
    ],
    [
      "a cart of the longest ids",
      { products: LONGEST },
      { url: `${CART}?items=${LONGEST.join("_1,")}_1`, urlType: "cart" },
    ],
  ])("%s", (_, test, expected) => {
    expect(build(test)).toEqual(expected);
  });
});

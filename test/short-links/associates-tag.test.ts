import { describe, expect, test } from "vitest";
import {
  cartProducts,
  isTagged,
  marketplaceCart,
  marketplaceProductPage,
  scanDestination,
} from "../../src/features/short-links/associates-tag.ts";
import { MAX_URL_LENGTH } from "../../src/ground/core/urls.ts";

const PAGE = "https://www.amazon.com/dp/B000000001";
const ONE = marketplaceCart("brand-20", [["B000000001", 3]]);
const TWO = marketplaceCart("brand-20", [
  ["B000000001", 3],
  ["B000000002", 1],
]);
const scanned = (destination: string, more: { urlType?: string; fallbackUrl?: string; key?: string } = {}) =>
  scanDestination({ retailer: "marketplace", urlType: "cart", shortId: "abcd2345", destination, ...more });

test("pages and carts are the marketplace's", () => {
  expect(marketplaceProductPage("B000000001")).toBe(PAGE);
  expect(marketplaceProductPage("B000000001", "brand-20")).toBe(`${PAGE}?tag=brand-20`);
  expect(TWO).toBe(
    "https://www.amazon.com/associates/addtocart?AssociateTag=brand-20&ASIN.1=B000000001&Quantity.1=3&ASIN.2=B000000002&Quantity.2=1",
  );
  expect(cartProducts(`${TWO}&utm_source=a`)).toEqual({
    lines: [
      ["B000000001", 3],
      ["B000000002", 1],
    ],
    added: "utm_source=a",
  });
});

describe("a scan without the tag", () => {
  test.each([
    [`${PAGE}?tag=brand-20`, PAGE],
    [`${PAGE}?tag=brand-20&utm_source=a%26b&tag=x`, `${PAGE}?utm_source=a%26b&tag=x`],
    [`${PAGE}?tag=brand-20#reviews`, `${PAGE}#reviews`],
    [`${PAGE}?tag=brand-20&a=b#reviews`, `${PAGE}?a=b#reviews`],
    [`${PAGE}?tag=`, PAGE],
  ])("opens the same product page: %s", (destination, url) => {
    expect(scanned(destination, { urlType: "pdp" })).toEqual({ url, urlType: "pdp" });
  });

  test("of a cart of one product opens its page, with the UTM values", () => {
    const page = { urlType: "pdp", reason: "untagged_product_page" };
    expect(scanned(ONE)).toEqual({ ...page, url: PAGE });
    expect(scanned(`${ONE}&utm_source=a%26b&utm_term=c`, { fallbackUrl: "https://brand.example/" })).toEqual({
      ...page,
      url: `${PAGE}?utm_source=a%26b&utm_term=c`,
    });
  });

  test("of a cart of several opens fallbackUrl, whose UTM values are replaced", () => {
    const fallbackUrl = "https://bücher.example/?a=1&utm_source=theirs#top";
    expect(scanned(`${TWO}&utm_source=ours`, { fallbackUrl })).toEqual({
      url: "https://xn--bcher-kva.example/?a=1&utm_source=ours#top",
      urlType: "long_link",
      reason: "untagged_fallback",
    });
  });

  test("of a cart of several without fallbackUrl opens our own page of the link or the offer", () => {
    const page = { urlType: "long_link", reason: "untagged_list_page" };
    expect(scanned(`${TWO}&utm_source=ours`)).toEqual({ ...page, url: "/lists/abcd2345" });
    expect(scanned(TWO, { key: "amazon" })).toEqual({ ...page, url: "/lists/abcd2345/amazon" });
  });

  test.each([
    PAGE,
    `${PAGE}?th=1&tag=brand-20`,
    `${PAGE}?tags=brand-20`,
    `${PAGE}/ref=x?tag=brand-20`,
    "https://www.amazon.com/s?k=B000000001",
    "https://www.amazon.com/associates/addtocart?ASIN.1=B000000001",
    "https://www.amazon.com.evil.example/dp/B000000001?tag=brand-20",
    "http://www.amazon.com/dp/B000000001?tag=brand-20",
    "https://brand.example/dp/B000000001?tag=brand-20",
    "https://brand.example/?to=https://www.amazon.com/dp/B000000001?tag=brand-20",
    "https://brand.example/?to=https://www.amazon.com/associates/addtocart?AssociateTag=brand-20&ASIN.1=B0",
    "/lists/abcd2345",
    "",
  ])("redirects like a click if the service did not make the URL: %s", (destination) => {
    expect([scanned(destination), isTagged(destination)]).toEqual([undefined, false]);
  });

  test("redirects like a click if the tag is the caller's", () => {
    const destination = `${PAGE}?tag=theirs-20`;
    expect(isTagged(destination)).toBe(true);
    expect(scanned(destination, { urlType: "long_link" })).toBeUndefined();
    const custom = { retailer: "custom", urlType: "custom", shortId: "abcd2345" };
    expect(scanDestination({ ...custom, destination })).toBeUndefined();
  });

  test("is found quickly in the longest URL", () => {
    const lines = "&ASIN.1=a&Quantity.1=1".repeat(MAX_URL_LENGTH / 22);
    for (const long of [
      `https://www.amazon.com/dp/${"a&?=#".repeat(MAX_URL_LENGTH)}`,
      `https://www.amazon.com/associates/addtocart?AssociateTag=a${lines}#`,
    ])
      expect(scanned(long)).toBeUndefined();
  });
});

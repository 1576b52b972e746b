import { describe, expect, test } from "vitest";
import {
  marketplaceCart,
  marketplaceProductPage,
  tagOrigin,
  withAssociatesTag,
  withoutAssociatesTag,
} from "../../src/features/short-links/associates-tag.ts";
import { MAX_URL_LENGTH } from "../../src/ground/core/urls.ts";

const PAGE = marketplaceProductPage("B000000001");
const CART = `${marketplaceCart}?ASIN.1=B000000001&Quantity.1=2`;

test("pages and carts are the marketplace's", () => {
  expect([PAGE, marketplaceCart]).toEqual([
    "https://www.amazon.com/dp/B000000001",
    "https://www.amazon.com/gp/aws/cart/add.html",
  ]);
});

describe("the Associates tag", () => {
  test.each([
    [PAGE, "https://www.amazon.com/dp/B000000001?tag=brand-20"],
    [
      CART,
      "https://www.amazon.com/associates/addtocart?AssociateTag=brand-20&ASIN.1=B000000001&Quantity.1=2",
    ],
  ])("is added to %s and removed again, and later additions stay", (url, tagged) => {
    expect(withAssociatesTag(url, "brand-20")).toBe(tagged);
    expect(withoutAssociatesTag(tagged)).toBe(url);
    const mark = url.includes("?") ? "&" : "?";
    expect(withoutAssociatesTag(`${tagged}&utm_source=a%26b&tag=x`)).toBe(
      `${url}${mark}utm_source=a%26b&tag=x`,
    );
  });

  test.each([
    [`${PAGE}?tag=brand-20#reviews`, `${PAGE}#reviews`],
    [`${PAGE}?tag=brand-20&a=b#reviews`, `${PAGE}?a=b#reviews`],
    [`${PAGE}?tag=`, PAGE],
  ])("is removed from %s", (tagged, url) => {
    expect(withoutAssociatesTag(tagged)).toBe(url);
  });

  test.each([
    PAGE,
    CART,
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
  ])("is not searched in URLs that the service does not make: %s", (url) => {
    expect(withoutAssociatesTag(url)).toBeNull();
  });

  test("is searched quickly in the longest URL", () => {
    const long = `https://www.amazon.com/dp/${"a&?=#".repeat(MAX_URL_LENGTH)}`;
    expect(withoutAssociatesTag(long)).toBeNull();
  });

  test("is the service's on product pages and carts of the marketplace, and the caller's elsewhere", () => {
    const destination = withAssociatesTag(PAGE, "brand-20");
    const of = (retailer: string, urlType: string) => tagOrigin({ retailer, urlType, destination });
    expect(of("marketplace", "pdp")).toBe("service");
    expect(of("marketplace", "cart")).toBe("service");
    expect(of("marketplace", "long_link")).toBe("caller");
    expect(of("custom", "custom")).toBe("caller");
    expect(tagOrigin({ retailer: "marketplace", urlType: "pdp", destination: PAGE })).toBeUndefined();
  });
});

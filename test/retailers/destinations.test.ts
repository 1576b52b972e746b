import { describe, expect, test } from "vitest";
import { buildDestination } from "../../src/features/retailers/build-destination.ts";
import type { SingleDestinationDefinition } from "../../src/features/retailers/definition.ts";
import { custom, definition, destinationOf, one, page, product } from "./definitions.ts";

const FALLBACK = "https://brand.example/page?a=1#top";
const inStore = (delivery_app: Record<string, unknown>) =>
  one("delivery_app", "product_detail", "123", { options: { delivery_app } });

describe("which destination a link gets", () => {
  test.each<[name: string, fields: Record<string, unknown>, url: string, urlType: string]>([
    [
      "bigbox_w add_to_cart",
      one("bigbox_w", "add_to_cart", "12417832"),
      "https://www.walmart.com/sc/cart/addToCart?items=12417832_1",
      "cart",
    ],
    [
      "bigbox_w product_detail",
      one("bigbox_w", "product_detail", "12417832"),
      "https://www.walmart.com/ip/12417832",
      "pdp",
    ],
    [
      "bigbox_t product_detail",
      { ...one("bigbox_t", "product_detail", "78025470"), products: [product("78025470"), product("1")] },
      "https://www.target.com/p/-/A-78025470",
      "pdp",
    ],
    [
      "bigbox_t add_to_cart",
      one("bigbox_t", "add_to_cart", "78025470", { fallbackUrl: FALLBACK }),
      "https://www.target.com/p/-/A-78025470",
      "pdp",
    ],
    [
      "bigbox_t without allowPdp, with fallbackUrl",
      one("bigbox_t", "product_detail", "78025470", {
        options: { bigbox_t: { allowPdp: false } },
        fallbackUrl: FALLBACK,
      }),
      FALLBACK,
      "long_link",
    ],
    [
      "bigbox_t without allowPdp or fallbackUrl",
      one("bigbox_t", "add_to_cart", "78025470", { options: { bigbox_t: { allowPdp: false } } }),
      "https://www.target.com/s?searchTerm=78025470",
      "long_link",
    ],
    [
      "marketplace add_to_cart of one product, twice",
      {
        ...one("marketplace", "add_to_cart", "B000000001"),
        products: [product("B000000001", 2), product("B000000001", 3)],
      },
      "https://www.amazon.com/dp/B000000001",
      "pdp",
    ],
    [
      "marketplace add_to_cart of several products",
      { ...one("marketplace", "add_to_cart", "1"), products: [product("B000000001"), product("B000000002")] },
      "/lists/abcd1234",
      "long_link",
    ],
    [
      "marketplace product_detail",
      one("marketplace", "product_detail", "B000000001"),
      "https://www.amazon.com/dp/B000000001",
      "pdp",
    ],
    [
      "grocer_a product_detail",
      one("grocer_a", "product_detail", "0001111041700"),
      "https://www.kroger.com/p/-/0001111041700",
      "pdp",
    ],
    [
      "grocer_a, padded to 13 digits",
      one("grocer_a", "product_detail", "1111041700"),
      "https://www.kroger.com/p/-/0001111041700",
      "pdp",
    ],
    [
      "delivery_app product_detail",
      one("delivery_app", "product_detail", "123"),
      "https://www.instacart.com/products/123",
      "pdp",
    ],
    [
      "delivery_app product_detail, specific",
      inStore({ routingMode: "specific", retailer: "corner store" }),
      "https://www.instacart.com/products/123?retailerSlug=corner%20store",
      "pdp",
    ],
    [
      "delivery_app product_detail, preferred",
      inStore({ routingMode: "preferred", preferredRetailers: ["", "first", "second"] }),
      "https://www.instacart.com/products/123?retailerSlug=first",
      "pdp",
    ],
    [
      "delivery_app product_detail, no_preference",
      inStore({ routingMode: "no_preference", retailer: "ignored", preferredRetailers: ["ignored"] }),
      "https://www.instacart.com/products/123",
      "pdp",
    ],
    ["delivery_app shopping_list", page("shopping_list"), "/lists/abcd1234", "instacart_list"],
    ["delivery_app recipe", page("recipe"), "/lists/abcd1234", "instacart_recipe"],
    [
      "delivery_app recipe with fallbackUrl",
      page("recipe", { fallbackUrl: FALLBACK }),
      FALLBACK,
      "instacart_recipe",
    ],
    [
      "custom",
      custom("https://brand.example/ü?q=a,b|c%20d#x"),
      "https://brand.example/%C3%BC?q=a,b|c%20d#x",
      "custom",
    ],
  ])("%s", (_, fields, url, urlType) => {
    expect(destinationOf(fields)).toEqual({ url, urlType });
  });

  test.each([
    ["bigbox_w", "product_detail", "https://www.walmart.com/search?q="],
    ["bigbox_w", "add_to_cart", "https://www.walmart.com/search?q="],
    ["bigbox_t", "product_detail", "https://www.target.com/s?searchTerm="],
    ["bigbox_t", "add_to_cart", "https://www.target.com/s?searchTerm="],
    ["marketplace", "product_detail", "https://www.amazon.com/s?k="],
    ["marketplace", "add_to_cart", "https://www.amazon.com/s?k="],
    ["grocer_a", "product_detail", "https://www.kroger.com/search?query="],
    ["delivery_app", "product_detail", "https://www.instacart.com/store/s?k="],
  ])(
    "a %s %s id that can't be a product id is searched for, and can't leave its place",
    (retailer, intent, prefix) => {
      const fields = one(retailer, intent, "../a?b#c/é &%");
      expect(destinationOf(fields)).toEqual({
        url: `${prefix}..%2Fa%3Fb%23c%2F%C3%A9%20%26%25`,
        urlType: "long_link",
      });
      const fallbackUrl = FALLBACK;
      expect(destinationOf({ ...fields, fallbackUrl })).toEqual({ url: FALLBACK, urlType: "long_link" });
    },
  );

  test("an overlong store slug is left out", () => {
    const long = "x".repeat(257);
    const page = "https://www.instacart.com/products/123";
    const urlWith = (delivery_app: object): string => {
      const stored = definition(inStore({ routingMode: "no_preference" }));
      // The schema refuses such a slug today.
      const earlier = { ...stored, options: { delivery_app } } as SingleDestinationDefinition;
      return buildDestination(earlier, { ownPage: "", settings: {}, offers: new Map() }).url;
    };
    expect(urlWith({ routingMode: "specific", retailer: long })).toBe(page);
    const preferredRetailers = [long, long.slice(1)];
    expect(urlWith({ routingMode: "preferred", preferredRetailers })).toBe(
      `${page}?retailerSlug=${long.slice(1)}`,
    );
  });
});

test.each([
  ["of a product", one("bigbox_t", "product_detail", "1", { options: { bigbox_t: { allowPdp: false } } })],
  ["of a list", page("shopping_list")],
  ["of a recipe", page("recipe")],
])("the fallbackUrl %s is redirected to in ASCII, as headers require", (_, fields) => {
  const fallbackUrl = "https://bücher.example/größe?q=ä b".replace(" ", "%20");
  expect(destinationOf({ ...fields, fallbackUrl }).url).toBe(
    "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe?q=%C3%A4%20b",
  );
});

describe("the Associates tag", () => {
  const settings = { associatesTag: "brand-20" };
  test("goes on product pages, and makes carts possible", () => {
    expect(destinationOf(one("marketplace", "product_detail", "B000000001"), { settings }).url).toBe(
      "https://www.amazon.com/dp/B000000001?tag=brand-20",
    );
    expect(destinationOf(one("marketplace", "add_to_cart", "B000000001"), { settings }).url).toBe(
      "https://www.amazon.com/associates/addtocart?AssociateTag=brand-20&ASIN.1=B000000001&Quantity.1=1",
    );
  });
});

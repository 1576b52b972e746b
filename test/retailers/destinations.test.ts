import { describe, expect, test } from "vitest";
import { buildDestination } from "../../src/features/retailers/build-destination.ts";
import type { SingleDestinationDefinition } from "../../src/features/retailers/definition.ts";
import { definition, destinationOf, one, page } from "./definitions.ts";

const FALLBACK = "https://brand.example/page?a=1#top";
const inStore = (delivery_app: Record<string, unknown>) =>
  one("delivery_app", "product_detail", "123", { options: { delivery_app } });

describe("which destination a link gets", () => {
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
      return buildDestination(earlier, { ownPage: "", offers: new Map() }).url;
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

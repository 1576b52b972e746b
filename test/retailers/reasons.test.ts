import { describe, expect, test } from "vitest";
import { buildDestination } from "../../src/features/retailers/build-destination.ts";
import type { Products } from "../../src/features/retailers/definition-fields.ts";
import { dependsOnOffers } from "../../src/features/retailers/destinations/bigbox-w.ts";
import { custom, definition, destinationOf, leadingOf, one, product } from "./definitions.ts";

const FALLBACK = "https://brand.example/";
const inStore = (delivery_app: object) =>
  leadingOf(one("delivery_app", "product_detail", "1", { options: { delivery_app } })).reason;

test("a page of the delivery app is in the named shop, or in a shop chosen per visit", () => {
  const preferred = (...preferredRetailers: string[]) =>
    inStore({ routingMode: "preferred", preferredRetailers });
  expect(inStore({ routingMode: "no_preference" })).toBe("product_page");
  expect(inStore({ routingMode: "specific" })).toBe("product_page");
  expect(inStore({ routingMode: "specific", retailer: "aldi" })).toBe("shop_named");
  expect(preferred("aldi")).toBe("shop_named");
  expect(preferred("aldi", "aldi", "")).toBe("shop_named");
  expect(preferred("aldi", "publix")).toBe("shop_per_visit");
});

test("a cart's reason says which ids it uses", () => {
  expect(leadingOf(one("bigbox_w", "add_to_cart", "1")).reason).toBe("cart_by_items");
  expect(leadingOf(one("bigbox_w", "add_to_cart", "F".repeat(32))).reason).toBe("cart_by_offers");
});

test("offers of a single item matter only if the link may be a product page", () => {
  const cart = (options: object) => {
    const parsed = definition(one("bigbox_w", "add_to_cart", "1", { options: { bigbox_w: options } }));
    if (parsed.retailer !== "bigbox_w") throw new TypeError(parsed.retailer);
    return dependsOnOffers(parsed);
  };
  expect(cart({ cartMode: "items", fallbackMode: "items", allowPdp: false })).toBe(false);
  expect(cart({ cartMode: "items", fallbackMode: "items", allowPdp: true })).toBe(true);
});

describe("a backup that replaced a product", () => {
  const leading = (fields: Record<string, unknown>, ...ids: [string, ...string[]]) => {
    const [first, ...others] = ids.map((id) => product(id));
    const products: Products | undefined = first && [first, ...others];
    const context = { ownPage: "/lists/abcd1234", offers: new Map(), products };
    return buildDestination(definition(fields), context);
  };
  const two = { ...one("bigbox_w", "add_to_cart", "1"), products: [product("1"), product("2")] };

  test("is in the cart or on the page, and is the reason", () => {
    expect(leading(two, "1", "3")).toMatchObject({
      url: expect.stringContaining("items=1_1,3_1"),
      urlType: "cart",
      reason: "backup_chosen",
    });
    expect(leading(one("bigbox_t", "product_detail", "1"), "3")).toEqual({
      url: "https://www.target.com/p/-/A-3",
      urlType: "pdp",
      reason: "backup_chosen",
    });
  });

  test("is not the reason if the products are unchanged or not shown", () => {
    expect(leading(two, "1", "2").reason).toBe("cart_by_items");
    const elsewhere = { options: { bigbox_t: { allowPdp: false } }, fallbackUrl: FALLBACK };
    expect(leading(one("bigbox_t", "product_detail", "1", elsewhere), "3").reason).toBe("fallback_url");
  });
});

test("a custom URL without additions stays the same, without an empty query", () => {
  for (const url of [`${FALLBACK}?#part`, `${FALLBACK}a#part`])
    expect(destinationOf(custom(url)).url).toBe(url);
  expect(destinationOf(custom(`${FALLBACK}?utm_source=old#part`, { source: "new" })).url).toBe(
    `${FALLBACK}?utm_source=new#part`,
  );
});

import { describe, expect, test } from "vitest";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import {
  hasOffers,
  OFFER_VARIANTS,
  productBounds,
  requiresCustomUrl,
  requireVariant,
  VARIANTS,
  type VariantKey,
  variantKey,
} from "../../src/features/retailers/variants.ts";
import { linkBody } from "../bodies.ts";
import { product } from "./definitions.ts";

test("an offer's variant has one destination", () => {
  const keys = OFFER_VARIANTS.map(variantKey);
  expect([...keys, "choice choose_retailer"].sort()).toEqual(VARIANTS.map(variantKey).sort());
});

/** How many products each variant takes, as the specification's table has it; a choice has them in its offers. */
const TAKEN: Readonly<Record<VariantKey, { least: number; most: number }>> = {
  "bigbox_w add_to_cart": { least: 1, most: 100 },
  "bigbox_t product_detail": { least: 1, most: 100 },
  "delivery_app product_detail": { least: 1, most: 1 },
  "delivery_app shopping_list": { least: 0, most: 100 },
  "delivery_app recipe": { least: 0, most: 100 },
  "bigbox_w product_detail": { least: 1, most: 1 },
  "bigbox_t add_to_cart": { least: 1, most: 100 },
  "marketplace product_detail": { least: 1, most: 1 },
  "marketplace add_to_cart": { least: 1, most: 100 },
  "grocer_a product_detail": { least: 1, most: 1 },
  "custom custom_url": { least: 0, most: 100 },
  "choice choose_retailer": { least: 0, most: 0 },
};

test("the variants are those of the specification, and the choice of shops", () => {
  expect(VARIANTS.map(({ retailer, intent }) => `${retailer} ${intent}`)).toEqual(Object.keys(TAKEN));
});

test("all properties of a variant follow from its row", () => {
  expect(VARIANTS.map(productBounds)).toEqual(
    Object.values(TAKEN).map(({ least, most }) => ({ min: least, max: most })),
  );
  expect(VARIANTS.filter(requiresCustomUrl).map(variantKey)).toEqual(["custom custom_url"]);
  expect(VARIANTS.filter(hasOffers).map(variantKey)).toEqual(["choice choose_retailer"]);
});

describe.each(Object.entries(TAKEN))("%s", (pair, { least, most }) => {
  test.each([undefined, 0, 1, 2, 100, 101])("with %s products", (count) => {
    const products = count === undefined ? undefined : Array.from({ length: count }, () => product("1"));
    const { products: _, ...rest } = linkBody(pair);
    const taken = count === undefined ? least === 0 : count >= 1 && count <= most;
    const parsed = () => parseDefinition({ ...rest, ...(products && { products }) }).products;
    if (taken) expect(parsed()).toEqual(products);
    else expect(parsed).toThrow(expect.objectContaining({ code: "validation_failed" }));
  });
});

test("an unsupported retailer and intent is rejected by name", () => {
  expect(() => requireVariant("grocer_a", "add_to_cart")).toThrow(
    expect.objectContaining({
      code: "unsupported_retailer_intent",
      message: "The intent add_to_cart is not supported for the retailer grocer_a.",
    }),
  );
});

import { expect, test } from "vitest";
import { impossibleProductIds, isOfferId, productIdRule } from "../../src/features/retailers/product-ids.ts";
import { requireVariant } from "../../src/features/retailers/variants.ts";
import { definition, one } from "./definitions.ts";

const OFFER = "0123456789ABCDEF0123456789ABCDEF";

/** The fields of a definition that hold what can't be a product id. */
const impossible = (retailer: string, intent: string, products: object[]) =>
  impossibleProductIds(definition({ ...one(retailer, intent, "1"), products })).fields;

test("ids that break their retailer's rule are reported, including backups", () => {
  expect(
    impossible("bigbox_w", "add_to_cart", [
      { retailerProductId: "1", backupProductIds: ["2", "x", OFFER, OFFER.toLowerCase()] },
      { retailerProductId: "y" },
    ]),
  ).toEqual([
    { field: "products[0].backupProductIds[1]", id: "x" },
    { field: "products[0].backupProductIds[3]", id: OFFER.toLowerCase() },
    { field: "products[1].retailerProductId", id: "y" },
  ]);
});

test.each([
  ["bigbox_w", "product_detail", "10450114", OFFER],
  ["bigbox_t", "add_to_cart", "13474244", "A-13474244"],
  ["delivery_app", "product_detail", "16594382", "16594382-milk"],
  ["marketplace", "add_to_cart", "B07XJ8C8F5", "b07xj8c8f5"],
  ["marketplace", "add_to_cart", "0306406152", "-0306406152"],
  ["marketplace", "add_to_cart", "080442957X", "080442957X1"],
  ["grocer_a", "product_detail", "0001111041700", "00001111041700"],
] as const)("of %s %s, %s can be an id and %s can't", (retailer, intent, possible, other) => {
  const rule = productIdRule(requireVariant(retailer, intent));
  expect([rule?.fits(possible), rule?.fits(other)]).toEqual([true, false]);
  expect(rule?.fits(rule.example)).toBe(true);
});

test.each([
  [OFFER, true],
  [`${OFFER}0`, false],
  [`0${OFFER}`, false],
  [OFFER.slice(1), false],
  [`G${OFFER.slice(1)}`, false],
  [OFFER.toLowerCase(), false],
])("whether %s is an offer id: %s", (id, expected) => {
  expect(isOfferId(id)).toBe(expected);
});

test("any text is a valid product id of a custom page", () => {
  expect(productIdRule(requireVariant("custom", "custom_url"))).toBeNull();
  const fields = { retailer: "custom", intent: "custom_url", customUrl: "https://a.example/" } as const;
  expect(impossibleProductIds({ ...fields, products: [{ retailerProductId: "?", quantity: 1 }] })).toEqual({
    rule: null,
    fields: [],
  });
});

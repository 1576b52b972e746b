import { describe, expect, test } from "vitest";
import { dependsOnOffers } from "../../src/features/retailers/destinations/bigbox-w.ts";
import { type Case, fieldsOf, OFFER_1, OFFER_2 } from "./bigbox-w-carts.ts";
import { definition } from "./definitions.ts";

describe("dependsOnOffers", () => {
  test.each<[reason: string, expected: boolean, Case]>([
    ["default options", false, {}],
    ["items only", false, { options: { cartMode: "items", preferOffersForMarketplace: true } }],
    ["offer ids only", false, { products: [OFFER_1], options: { cartMode: "offers", allowPdp: true } }],
    ["two products with allowPdp", false, { options: { allowPdp: true } }],
    ["one product with allowPdp", true, { products: ["11"], options: { allowPdp: true } }],
    ["offers asked for", true, { options: { cartMode: "offers" } }],
    ["offers preferred for third parties", true, { options: { preferOffersForMarketplace: true } }],
    ["items not preferred", true, { options: { preferItemsForWalmart: false } }],
    ["ids of both kinds", true, { products: ["11", OFFER_2] }],
    [
      "ids of both kinds, but items only",
      false,
      { products: ["11", OFFER_2], options: { cartMode: "items" } },
    ],
    [
      "ids of both kinds, items first and offers if they must",
      true,
      { products: ["11", OFFER_2], options: { cartMode: "items", fallbackMode: "offers" } },
    ],
    [
      "one item id among others with allowPdp, but items only",
      false,
      { products: ["11", OFFER_2], options: { cartMode: "items", allowPdp: true } },
    ],
  ])("%s: %s", (_, expected, test) => {
    const defined = definition(fieldsOf(test));
    expect(defined.retailer === "bigbox_w" && dependsOnOffers(defined)).toBe(expected);
  });
});

import { describe, expect, test } from "vitest";
import { chooseProducts } from "../../src/features/availability/look-up-products.ts";
import type { Products } from "../../src/features/retailers/definition.ts";
import { destinationOf } from "../retailers/definitions.ts";
import { availabilityOf, line } from "./products.ts";

const chosen = (...products: Products) =>
  chooseProducts(products, availabilityOf).map(({ retailerProductId, quantity }) => [
    retailerProductId,
    quantity,
  ]);

describe("chooseProducts", () => {
  test.each([
    ["an available primary stays", line("in", ["in2"]), "in"],
    ["an unknown primary stays", line("?", ["in"]), "?"],
    [
      "an unavailable primary gives way to its first available backup",
      line("out", ["out2", "?", "in", "in2"]),
      "in",
    ],
    ["with no available backup the primary stays", line("out", ["out2", "?"]), "out"],
    ["without backups the primary stays", line("out"), "out"],
    ["an empty list of backups is none", line("out", []), "out"],
  ])("%s", (_, product, id) => {
    expect(chosen(product)).toEqual([[id, 1]]);
  });

  test("keeps lines, order and quantities, also where a backup is another line's product", () => {
    expect(chosen(line("out", ["in"], 2), line("in", [], 3), line("?", ["in"], 4))).toEqual([
      ["in", 2],
      ["in", 3],
      ["?", 4],
    ]);
  });

  test("keeps separate lines for products that became equal", () => {
    const products = chooseProducts([line("1", ["2"], 2), line("2", [], 3)], (id) =>
      id === "1" ? "unavailable" : "available",
    );
    expect(destinationOf({ retailer: "bigbox_w", intent: "add_to_cart", products }).url).toBe(
      "https://www.walmart.com/sc/cart/addToCart?items=2_5",
    );
  });
});

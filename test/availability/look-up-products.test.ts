import { describe, expect, test } from "vitest";
import type { CallBudget, Catalog } from "../../src/features/availability/catalog.ts";
import {
  decidingIds,
  isDecidedByLookUp,
  isWorthLookingUp,
  lookUpProducts,
  type SupportedDefinition,
} from "../../src/features/availability/look-up-products.ts";
import type { Offer } from "../../src/features/retailers/definition.ts";
import { definition } from "../retailers/definitions.ts";
import { availabilityOf, line } from "./products.ts";

interface Asked {
  ids: readonly string[];
  location: unknown;
}
/** A catalog that knows `known`, notes what it is asked, and answers at most `limit` ids of each call. */
function catalogOf(asked: Asked[], { byLocation = false, limit = Infinity } = {}): Catalog {
  return {
    dailyCalls: 1,
    ...(byLocation && { placeOf: (location) => JSON.stringify(location ?? null) }),
    detailsMs: 0,
    async lookUp(ids, location) {
      asked.push({ ids, location });
      const answered = ids.slice(0, limit);
      const offer = (id: string): [string, Offer] => [
        id,
        { availability: availabilityOf(id), thirdParty: false },
      ];
      const stopped = answered.length < ids.length ? ("spent" as const) : ("none" as const);
      return { offers: new Map(answered.map(offer)), stopped };
    },
  };
}
/** A definition of a retailer that can be asked. */
const askable = (fields: Record<string, unknown>) => definition(fields) as SupportedDefinition;
const calls: CallBudget = { limitMs: 1, take: async () => true };
const cart = (...products: ReturnType<typeof line>[]) =>
  askable({ retailer: "marketplace", intent: "add_to_cart", products });

describe("lookUpProducts", () => {
  test.each([
    ["available", [line("1000000001", ["1000000002"])], ["1000000001"]],
    [
      "replaced",
      [line("1000000001", ["1000000002"]), line("2000000001", ["1000000002"])],
      ["1000000001", "1000000002"],
    ],
    [
      "unavailable",
      [line("2000000001", ["1000000002"]), line("2000000002", ["2000000001"])],
      ["1000000002", "2000000002"],
    ],
    [
      "available",
      [line("1000000001", ["1000000002"]), line("4000000001", ["1000000002"])],
      ["1000000001", "4000000001"],
    ],
    ["unknown", [line("4000000001", ["1000000001"])], ["4000000001"]],
  ])("%s", async (outcome, products, ids) => {
    const { verdicts, stopped } = await lookUpProducts(catalogOf([]), [cart(...products)], calls);
    expect(stopped).toBe("none");
    expect(verdicts).toMatchObject([
      { outcome, products: ids.map((retailerProductId) => ({ retailerProductId })) },
    ]);
  });

  test("queries each product with backups once, and backups only of unavailable products", async () => {
    const asked: Asked[] = [];
    const requests = [
      cart(line("2000000001", ["1000000001", "1000000002"]), line("1000000002", ["3000000001"])),
      cart(line("2000000001", ["3000000002"]), line("3000000005")),
    ];
    await lookUpProducts(catalogOf(asked), requests, calls, decidingIds);
    expect(asked.map(({ ids }) => ids)).toEqual([
      ["2000000001", "1000000002"],
      ["1000000001", "3000000002"],
    ]);
  });

  test("decides only links with complete responses", async () => {
    const requests = [
      cart(line("1000000001", ["3000000001"])),
      cart(line("2000000001", ["1000000002", "3000000003", "3000000004"])),
      cart(line("4000000001", ["3000000001"])),
    ];
    const { verdicts, stopped } = await lookUpProducts(catalogOf([], { limit: 2 }), requests, calls);
    expect(stopped).toBe("spent");
    // The backups of the second were never asked for, and its primary is out: nothing can be said.
    expect(verdicts.map((verdict) => verdict?.outcome ?? null)).toEqual(["available", null, null]);
  });

  test("decides by an available backup even if later backups got no response", async () => {
    const { verdicts } = await lookUpProducts(
      catalogOf([], { limit: 1 }),
      [cart(line("2000000001", ["1000000001", "3000000003"]))],
      calls,
    );
    expect(verdicts).toMatchObject([{ outcome: "replaced" }]);
    const { verdicts: open } = await lookUpProducts(
      catalogOf([], { limit: 1 }),
      [cart(line("2000000001", ["2000000002", "1000000001"]))],
      calls,
    );
    expect(open).toEqual([null]);
  });

  test("never uses a backup before the earlier backups are known", async () => {
    // One call fetches one of the backups only: what the second link prefers is not known.
    const links = [
      cart(line("2000000001", ["1000000001"])),
      cart(line("2000000001", ["3000000006", "1000000001"])),
    ];
    const answered = await lookUpProducts(catalogOf([], { limit: 1 }), links, calls);
    expect(answered.verdicts.map((verdict) => verdict?.outcome ?? null)).toEqual(["replaced", null]);
    // Once it is known to be no choice, the next one is.
    const known = await lookUpProducts(catalogOf([]), links, calls);
    expect(known.verdicts.map((verdict) => verdict?.outcome)).toEqual(["replaced", "replaced"]);
  });

  test("leaves a link undecided while any of its lines is undecided", async () => {
    const link = cart(line("2000000001", ["1000000001", "1000000002"]), line("2000000002", ["3000000006"]));
    const { verdicts, stopped } = await lookUpProducts(catalogOf([], { limit: 2 }), [link], calls);
    expect([verdicts, stopped]).toEqual([[null], "spent"]);
  });

  test("queries no further location once the calls are used up", async () => {
    const asked: Asked[] = [];
    const at = (storeId: string) =>
      askable({
        retailer: "grocer_a",
        intent: "product_detail",
        products: [line("1000000001", ["3000000001"])],
        location: { storeId },
      });
    const catalog = catalogOf(asked, { byLocation: true, limit: 0 });
    const { verdicts, stopped } = await lookUpProducts(catalog, [at("1"), at("2")], calls);
    expect([verdicts, stopped, asked.length]).toEqual([[null, null], "spent", 1]);
  });

  test("decides a link independently of links that share its calls", async () => {
    // The second line has no backups, so nobody asks for it unless another link does.
    const link = cart(line("1000000001", ["3000000001"]), line("2000000001"));
    const alone = await lookUpProducts(catalogOf([]), [link], calls, decidingIds);
    const both = [link, cart(line("2000000001", ["1000000002"]))];
    const shared = await lookUpProducts(catalogOf([]), both, calls, decidingIds);
    expect([alone, shared].map(({ verdicts }) => verdicts[0]?.outcome)).toEqual(["available", "available"]);
  });

  test("queries each shop if availability is per shop", async () => {
    const asked: Asked[] = [];
    const at = (location: object) =>
      askable({
        retailer: "grocer_a",
        intent: "product_detail",
        products: [line("1000000001", ["3000000001"])],
        location,
      });
    const places = [
      { zipCode: "45202" },
      { storeId: "01400943" },
      { storeId: "01400943", zipCode: "45202" },
      { storeId: "01400944", zipCode: "45202" },
      { storeId: "01400944", zipCode: "45203" },
    ];
    const requests = [...places, { zipCode: "45202" }].map(at);
    const { verdicts } = await lookUpProducts(catalogOf(asked, { byLocation: true }), requests, calls);
    expect(asked).toEqual(places.map((location) => ({ ids: ["1000000001"], location })));
    expect(verdicts).toHaveLength(6);
  });
});

describe("isDecidedByLookUp", () => {
  const product = (fields: object) =>
    definition({ products: [line("1000000001", ["1000000002"])], ...fields });
  test.each([
    ["backups", true, { retailer: "marketplace", intent: "product_detail" }],
    [
      "no backups",
      false,
      { retailer: "marketplace", intent: "product_detail", products: [line("1000000001")] },
    ],
    ["a shop", true, { retailer: "grocer_a", intent: "product_detail", location: { zipCode: "45202" } }],
    ["no shop", false, { retailer: "grocer_a", intent: "product_detail" }],
    [
      "a cart that offers can't change",
      false,
      { retailer: "bigbox_w", intent: "add_to_cart", products: [line("1000000001")] },
    ],
    [
      "a cart that offers change",
      true,
      {
        retailer: "bigbox_w",
        intent: "add_to_cart",
        products: [line("1000000001")],
        options: { bigbox_w: { cartMode: "offers" } },
      },
    ],
    [
      "a product page, whatever the cart options",
      false,
      {
        retailer: "bigbox_w",
        intent: "product_detail",
        products: [line("1000000001")],
        options: { bigbox_w: { cartMode: "offers" } },
      },
    ],
  ])("%s: %s", (_, expected, fields) => {
    expect(isDecidedByLookUp(product(fields))).toBe(expected);
  });

  test("where nothing can replace a product, a look-up tells that it is gone, unless its id can't be one", async () => {
    const alone = product({
      retailer: "marketplace",
      intent: "product_detail",
      products: [line("2000000001")],
    });
    expect([isDecidedByLookUp(alone), isWorthLookingUp(alone)]).toEqual([false, true]);
    const { verdicts } = await lookUpProducts(catalogOf([]), [alone as SupportedDefinition], calls);
    expect(verdicts).toMatchObject([{ outcome: "unavailable" }]);
    const impossible = { retailer: "marketplace", intent: "product_detail", products: [line("no id")] };
    expect(isWorthLookingUp(product(impossible))).toBe(false);
  });

  test("an id that can't be one is not asked for, and its backup is the product", async () => {
    const asked: Asked[] = [];
    const link = cart(line("no id", ["2000000001", "?", "1000000001"]));
    const { verdicts } = await lookUpProducts(catalogOf(asked), [link], calls);
    expect(asked.map(({ ids }) => ids)).toEqual([["2000000001"], ["1000000001"]]);
    expect(verdicts).toMatchObject([
      { outcome: "replaced", products: [{ retailerProductId: "1000000001" }] },
    ]);
  });
});

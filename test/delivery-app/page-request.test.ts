import { describe, expect, test } from "vitest";
import { type PageRequest, pageRequest, wantsPage } from "../../src/features/delivery-app/page-request.ts";
import { definition } from "../retailers/definitions.ts";

/** The request for the page of a link of these fields. */
function requested(intent: "shopping_list" | "recipe", content: object): PageRequest {
  const key = intent === "recipe" ? "recipe" : "shoppingList";
  const defined = definition({
    retailer: "delivery_app",
    intent,
    options: { delivery_app: { [key]: content } },
  });
  if (!wantsPage(defined)) throw new TypeError("no list or recipe");
  return pageRequest("lnk_1", defined);
}

const list = (lineItems: object[], more: object = {}) => {
  const request = requested("shopping_list", { title: "T", lineItems, ...more });
  if (request.kind !== "list") throw new TypeError("not a list");
  return request.body;
};
const recipe = (ingredients: object[], more: object = {}) => {
  const request = requested("recipe", { title: "T", ingredients, ...more });
  if (request.kind !== "recipe") throw new TypeError("not a recipe");
  return request.body;
};

describe("the request for a list", () => {
  test("contains exactly the documented fields", () => {
    const item = {
      name: "Flour",
      quantity: 2,
      unit: "cup",
      upcs: ["012345678905"],
      catalogProductId: "c1",
      backupProductIds: ["b1"],
      backupUpcs: ["036000291452"],
      displayText: "2 cups of flour",
      filters: { brandFilters: ["Acme", "", "Acme"], healthFilters: ["organic", "gluten free", "tasty"] },
    };
    const more = { imageUrl: "https://example.com/a.png", instructions: "Mix.\nBake." };
    expect(list([item], more)).toEqual({
      title: "T",
      link_type: "shopping_list",
      image_url: "https://example.com/a.png",
      instructions: ["Mix.\nBake."],
      line_items: [
        {
          name: "Flour",
          display_text: "2 cups of flour",
          upcs: ["012345678905", "036000291452"],
          filters: { brand_filters: ["Acme"], health_filters: ["ORGANIC", "GLUTEN_FREE"] },
          line_item_measurements: [{ quantity: 2, unit: "cup" }],
        },
      ],
    });
  });

  test.each([
    ["the defaults", {}, [{ quantity: 1, unit: "each" }]],
    ["an unknown unit", { quantity: 3, unit: "glug" }, [{ quantity: 3, unit: "glug" }]],
    ["no quantity wanted", { quantity: 0, unit: "cup" }, undefined],
    [
      "explicit measurements, which win",
      {
        quantity: 5,
        unit: "cup",
        measurements: [
          { quantity: 250, unit: "g" },
          { quantity: 0, unit: "oz" },
        ],
      },
      [{ quantity: 250, unit: "g" }],
    ],
    [
      "an explicit measurement without a unit",
      { measurements: [{ quantity: 2, unit: "" }] },
      [{ quantity: 2, unit: "each" }],
    ],
    ["no explicit measurement", { quantity: 2, measurements: [] }, [{ quantity: 2, unit: "each" }]],
  ])("uses the measurement %s", (_, fields, expected) => {
    expect(list([{ name: "x", ...fields }]).line_items[0]?.line_item_measurements).toEqual(expected);
  });

  test.each(["gluten free", "Gluten-Free", "GLUTEN_FREE", "gluten - free"])(
    "supports the filter %s",
    (word) => {
      const body = list([{ name: "x", filters: { healthFilters: [word] } }]);
      expect(body.line_items[0]?.filters).toEqual({ health_filters: ["GLUTEN_FREE"] });
    },
  );

  test("omits empty filters and instructions", () => {
    const body = list([{ name: "x", filters: { brandFilters: [""], healthFilters: ["TASTY"] } }], {
      instructions: "",
    });
    expect(body).not.toHaveProperty("instructions");
    expect(body.line_items[0]).not.toHaveProperty("filters");
  });
});

describe("UPCs", () => {
  test("are 12 to 14 digits", () => {
    const upcs = [
      "12345678901",
      "123456789012",
      "1234567890123",
      "12345678901234",
      "123456789012345",
      "12345678901x",
    ];
    expect(list([{ name: "x", upcs }]).line_items[0]?.upcs).toEqual([
      "123456789012",
      "1234567890123",
      "12345678901234",
    ]);
  });

  test("are sent once, even if written with different leading zeros", () => {
    const items = [
      { name: "x", upcs: ["012345678905", "0012345678905", "012345678905"] },
      { name: "y", upcs: ["00012345678905"] },
    ];
    expect(list(items).line_items.map(({ upcs }) => upcs)).toEqual([["012345678905"], undefined]);
  });

  test("go to the item whose primary they are, before any item's backups", () => {
    const items = [
      { name: "x", upcs: ["111111111111"], backupUpcs: ["222222222222", "333333333333"] },
      { name: "y", upcs: ["222222222222"], backupUpcs: ["333333333333"] },
    ];
    expect(list(items).line_items.map(({ upcs }) => upcs)).toEqual([
      ["111111111111", "333333333333"],
      ["222222222222"],
    ]);
  });

  test("are unique across 200 items with 25 backups each", () => {
    const upc = (number: number) => String(100_000_000_000 + (number % 3_000));
    const items = Array.from({ length: 200 }, (_, item) => ({
      name: `item ${item}`,
      upcs: [upc(item)],
      backupUpcs: Array.from({ length: 25 }, (_, backup) => upc(item * 25 + backup)),
    }));
    const sent = list(items).line_items;
    expect(sent.map(({ upcs }) => upcs?.[0])).toEqual(items.map(({ upcs }) => upcs[0]));
    const all = sent.flatMap(({ upcs }) => upcs ?? []);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(3_000);
  });
});

describe("the request for a recipe", () => {
  test("contains exactly the documented fields", () => {
    const more = {
      imageUrl: "https://example.com/a.png",
      author: "Ada",
      servings: 4,
      cookingTimeMinutes: 30,
      instructions: ["Mix.", "", "Bake."],
      expiresInDays: 90,
      landingPageConfiguration: { partnerLinkbackUrl: "https://example.com/r", enablePantryItems: true },
    };
    expect(recipe([{ name: "Flour", quantity: 2, unit: "cup", catalogProductId: "c1" }], more)).toEqual({
      title: "T",
      image_url: "https://example.com/a.png",
      author: "Ada",
      servings: 4,
      cooking_time: 30,
      instructions: ["Mix.", "Bake."],
      external_reference_id: "lnk_1",
      expires_in: 90,
      landing_page_configuration: {
        partner_linkback_url: "https://example.com/r",
        enable_pantry_items: true,
      },
      ingredients: [{ name: "Flour", measurements: [{ quantity: 2, unit: "cup" }] }],
    });
  });

  test("expires after 30 days by default, and omits empty fields", () => {
    expect(
      recipe([{ name: "x", quantity: 0 }], {
        author: "",
        cookingTimeMinutes: 0,
        instructions: [""],
        landingPageConfiguration: {},
      }),
    ).toEqual({
      title: "T",
      external_reference_id: "lnk_1",
      expires_in: 30,
      ingredients: [{ name: "x" }],
    });
  });
});

test("no other link requests a page", () => {
  const custom = { retailer: "custom", intent: "custom_url", customUrl: "https://example.com" };
  expect(wantsPage(definition(custom))).toBe(false);
});

import { describe, expect, test } from "vitest";
import type { ImportLabels } from "../../src/extras/imports/columns.ts";
import { guessPurpose } from "../../src/extras/imports/guess-columns.ts";
import { getImport } from "../../src/extras/imports/manage-imports.ts";
import { getTable, nameColumns } from "../../src/extras/imports/name-columns.ts";
import { bodyOf } from "../../src/extras/imports/read-cells.ts";
import { importLabels } from "../../src/surfaces/dashboard/imports/column-labels.ts";
import { useService } from "../use-service.ts";
import { importing, owner } from "./importing.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { used, added, rowsOf } = await importing(service.env);
const labels: ImportLabels = importLabels([]);

/** What the mapping page of a table proposes; null for a file that needs none. */
async function proposed(id: string) {
  const { found } = await getImport(owner, { importId: id }, used);
  if (found.kind !== "table") return null;
  const { guesses, purpose } = await getTable(owner, { found, labels, limit: 3 }, used);
  return { guesses, purpose };
}

/** The links that a table makes if somebody only presses the buttons, in short, with the problems of its rows. */
async function linksOf(table: string, retailer = "") {
  const { id } = await added(table);
  const proposal = await proposed(id);
  if (proposal) {
    const { guesses, purpose } = proposal;
    const forAll = { retailer, intent: purpose };
    await nameColumns(owner, { importId: id, columns: guesses, projectId: "main", forAll, labels }, used);
  }
  const { rows } = await rowsOf(id, ["good", "doubtful", "bad"]);
  return rows.map(({ cells, problems, state }) => {
    if (state === "bad") return problems.map(({ field, message }) => `${field} ${message}`).join("; ");
    const { body } = bodyOf(cells, "");
    const products = (body.products ?? []) as { retailerProductId: string; quantity: number }[];
    const items = products.map(({ retailerProductId, quantity }) => `${retailerProductId}*${quantity}`);
    return [body.retailer, body.intent, ...items, body.customUrl].filter(Boolean).join(" ");
  });
}

const WALMART = "https://www.walmart.com/ip/Pancake-Mix/10450114";

test.each([
  [
    "the review's table",
    'Name,Shop,Product,Quantity,Campaign,Tags\nPancakes,Walmart,10450114,2,Spring,"spring, print"',
    ["bigbox_w add_to_cart 10450114*2"],
  ],
  [
    "German headings",
    "Bezeichnung;Händler;Artikelnummer;Menge;Kampagne;Schlagwörter\nPfannkuchen;walmart.com;10450114;2 Stück;Frühling;a, b",
    ["bigbox_w add_to_cart 10450114*2"],
  ],
  [
    "shops by name, host and URL, in any case",
    "Name,Retailer,Item,Qty\nA,Walmart,10450114,2 x\nB,WALMART.COM,44391605,x3\nC,https://www.target.com/,A-13474244,1\nD,www.kroger.com,0001111041700,4\nE,Amazon.de,B07XYZ1234,2",
    [
      "bigbox_w add_to_cart 10450114*2",
      "bigbox_w add_to_cart 44391605*3",
      "bigbox_t product_detail 13474244*1",
      "grocer_a product_detail 0001111041700*4",
      "marketplace add_to_cart B07XYZ1234*2",
    ],
  ],
  [
    "several products in a row, with a quantity for all or for each",
    "Name,Shop,Products,Quantity\nA,Walmart,10450114; 44391605,2\nB,Walmart,10450114; 44391605,2; 3\nC,Walmart,10450114 x2; 44391605,\n",
    [
      "bigbox_w add_to_cart 10450114*2 44391605*2",
      "bigbox_w add_to_cart 10450114*2 44391605*3",
      "bigbox_w add_to_cart 10450114*2 44391605*1",
    ],
  ],
  [
    "no shop, but URLs of one",
    `Name,Product URL,Color\nA,${WALMART},red\nB,https://www.target.com/p/oats/-/A-13474244,red`,
    ["bigbox_w product_detail 10450114*1", "bigbox_t product_detail 13474244*1"],
  ],
  [
    "no shop, URLs of one as “Link”, with quantities",
    `Name,Link,Anzahl\nA,${WALMART},3\nB,https://www.kroger.com/p/milk/0001111041700,2`,
    ["bigbox_w add_to_cart 10450114*3", "grocer_a product_detail 0001111041700*2"],
  ],
  [
    "pages of a brand beside products",
    `Name,Link,Color\nA,${WALMART},red\nB,https://brand.example/soup,red\nC,${WALMART}?wmlspartner=me,red`,
    [
      "bigbox_w product_detail 10450114*1",
      "custom custom_url https://brand.example/soup",
      `custom custom_url ${WALMART}?wmlspartner=me`,
    ],
  ],
  [
    "only columns that are known, without a purpose",
    "Name,Shop,Product,Quantity,Tags\nA,Walmart,10450114,2,x",
    ["bigbox_w add_to_cart 10450114*2"],
  ],
  [
    "a shop with one purpose, and no question",
    "Name,Shop,Product\nA,Kroger,0001111041700\nB,Target,13474244",
    ["grocer_a product_detail 0001111041700*1", "bigbox_t product_detail 13474244*1"],
  ],
  [
    "notes and dates, which do not make it a list of another service",
    "Name,Shop,Product,Qty,Created,Notes\nA,Walmart,10450114,2,2026-01-01,for the fair",
    ["bigbox_w add_to_cart 10450114*2"],
  ],
  [
    "product names beside ids",
    "Product name,SKU,Store,Count\nPancake mix,10450114,Walmart,2",
    ["bigbox_w add_to_cart 10450114*2"],
  ],
])("an everyday table imports: %s", async (_, table, links) => {
  expect(await linksOf(table)).toEqual(links);
});

describe("a table of recipes", () => {
  const OPTIONS = {
    delivery_app: {
      recipe: {
        title: "Pancakes",
        ingredients: [
          { name: "flour", quantity: 2, unit: "cups" },
          { name: "eggs", quantity: 3 },
          { name: "maple syrup", quantity: 0.5, unit: "cup" },
          { name: "salt" },
        ],
      },
    },
  };
  test.each([
    ["Recipe,Ingredients,Photographer", 'Pancakes,"2 cups flour; 3 eggs; 1/2 cup of maple syrup; salt",Ann'],
    ["Rezept,Zutaten,Foto", 'Pancakes,"2 cups flour\n3 eggs\n0.5 cup maple syrup\nsalt",x'],
    [
      "Name,Shop,Purpose,Ingredients",
      'Pancakes,Instacart,recipe,"2 cups flour, 3 eggs, 0.5 cup maple syrup, salt"',
    ],
  ])("with the columns %s makes recipes of Instacart", async (heading, row) => {
    const { id } = await added(`${heading}\n${row}`);
    const proposal = await proposed(id);
    if (proposal) {
      const forAll = { retailer: "", intent: proposal.purpose };
      await nameColumns(
        owner,
        { importId: id, columns: proposal.guesses, projectId: "main", forAll, labels },
        used,
      );
    }
    const [only] = (await rowsOf(id, ["good", "doubtful", "bad"])).rows;
    expect([only?.state, only?.problems]).toEqual(["good", []]);
    expect(bodyOf(only?.cells ?? {}, "").body).toMatchObject({
      ...{ name: "Pancakes", retailer: "delivery_app", intent: "recipe" },
      options: OPTIONS,
    });
  });

  test("with purposes of its own gets no other purpose", () => {
    expect(guessPurpose(["name", "intent", "ingredients"], [])).toBe("");
    expect(guessPurpose(["name", "ingredients"], [])).toBe("recipe");
  });

  test("can be shopping lists, and keeps what its options say", () => {
    const cells = { name: "Taco night", retailer: "Instacart", ingredients: "8 tortillas" };
    const options = JSON.stringify({ delivery_app: { shoppingList: { title: "Tacos" }, retailerId: "7" } });
    expect(bodyOf({ ...cells, intent: "shopping_list", options }, "").body.options).toEqual({
      delivery_app: {
        shoppingList: { title: "Tacos", lineItems: [{ name: "tortillas", quantity: 8 }] },
        retailerId: "7",
      },
    });
    expect(bodyOf({ ...cells, retailer: "Walmart", intent: "add_to_cart" }, "").problems).toEqual([
      { field: "ingredients", message: "are for Instacart, as a recipe or a shopping list" },
    ]);
  });
});

describe("what a table does not say", () => {
  test("is chosen for all rows, and a row's own shop and purpose stay", async () => {
    const table =
      "Name,Product,Pieces,Color\nA,10450114,2,red\nB,https://www.target.com/p/-/A-13474244,1,red";
    expect(await linksOf(table)).toEqual([
      expect.stringContaining("retailer "),
      "bigbox_t product_detail 13474244*1",
    ]);
    expect(await linksOf(table, "bigbox_w")).toEqual([
      "bigbox_w add_to_cart 10450114*2",
      "bigbox_t product_detail 13474244*1",
    ]);
  });

  test("must be in the menus", async () => {
    const { id } = await added("Name,Color\nA,red");
    const forAll = { retailer: "costco", intent: "steal" };
    const refused = nameColumns(
      owner,
      { importId: id, columns: ["name", ""], projectId: "main", forAll, labels },
      used,
    );
    await expect(refused).rejects.toMatchObject({
      details: [
        { field: "retailer", message: "must be in the menu" },
        { field: "intent", message: "must be in the menu" },
      ],
    });
  });
});

describe("quantities", () => {
  test.each([
    ["lots", "quantity has lots: write 1 to 999, such as 2"],
    ["0", "quantity has 0: write 1 to 999, such as 2"],
    ["1000", "quantity has 1000: write 1 to 999, such as 2"],
    ["2; 3", "quantity has 2 quantities for 1 product: write one for all, or one for each"],
  ])("that can't be read are a problem of their column: %s", (quantity, problem) => {
    const { problems } = bodyOf({ retailer: "Walmart", products: "10450114", quantity }, "");
    expect(problems.map(({ field, message }) => `${field} ${message}`)).toEqual([problem]);
  });

  test("contradict a product's own quantity only if they differ", () => {
    const read = (products: string, quantity: string) =>
      bodyOf({ retailer: "Walmart", products, quantity }, "");
    expect(read("10450114 x2", "2").problems).toEqual([]);
    expect(read("10450114 x2", "3").problems).toEqual([
      { field: "quantity", message: "has 3, and the product has x2: keep one of them" },
    ]);
    expect(read("", "3")).toEqual({ body: { retailer: "bigbox_w" }, problems: [] });
  });
});

test.each([
  ["spring, print", ["spring", "print"]],
  ["spring;print", ["spring", "print"]],
  ["spring|print, web", ["spring", "print, web"]],
  ["spring\nprint", ["spring", "print"]],
  ['["spring, print"]', ["spring, print"]],
])("the tags %j are split", (tags, expected) => {
  expect(bodyOf({ tags }, "").body).toEqual({ tracking: { tags: expected } });
});

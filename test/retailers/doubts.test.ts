import { expect, test } from "vitest";
import type { SingleDestinationDefinition } from "../../src/features/retailers/definition.ts";
import { doubtsAbout } from "../../src/features/retailers/doubts.ts";
import { assignUpcs } from "../../src/features/retailers/line-items.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { linkBody } from "../bodies.ts";

/** What is doubted of a body of this pair: "code field". */
const doubts = (pair: string, changes: object = {}): string[] =>
  doubtsAbout(parseDefinition(linkBody(pair, changes)) as SingleDestinationDefinition).map(
    ({ code, field }) => `${code} ${field}`,
  );

const ROUTING = "options.delivery_app";
const product = (options: object) =>
  doubts("delivery_app product_detail", { options: { delivery_app: options } });
const list = (options: object) =>
  doubts("delivery_app shopping_list", {
    options: { delivery_app: { shoppingList: { title: "T", lineItems: [{ name: "Milk" }] }, ...options } },
  });

test.each([
  [{ retailer: "costco" }, [`store_ignored ${ROUTING}.retailer`]],
  [{ preferredRetailers: ["costco"] }, [`store_ignored ${ROUTING}.preferredRetailers`]],
  [{ routingMode: "specific" }, [`store_missing ${ROUTING}.retailer`]],
  [{ routingMode: "specific", retailer: "" }, [`store_missing ${ROUTING}.retailer`]],
  [
    { routingMode: "specific", retailerId: "costco" },
    [`store_missing ${ROUTING}.retailer`, `store_ignored ${ROUTING}.retailerId`],
  ],
  [
    { routingMode: "specific", retailer: "costco", preferredRetailers: ["aldi"] },
    [`store_ignored ${ROUTING}.preferredRetailers`],
  ],
  [{ routingMode: "preferred" }, [`store_missing ${ROUTING}.preferredRetailers`]],
  [{ routingMode: "preferred", preferredRetailers: [""] }, [`store_missing ${ROUTING}.preferredRetailers`]],
  [
    { routingMode: "preferred", retailer: "costco", preferredRetailers: ["aldi"] },
    [`store_ignored ${ROUTING}.retailer`],
  ],
  [{ routingMode: "specific", retailer: "costco" }, []],
  [{ routingMode: "preferred", preferredRetailers: ["costco"] }, []],
  [{}, []],
])("the routing %o of a product is doubted: %o", (options, expected) => {
  expect(product(options)).toEqual(expected);
});

test.each([
  [{ routingMode: "specific", retailerId: "costco" }, []],
  [{ routingMode: "preferred", preferredRetailers: ["costco"] }, []],
  [
    { routingMode: "specific", retailer: "costco" },
    [`store_missing ${ROUTING}.retailerId`, `store_ignored ${ROUTING}.retailer`],
  ],
  [{ retailerId: "costco" }, [`store_ignored ${ROUTING}.retailerId`]],
])("the routing %o of a list is doubted: %o", (options, expected) => {
  expect(list(options)).toEqual(expected);
});

test.each([
  ["bigbox_w add_to_cart", "036000291452", true],
  ["bigbox_w product_detail", "0036000291452", true],
  ["bigbox_t add_to_cart", "00036000291452", true],
  ["delivery_app product_detail", "036000291452", true],
  ["grocer_a product_detail", "036000291452", true],
  ["grocer_a product_detail", "0036000291452", true],
  // A wrong check digit, an item id, and an EAN that does not begin with a zero.
  ["bigbox_w add_to_cart", "036000291453", false],
  ["bigbox_w add_to_cart", "10450114", false],
  ["bigbox_t add_to_cart", "4006381333931", false],
  ["grocer_a product_detail", "0001111041700", false],
])("%s %s looks like a barcode: %s", (pair, id, expected) => {
  const found = doubts(pair, { products: [{ retailerProductId: id }] });
  expect(found.includes("looks_like_barcode products[0].retailerProductId")).toBe(expected);
});

test("the grocer's right id is offered for the number on a package", () => {
  const body = linkBody("grocer_a product_detail", { products: [{ retailerProductId: "036000291452" }] });
  const [doubt] = doubtsAbout(parseDefinition(body) as SingleDestinationDefinition);
  expect(doubt?.hint).toBe("The retailer's id of that product is 0003600029145.");
});

test.each([
  ["bigbox_w product_detail", { options: { bigbox_w: {} } }, "options.bigbox_w"],
  ["bigbox_w product_detail", { customUrl: "https://a.example/" }, "customUrl"],
  ["bigbox_w product_detail", { location: { storeId: "1" } }, "location.storeId"],
  ["bigbox_t product_detail", { location: { zipCode: "10001" } }, "location.zipCode"],
  ["marketplace product_detail", { location: { zipCode: "10001" } }, "location.zipCode"],
  ["custom custom_url", { fallbackUrl: "https://a.example/" }, "fallbackUrl"],
  ["custom custom_url", { options: { delivery_app: {} } }, "options.delivery_app"],
  ["grocer_a product_detail", { options: { bigbox_t: {} } }, "options.bigbox_t"],
  ["delivery_app product_detail", { location: { zipCode: "10001" } }, "location.zipCode"],
  ["delivery_app recipe", { products: [{ retailerProductId: "1" }] }, "products"],
])("%s never uses %o", (pair, changes, field) => {
  expect(doubts(pair, changes)).toEqual([`option_ignored ${field}`]);
});

test.each([
  ["bigbox_w add_to_cart", { location: { zipCode: "10001", storeId: "1" } }],
  ["bigbox_w product_detail", { location: { zipCode: "10001" } }],
  ["grocer_a product_detail", { location: { zipCode: "10001", storeId: "1" } }],
  ["bigbox_t add_to_cart", { options: { bigbox_t: { allowPdp: false } } }],
  ["bigbox_w add_to_cart", { products: [{ retailerProductId: "1", quantity: 2 }] }],
  [
    "delivery_app product_detail",
    {
      location: { zipCode: "10001" },
      options: { delivery_app: { routingMode: "preferred", preferredRetailers: ["aldi", "costco"] } },
    },
  ],
])("%s uses %o", (pair, changes) => {
  expect(doubts(pair, changes)).toEqual([]);
});

test.each([
  [{ includeStoreId: "always" }, {}, ["store_missing location.storeId"]],
  [{ includeStoreId: "never" }, { storeId: "1" }, ["store_ignored location.storeId"]],
  [{}, { storeId: "Main Street" }, ["store_ignored location.storeId"]],
  [{ includeStoreId: "always" }, { storeId: "Main Street" }, []],
])("a cart with %o at %o", (bigbox_w, location, expected) => {
  expect(doubts("bigbox_w add_to_cart", { options: { bigbox_w }, location })).toEqual(expected);
});

const items = (...lineItems: object[]) =>
  doubts("delivery_app shopping_list", {
    options: { delivery_app: { shoppingList: { title: "T", lineItems } } },
  }).map((text) => text.replace("options.delivery_app.shoppingList.lineItems", ""));

test("what the delivery app does not get or know of an item is named", () => {
  const MILK = { name: "Milk" };
  expect(items({ ...MILK, upcs: ["0-36000-29145-2", "36000291452", " ", "12345"] })).toEqual([
    "upc_not_sent [0].upcs[3]",
  ]);
  expect(items({ ...MILK, upcs: ["036000291452"] }, { ...MILK, backupUpcs: ["0036000291452"] })).toEqual([
    "upc_not_sent [1].backupUpcs[0]",
  ]);
  expect(items({ ...MILK, filters: { healthFilters: ["gluten free", "Paleo", ""] } })).toEqual([
    "filter_not_sent [0].filters.healthFilters[1]",
  ]);
  expect(items({ ...MILK, unit: "tbsp" }, { ...MILK, unit: " Cups " }, { ...MILK, unit: "" })).toEqual([
    "unit_unknown [0].unit",
  ]);
  const measurements = [
    { quantity: 1, unit: "cup" },
    { quantity: 2, unit: "handful" },
  ];
  expect(items({ ...MILK, quantity: 2, unit: "clove", measurements })).toEqual([
    "unit_unknown [0].measurements[1].unit",
    "amount_not_sent [0].quantity",
    "amount_not_sent [0].unit",
  ]);
  expect(items({ ...MILK, measurements: [{ quantity: 1, unit: "cup" }] })).toEqual([]);
});

test("UPCs are sent without separators, and with the zeros that a spreadsheet lost", () => {
  const sent = (...upcs: string[]) => assignUpcs([{ name: "Milk", quantity: 1, upcs }])[0];
  expect(sent("0 36000 29145 2")).toEqual(["036000291452"]);
  expect(sent("4006381-333931")).toEqual(["4006381333931"]);
  expect(sent("36000291452")).toEqual(["036000291452"]);
  // Two zeros.
  expect(sent("1111041708")).toEqual(["001111041708"]);
  // No check digit fits, too short, letters.
  expect(sent("36000291453", "96385074", "36000A91452")).toEqual([]);
});

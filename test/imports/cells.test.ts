import { expect, test } from "vitest";
import { bodyOf } from "../../src/extras/imports/read-cells.ts";

test("the cells of a row become the body of a create", () => {
  const cells = {
    name: "Soups",
    retailer: "Walmart",
    products: "1*2>3>4 | 5 | 6*0 | 7>8",
    tags: "summer | | print",
    utm_source: "box",
    utm_medium: "qr",
    zipCode: "",
    qrCode_identifier: "front",
    options: '{"bigbox_w":{"allowPdp":false}}',
    activeFrom: "2026-12-01T00:00:00Z",
  };
  expect(bodyOf(cells, "main")).toEqual({
    body: {
      projectId: "main",
      name: "Soups",
      retailer: "bigbox_w",
      products: [
        { retailerProductId: "1", quantity: 2, backupProductIds: ["3", "4"] },
        { retailerProductId: "5", quantity: 1 },
        { retailerProductId: "6", quantity: 0 },
        { retailerProductId: "7", quantity: 1, backupProductIds: ["8"] },
      ],
      tracking: { tags: ["summer", "print"], utm: { source: "box", medium: "qr" } },
      defaultQrCode: { identifier: "front" },
      options: { bigbox_w: { allowPdp: false } },
      schedule: { activeFrom: "2026-12-01T00:00:00Z" },
    },
    problems: [],
  });
});

const QUANTITIES = ["10450114*2", "44391605*3"];
test.each([
  ["bigbox_w", "10450114 x2, 44391605 × 3; 321", [...QUANTITIES, "321*1"]],
  ["Walmart", "10450114*2\n44391605 X 3\n321", [...QUANTITIES, "321*1"]],
  ["bigbox_w", "2x10450114 | 3 x 44391605", QUANTITIES],
  ["bigbox_w", "10450114 qty 2 | 44391605 (3)", QUANTITIES],
  ["bigbox_w", "10450114;2", ["10450114*2"]],
  ["bigbox_w", "https://www.walmart.com/ip/Milk/10450114 x2, walmart.com/ip/44391605 ×3", QUANTITIES],
  ["bigbox_w", "[Milk](https://www.walmart.com/ip/10450114)", ["10450114*1"]],
  ["target", "A-13474244", ["13474244*1"]],
  ["target", "https://www.target.com/p/oats/-/A-13474244, 2xA-13474245", ["13474244*1", "13474245*2"]],
])("products of %s may be written as in the form: %j", (retailer, products, expected) => {
  const { body, problems } = bodyOf({ retailer, products }, "");
  const read = body.products as { retailerProductId: string; quantity: number }[] | undefined;
  expect([problems, read?.map((each) => `${each.retailerProductId}*${each.quantity}`)]).toEqual([
    [],
    expected,
  ]);
});

test.each([
  ["https://www.target.com/p/-/A-13474244", "has a product of Target"],
  ["A-13474244", "has a product of Target"],
  ["10450114, https://brand.example/", "has a product of Web page"],
  ["10450114, 44391605, 2", "has 2, which could be a quantity or a product: write 10450114 x2 or 2 x1"],
  ["10450114 x2,5", "has 5, which could be a quantity or a product: write 10450114 x5 or 5 x1"],
  ["2 10450114", "has 2, which could be a quantity or a product: write 10450114 x2 or 2 x1"],
])("the products %j of Walmart are asked about", (products, message) => {
  expect(bodyOf({ retailer: "Walmart", products }, "").problems).toEqual([{ field: "products", message }]);
});

test("a row's own project overrides the file's project", () => {
  expect(bodyOf({ projectId: "other" }, "main").body).toEqual({ projectId: "other" });
  expect(bodyOf({}, "main").body).toEqual({ projectId: "main" });
  expect(bodyOf({}, "").body).toEqual({});
});

test("lists and products may be JSON, and invalid numbers are left to validation", () => {
  const cells = { products: '[{"retailerProductId":"1"}]', tags: '["a | b"]', retailer: "nowhere" };
  expect(bodyOf(cells, "").body).toEqual({
    products: [{ retailerProductId: "1" }],
    tracking: { tags: ["a | b"] },
    retailer: "nowhere",
  });
});

test.each(["SKU1E+5", "1E+5X"])("the product id %s was not rounded by a spreadsheet", (id) => {
  expect(bodyOf({ products: `${id}>${id}` }, "")).toEqual({
    body: { products: [{ retailerProductId: id, quantity: 1, backupProductIds: [id] }] },
    problems: [],
  });
});

const NOTATION = "must be product ids, such as 10450114 x2, 44391605";
const ROUNDED = "has a product id that a spreadsheet rounded; format the column as text";
test.each([
  ["products", "1*2*3", NOTATION],
  ["products", "1>", NOTATION],
  ["products", "*2", NOTATION],
  ["products", "1.23E+12", ROUNDED],
  ["products", "1>1,5e+10", ROUNDED],
  ["products", "[1", "must be JSON"],
  ["tags", "[1", "must be JSON"],
  ["options", "none", "must be JSON"],
])("the cell %s %j can't be read", (field, cell, message) => {
  expect(bodyOf({ [field]: cell, name: "Soups" }, "")).toEqual({
    body: { name: "Soups" },
    problems: [{ field, message }],
  });
});

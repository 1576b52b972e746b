import { expect, test } from "vitest";
import { bodyOf } from "../../src/extras/imports/read-cells.ts";

test("the cells of a row become the body of a create", () => {
  const cells = {
    name: "Soups",
    retailer: "Walmart",
    products: "1*2>3>4 | 5 | 6*1.5 | 7>8",
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
        { retailerProductId: "5" },
        { retailerProductId: "6", quantity: 1.5 },
        { retailerProductId: "7", backupProductIds: ["8"] },
      ],
      tracking: { tags: ["summer", "print"], utm: { source: "box", medium: "qr" } },
      defaultQrCode: { identifier: "front" },
      options: { bigbox_w: { allowPdp: false } },
      schedule: { activeFrom: "2026-12-01T00:00:00Z" },
    },
    problems: [],
  });
});

test.each([
  ["10450114 x2, 44391605 × 3; 321", [2, 3, undefined]],
  ["10450114*2\n44391605 X 3\n321", [2, 3, undefined]],
])("products may be written as in the form: %j", (products, quantities) => {
  const ids = ["10450114", "44391605", "321"];
  expect(bodyOf({ products }, "")).toEqual({
    body: {
      products: ids.map((retailerProductId, index) => ({
        retailerProductId,
        ...(quantities[index] !== undefined && { quantity: quantities[index] }),
      })),
    },
    problems: [],
  });
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
  for (const quantity of ["x", "-1", "1x", "1."])
    expect(bodyOf({ products: `1*${quantity}` }, "").body).toEqual({
      products: [{ retailerProductId: "1", quantity }],
    });
});

test.each(["SKU1E+5", "1E+5X"])("the product id %s was not rounded by a spreadsheet", (id) => {
  expect(bodyOf({ products: `${id}>${id}` }, "")).toEqual({
    body: { products: [{ retailerProductId: id, backupProductIds: [id] }] },
    problems: [],
  });
});

const NOTATION = "must be product ids, such as 123 x2, 456";
const ROUNDED = "has a product id that a spreadsheet rounded; format the column as text";
test.each([
  ["products", "1 | ", NOTATION],
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

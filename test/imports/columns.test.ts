import { expect, test } from "vitest";
import { COLUMNS, columnNamed, columnOfField, placeInWords } from "../../src/extras/imports/columns.ts";

test("a file has the main columns first, then all others, each with its type", () => {
  expect(COLUMNS.map(({ name, path, kind }) => `${name}: ${path.join(".")} (${kind})`)).toEqual([
    "name: name (text)",
    "publicName: publicName (text)",
    "projectId: projectId (text)",
    "retailer: retailer (retailer)",
    "intent: intent (text)",
    "products: products (products)",
    "quantity: quantity (text)",
    "customUrl: customUrl (text)",
    "fallbackUrl: fallbackUrl (text)",
    "zipCode: location.zipCode (text)",
    "storeId: location.storeId (text)",
    "country: location.country (text)",
    "slug: slug (text)",
    "keep: addresses.keep (list)",
    "gtin: gtin (text)",
    "gtinLinks: gtinLinks (json)",
    "gtinLots: gtinLots (json)",
    "utm_source: tracking.utm.source (text)",
    "utm_medium: tracking.utm.medium (text)",
    "utm_campaign: tracking.utm.campaign (text)",
    "utm_term: tracking.utm.term (text)",
    "utm_content: tracking.utm.content (text)",
    "viaAsUtmSource: tracking.viaAsUtmSource (json)",
    "linkValue: tracking.linkValue (number)",
    "tags: tracking.tags (list)",
    "forwardQuery: forwardQuery (json)",
    "metadata: metadata (json)",
    "card_title: card.title (text)",
    "card_text: card.text (text)",
    "card_imageUrl: card.imageUrl (text)",
    "qrCode_identifier: defaultQrCode.identifier (text)",
    "qrCode_name: defaultQrCode.name (text)",
    "activeFrom: schedule.activeFrom (text)",
    "activeUntil: schedule.activeUntil (text)",
    "endedUrl: schedule.endedUrl (text)",
    "options: options (json)",
    "offers: offers (json)",
    "page: page (json)",
    "amazon_tag: affiliate.tag (text)",
    "ingredients: ingredients (text)",
  ]);
});

test("a place in a column is said in words", () => {
  const place = (field: string) => {
    const column = columnOfField(field);
    return column && placeInWords(column, field.slice(column.path.join(".").length));
  };
  expect(place("products")).toBe("");
  expect(place("products[0].quantity")).toBe("product 1: quantity");
  expect(place("products[1].backupProductIds[2]")).toBe("product 2: backup product 3");
  expect(place("offers[1].products[0].retailerProductId")).toBe("shop 2: product 1: id");
  expect(place("tracking.tags[3]")).toBe("tag 4");
});

test("headings and fields find their columns", () => {
  expect(
    ["Public name", "ZIP code", "UTM_Source", "utm.source", "Amazon tag", "Row", "Color"].map((heading) =>
      columnNamed(heading),
    ),
  ).toEqual(["publicName", "zipCode", "utm_source", "utm_source", "amazon_tag", "row", undefined]);
  const fields = [
    "products",
    "products[0].quantity",
    "options.bigbox_w",
    "tracking.utm.source",
    "affiliate",
    "affiliate.tag",
    "addresses",
    "productsX",
    "x",
  ];
  expect(fields.map((field) => columnOfField(field)?.name)).toEqual([
    "products",
    "products",
    "options",
    "utm_source",
    "amazon_tag",
    "amazon_tag",
    undefined,
    undefined,
    undefined,
  ]);
});

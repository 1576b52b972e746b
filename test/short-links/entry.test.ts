import { expect, test } from "vitest";
import { fromRedirectRow, parseEntry, type RedirectEntry } from "../../src/short-links/entry.ts";

const ENTRY: RedirectEntry = {
  linkId: "lnk_1",
  status: "inactive",
  destination: "/lists/abcd2345",
  version: 3,
  publicName: "Tacos",
  stores: { url: "https://example.com/", zipCode: "60614", stores: [{ slug: "a", postalCodes: "all" }] },
};

test("an entry is read as it was written, with or without what it need not have", () => {
  const { publicName: _, stores: __, ...least } = ENTRY;
  for (const entry of [ENTRY, least, { ...least, status: "active" }]) {
    expect(parseEntry(JSON.stringify(entry))).toEqual(entry);
  }
});

test.each<[string, unknown]>([
  ["linkId", undefined],
  ["linkId", 1],
  ["status", "gone"],
  ["status", undefined],
  ["destination", ""],
  ["destination", null],
  ["version", "3"],
  ["version", undefined],
  ["publicName", null],
  ["publicName", 7],
  ["stores", null],
  ["stores", "all"],
  ["stores", { url: "https://example.com/" }],
  ["stores", { url: 1, stores: [] }],
  ["stores", { url: "https://example.com/", stores: {} }],
])("an entry whose %s is %j is as good as none", (field, value) => {
  expect(parseEntry(JSON.stringify({ ...ENTRY, [field]: value }))).toBeNull();
});

test("text that is no entry is none", () => {
  for (const text of ["", "{", "null", "[]", '"text"', "0"]) expect(parseEntry(text)).toBeNull();
});

test("a row without a public name or shops makes an entry without them", () => {
  const { linkId: id, status, destination, version, publicName, stores } = ENTRY;
  const row = { id, status, destination, version, retailer: "custom", url_type: "custom" };
  expect(fromRedirectRow(null)).toBeNull();
  expect(
    fromRedirectRow({ ...row, public_name: publicName ?? null, routes: JSON.stringify(stores) }),
  ).toEqual(ENTRY);
  const least = fromRedirectRow({ ...row, public_name: null, routes: null });
  expect(JSON.parse(JSON.stringify(least))).toEqual({ linkId: id, status, destination, version });
});

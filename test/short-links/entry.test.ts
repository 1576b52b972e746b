import { expect, test } from "vitest";
import {
  fromRedirectRow,
  lacksTagOrigin,
  parseEntry,
  type RedirectEntry,
} from "../../src/short-links/entry.ts";

/** The columns of a link that leads on at all times. */
const ALWAYS = { active_from: null, active_until: null, ended_url: null, removed: null };

const ENTRY: RedirectEntry = {
  linkId: "lnk_1",
  status: "inactive",
  destination: "/lists/abcd2345",
  version: 3,
  tagBy: "caller",
  publicName: "Tacos",
  stores: { url: "https://example.com/", zipCode: "60614", stores: [{ slug: "a", postalCodes: "all" }] },
};

test("an entry is read as it was written, with or without what it need not have", () => {
  const { publicName: _, stores: __, tagBy: ___, ...least } = ENTRY;
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
  ["tagBy", "nobody"],
  ["tagBy", null],
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

/** The columns of whose link it is. */
const OWNED = { organization_id: "acme", project_id: "main", domain: "" };

test("a row without a public name or shops makes an entry without them", () => {
  const { linkId: id, status, destination, version, publicName, stores } = ENTRY;
  const project = { organizationId: "acme", projectId: "main" };
  const row = {
    ...ALWAYS,
    ...OWNED,
    id,
    status,
    destination,
    version,
    retailer: "custom",
    url_type: "custom",
  };
  expect(fromRedirectRow(null)).toBeNull();
  expect(
    fromRedirectRow({
      ...row,
      public_name: publicName ?? null,
      routes: JSON.stringify(stores),
      choice: null,
    }),
  ).toEqual({ ...ENTRY, project, tagBy: undefined });
  const least = fromRedirectRow({ ...row, public_name: null, routes: null, choice: null });
  expect(JSON.parse(JSON.stringify(least))).toEqual({ linkId: id, status, destination, version, project });
  const named = fromRedirectRow({
    ...row,
    domain: "go.brand.example",
    public_name: null,
    routes: null,
    choice: null,
  });
  expect(named?.domain).toBe("go.brand.example");
});

test("a row tells who put an Associates tag into its destination, and an entry without that lacks it", () => {
  const destination = "https://www.amazon.com/dp/B000000001?tag=brand-20";
  const row = {
    ...ALWAYS,
    id: "lnk_1",
    status: "active" as const,
    destination,
    version: 1,
    public_name: null,
    routes: null,
    choice: null,
    ...OWNED,
  };
  const ours = fromRedirectRow({ ...row, retailer: "marketplace", url_type: "pdp" });
  const callers = fromRedirectRow({ ...row, retailer: "custom", url_type: "custom" });
  expect([ours?.tagBy, callers?.tagBy]).toEqual(["service", "caller"]);
  const { tagBy: _, ...old } = ENTRY;
  expect([ours, callers, old].map((entry) => entry && lacksTagOrigin(entry))).toEqual([false, false, false]);
  expect(lacksTagOrigin({ ...old, destination })).toBe(true);
});

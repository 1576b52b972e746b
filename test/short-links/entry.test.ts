import { expect, test } from "vitest";
import { parseEntry, type RedirectEntry } from "../../src/features/short-links/entry.ts";
import { fromRedirectRow } from "../../src/features/short-links/stored-entry.ts";

/** The columns of a link without a schedule. */
const ALWAYS = {
  ...{ active_from: null, active_until: null, ended_url: null, removed: null, gtin: null },
  ...{ short_id: "abcd2345", fallback_url: null },
};

const ENTRY: RedirectEntry = {
  linkId: "lnk_1",
  status: "inactive",
  destination: "/lists/abcd2345",
  version: 3,
  scans: "/lists/abcd2345",
  publicName: "Tacos",
  stores: { url: "https://example.com/", zipCode: "60614", stores: [{ slug: "a", postalCodes: "all" }] },
  project: { organizationId: "acme", projectId: "main" },
};

const CHOICE = {
  offers: [
    {
      key: "a",
      destination: "https://a.example/",
      label: "A",
      retailer: "custom",
      countries: ["US"],
      soldOut: "2026-11-01T00:00:00.000Z",
      scans: "https://a.example/scan",
      stores: { url: "https://example.com/", stores: [] },
    },
    { key: "b", destination: "/lists/abcd2345", label: "B", retailer: "delivery_app" },
  ],
  page: {
    imageUrl: "https://a.example/i.png",
    text: "Choose",
    soldOut: "last",
    skipSingle: false,
    disclosure: "An ad",
    language: "de",
  },
  removed: ["c"],
};
const [OFFER] = CHOICE.offers;
const MORE = {
  choice: CHOICE,
  schedule: { from: 1, until: 2, endedUrl: "https://a.example/over" },
  removed: ["d"],
};

test("an entry is read as it was written, with or without optional properties", () => {
  const { publicName: _, stores: __, scans: ___, ...least } = ENTRY;
  const plain = { offers: [CHOICE.offers[1]], page: { soldOut: "hide", skipSingle: true } };
  const entries = [
    { ...least, status: "active" },
    { ...ENTRY, ...MORE },
    { ...least, choice: plain },
    { ...least, scans: "https://a.example/scan", schedule: { from: 1 } },
    { ...least, schedule: { until: 1 } },
  ];
  for (const entry of [ENTRY, least, ...entries]) {
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
  ["scans", ""],
  ["scans", null],
  ["publicName", null],
  ["publicName", 7],
  ["stores", null],
  ["stores", "all"],
  ["stores", { url: "https://example.com/" }],
  ["stores", { url: 1, stores: [] }],
  ["stores", { url: "https://example.com/", stores: {} }],
  ["choice", null],
  ["choice", "all"],
  ["choice", { ...CHOICE, offers: {} }],
  ["choice", { ...CHOICE, offers: [] }],
  ["choice", { ...CHOICE, offers: [OFFER, null] }],
  ["choice", { ...CHOICE, offers: [OFFER, "b"] }],
  ...["key", "destination", "label", "retailer"].flatMap((field): [string, unknown][] => [
    ["choice", { ...CHOICE, offers: [OFFER, { ...OFFER, [field]: "" }] }],
    ["choice", { ...CHOICE, offers: [OFFER, { ...OFFER, [field]: 1 }] }],
  ]),
  ["choice", { ...CHOICE, offers: [{ ...OFFER, countries: "US" }] }],
  ["choice", { ...CHOICE, offers: [{ ...OFFER, countries: ["US", 1] }] }],
  ...[1, null, { devices: "ios" }, { languages: [1] }, { from: "2026" }, { until: null }].map(
    (when): [string, unknown] => ["choice", { ...CHOICE, offers: [{ ...OFFER, when }] }],
  ),
  ["choice", { ...CHOICE, offers: [{ ...OFFER, weight: "1" }] }],
  ["choice", { ...CHOICE, page: { ...CHOICE.page, pick: "any" } }],
  ["choice", { ...CHOICE, fallback: 1 }],
  ["choice", { ...CHOICE, offers: [{ ...OFFER, soldOut: 1 }] }],
  ["choice", { ...CHOICE, offers: [{ ...OFFER, scans: 1 }] }],
  ["choice", { ...CHOICE, offers: [{ ...OFFER, stores: {} }] }],
  ["choice", { ...CHOICE, page: undefined }],
  ["choice", { ...CHOICE, page: null }],
  ["choice", { ...CHOICE, page: { ...CHOICE.page, imageUrl: 1 } }],
  ["choice", { ...CHOICE, page: { ...CHOICE.page, text: 1 } }],
  ["choice", { ...CHOICE, page: { ...CHOICE.page, disclosure: 1 } }],
  ["choice", { ...CHOICE, page: { ...CHOICE.page, soldOut: "sell" } }],
  ["choice", { ...CHOICE, page: { ...CHOICE.page, soldOut: 1 } }],
  ["choice", { ...CHOICE, page: { ...CHOICE.page, skipSingle: undefined } }],
  ["choice", { ...CHOICE, page: { ...CHOICE.page, language: "tlh" } }],
  ["choice", { ...CHOICE, removed: "c" }],
  ["schedule", null],
  ["schedule", 1],
  ["schedule", {}],
  ["schedule", { endedUrl: "https://a.example/over" }],
  ["schedule", { from: "1" }],
  ["schedule", { from: 1, until: null }],
  ["schedule", { from: 1, endedUrl: "" }],
  ["schedule", { from: 1, endedUrl: 1 }],
  ["removed", "d"],
  ["removed", [1]],
  ["project", undefined],
  ["project", null],
  ["project", "main"],
  ["project", { organizationId: "acme" }],
  ["project", { projectId: "main" }],
])("an entry with %s %j counts as missing", (field, value) => {
  expect(parseEntry(JSON.stringify({ ...ENTRY, ...MORE, [field]: value }))).toBeNull();
});

test("text of another form counts as missing", () => {
  for (const text of ["", "{", "null", "[]", '"text"', "0"]) expect(parseEntry(text)).toBeNull();
});

/** The columns of the link's project. */
const OWNED = { organization_id: "acme", project_id: "main" };

test("a row without a public name or shops gives an entry without them", () => {
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
  ).toEqual({ ...ENTRY, project, scans: undefined });
  const least = fromRedirectRow({ ...row, public_name: null, routes: null, choice: null });
  expect(JSON.parse(JSON.stringify(least))).toEqual({ linkId: id, status, destination, version, project });
});

test("a row of a choice link gives an entry with its offers and its page", () => {
  const row = { ...ALWAYS, ...OWNED, id: "lnk_1", status: "active" as const, version: 1, routes: null };
  const rest = { destination: "/abcd2345", retailer: "choice", url_type: "choice_page", public_name: null };
  const offer = { key: "a", destination: "https://a.example/", label: "A", retailer: "custom" };
  const page = { soldOut: "hide", skipSingle: true };
  const stored = { ...offer, place: 0, urlType: "custom", countries: null, soldOut: null, stores: null };
  const choice = JSON.stringify({ page, offers: [stored] });
  expect(fromRedirectRow({ ...row, ...rest, choice })?.choice).toEqual({ offers: [offer], page });
});

test("a row has a schedule only with a time to compare", () => {
  const row = {
    ...ALWAYS,
    ...OWNED,
    id: "lnk_1",
    status: "active" as const,
    destination: "/lists/a",
    version: 1,
  };
  const rest = { retailer: "custom", url_type: "custom", public_name: null, routes: null, choice: null };
  const scheduleOf = (times: object) => fromRedirectRow({ ...row, ...rest, ...times })?.schedule;
  const ended_url = "https://a.example/over";
  expect(scheduleOf({ ended_url })).toBeUndefined();
  expect(scheduleOf({ active_from: "1970-01-01T00:00:01.000Z" })).toStrictEqual({ from: 1_000 });
  expect(scheduleOf({ active_until: "1970-01-01T00:00:01.000Z", ended_url })).toStrictEqual({
    until: 1_000,
    endedUrl: ended_url,
  });
  expect(fromRedirectRow({ ...row, ...rest, removed: '["a"]' })?.removed).toEqual(["a"]);
});

test("a row shows where scans redirect without the service's Associates tag", () => {
  const product = "https://www.amazon.com/dp/B000000001";
  const row = {
    ...ALWAYS,
    id: "lnk_1",
    status: "active" as const,
    version: 1,
    public_name: null,
    routes: null,
    choice: null,
    ...OWNED,
  };
  const scansOf = (
    retailer: string,
    url_type: string,
    destination: string,
    fallback_url: string | null = null,
  ) => fromRedirectRow({ ...row, retailer, url_type, destination, fallback_url })?.scans;
  expect(scansOf("marketplace", "pdp", `${product}?tag=brand-20`)).toBe(product);
  expect(scansOf("custom", "custom", `${product}?tag=brand-20`)).toBeUndefined();
  const cart =
    "https://www.amazon.com/associates/addtocart?AssociateTag=a&ASIN.1=B000000001&Quantity.1=1&ASIN.2=B000000002&Quantity.2=1";
  expect(scansOf("marketplace", "cart", cart)).toBe("/lists/abcd2345");
  expect(scansOf("marketplace", "cart", cart, "https://a.example/b")).toBe("https://a.example/b");
});

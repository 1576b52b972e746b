import { expect, test } from "vitest";
import { parseEntry, type RedirectEntry } from "../../src/features/short-links/entry.ts";

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

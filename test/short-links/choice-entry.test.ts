import { describe, expect, test } from "vitest";
import { parseEntry } from "../../src/features/short-links/entry.ts";

const offer = {
  key: "amazon",
  destination: "https://www.amazon.com/dp/B0",
  label: "Amazon",
  retailer: "marketplace",
};
const page = { soldOut: "hide", skipSingle: true };
const entry = (choice: unknown) => ({
  linkId: "lnk_1",
  status: "active",
  destination: offer.destination,
  version: 1,
  project: { organizationId: "acme", projectId: "main" },
  choice,
});
const parsed = (choice: unknown) => parseEntry(JSON.stringify(entry(choice)));

describe("KV's copy of a choice link", () => {
  test("is read with its offers, its page and the keys of removed offers", () => {
    const whole = {
      offers: [
        offer,
        {
          ...offer,
          key: "kroger",
          countries: ["US"],
          soldOut: "2026-11-22T08:00:00.000Z",
          scans: "/lists/a/kroger",
        },
        { ...offer, key: "app", stores: { url: "https://example.com/p", stores: [] } },
      ],
      page: {
        ...page,
        imageUrl: "https://example.com/a.png",
        text: "Fresh",
        disclosure: "Ad",
        language: "de",
      },
      removed: ["walmart"],
    };
    expect(parsed(whole)).toEqual(entry(whole));
  });

  test.each([
    ["no object", "choice"],
    ["no offers", { offers: [], page }],
    ["an offer without a destination", { offers: [{ ...offer, destination: "" }], page }],
    ["an offer without a key", { offers: [{ ...offer, key: undefined }], page }],
    ["countries that are no list", { offers: [{ ...offer, countries: "US" }], page }],
    ["a time that is not a string", { offers: [{ ...offer, soldOut: true }], page }],
    ["shops that are no choice", { offers: [{ ...offer, stores: [] }], page }],
    ["no page", { offers: [offer] }],
    ["a page with a rule that there is not", { offers: [offer], page: { ...page, soldOut: "never" } }],
    ["a language that there is not", { offers: [offer], page: { ...page, language: "xx" } }],
    ["removed keys that are no texts", { offers: [offer], page, removed: [1] }],
  ])("counts as missing with %s", (_, choice) => {
    expect(parsed(choice)).toBeNull();
  });
});

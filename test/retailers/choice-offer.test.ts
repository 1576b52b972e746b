import { describe, expect, test } from "vitest";
import { choiceOffers } from "../../src/features/retailers/choice-offer.ts";
import { MAX_PROBLEMS } from "../../src/ground/core/errors.ts";

const offer = (changes: object = {}) => ({
  retailer: "custom",
  intent: "custom_url",
  customUrl: "https://a.example/",
  ...changes,
});
/** The fields that are wrong of offers. */
const wrongOf = (offers: readonly object[]) =>
  choiceOffers.safeParse(offers).error?.issues.map(({ path }) => path.join(".")) ?? [];

describe("the key of an offer", () => {
  test.each(["a", "0", "bigbox-w-2", "a-", "a--b", "a".repeat(32)])("can be %j", (key) => {
    expect(wrongOf([offer({ key }), offer()])).toEqual([]);
  });

  test.each([
    "",
    "-",
    "-a",
    "A",
    "Ab",
    "aB",
    "a_b",
    "a b",
    " a",
    "a ",
    "a\n",
    "\na",
    "a/",
    "/a",
    "a\nb",
    "é",
    "a".repeat(33),
    `${"a".repeat(32)}-`,
  ])("can't be %j", (key) => {
    expect(wrongOf([offer({ key }), offer()])).toEqual(["0.key"]);
  });
});

describe("a country of an offer", () => {
  // Most stand beside codes that are refused, in the alphabet. Cloudflare sends XK for Kosovo.
  test.each(["AC", "AD", "EE", "ES", "ET", "QA", "UM", "US", "UZ", "WS", "YE", "YT", "ZW", "GB", "NA", "XK"])(
    "can be %s",
    (country) => {
      expect(wrongOf([offer({ countries: [country] }), offer()])).toEqual([]);
    },
  );

  test.each([
    // Codes of Intl that are no countries, and such that ISO 3166-1 leaves to its users.
    ...["EU", "EZ", "UN", "XA", "XB", "XJ", "XL", "XX", "XZ", "QM", "QO", "QU", "QZ", "ZZ", "AA"],
    // Another name of a country's code, and what no country has.
    ...["UK", "DD", "SU", "AB", "QL"],
    ...["", "U", "us", "Us", "US ", " US", "USA", "AUS", "1US", "US1", "US\n", "US-GB", "001", "ÜS"],
  ])("can't be %j", (country) => {
    expect(wrongOf([offer({ countries: [country] }), offer()])).toEqual(["0.countries.0"]);
  });
});

test("of an overlong list, only as many offers are compared as problems are reported", () => {
  const wrong = wrongOf(Array(MAX_PROBLEMS + 2).fill(offer({ key: "a" })));
  const twice = wrong.filter((field) => field.endsWith(".key"));
  expect([twice.length, twice[0], twice.at(-1)]).toEqual([
    MAX_PROBLEMS - 1,
    "1.key",
    `${MAX_PROBLEMS - 1}.key`,
  ]);
});

import { describe, expect, test } from "vitest";
import {
  boundedPostalCodes,
  chooseDestination,
  type ShopChoice,
} from "../../src/features/short-links/shop-choice.ts";

const destination = "https://www.instacart.com/products/1?retailerSlug=first&utm_source=x";
const url = "https://www.instacart.com/products/1?utm_source=x";
const routes = (stores: Record<string, string[] | "all">, zipCode?: string): ShopChoice => ({
  url,
  zipCode,
  stores: Object.entries(stores).map(([slug, postalCodes]) => ({ slug, postalCodes })),
});
const at = (slug: string) => `${url}&retailerSlug=${slug}`;

describe("chooseDestination", () => {
  test.each<[string, ShopChoice, string | undefined, string]>([
    ["the first shop without stores", routes({}), "60614", destination],
    [
      "the first that serves the postal code",
      routes({ a: ["94103"], b: ["60614"], c: ["60614"] }),
      "60614",
      at("b"),
    ],
    ["the order of preference if several do", routes({ a: ["60614"], b: ["60614"] }), "60614", at("a")],
    ["the code before the area", routes({ a: ["60601"], b: ["60614"] }), "60614", at("b")],
    ["the area if no store serves the code", routes({ a: ["94103"], b: ["60601"] }), "60699", at("b")],
    ["a store known by its areas", routes({ a: ["94103"], b: ["606"] }), "60614", at("b")],
    [
      "a store known by its areas before a later one known by the code",
      routes({ a: ["606"], b: ["60614"] }),
      "60614",
      at("a"),
    ],
    [
      "the code before a store that is everywhere and comes later",
      routes({ a: ["60614"], b: "all" }),
      "60614",
      at("a"),
    ],
    [
      "a store that is everywhere before a store of the area",
      routes({ a: ["60601"], b: "all" }),
      "60614",
      at("b"),
    ],
    ["a store that is everywhere", routes({ a: "all", b: ["60614"] }), "60614", at("a")],
    ["the first if no store is near", routes({ a: ["94103"], b: ["60601"] }), "10001", destination],
    ["the first if no store has known codes", routes({ a: [], b: [] }), "10001", destination],
    [
      "the zip code of the link for unknown shoppers",
      routes({ a: ["94103"], b: ["60601"] }, "60601-1234"),
      undefined,
      at("b"),
    ],
    [
      "the shopper before the link's zip code",
      routes({ a: ["94103"], b: ["60601"] }, "60601"),
      "94103",
      at("a"),
    ],
    ["the first for an unknown postal code", routes({ a: ["94103"], b: ["60601"] }), undefined, destination],
    ["a Canadian code in any spelling", routes({ a: ["94103"], b: ["M5V 2T6"] }), "m5v2t6", at("b")],
    ["the first half of a Canadian code", routes({ a: ["94103"], b: ["M5V 2T6"] }), "M5V", at("b")],
    [
      "the first for an unknown postal code, although a store is everywhere",
      routes({ a: "all" }),
      "",
      destination,
    ],
    ["a whole Canadian code before its area", routes({ a: ["M5V 1A1"], b: ["M5V 2T6"] }), "M5V2T6", at("b")],
    ["an invalid code", routes({ a: ["94103"], b: ["60601"] }), "6", destination],
    ["the code of a longer one", routes({ a: ["60699"], b: ["60601"] }), "60601-1234", at("b")],
    [
      "the code of a longer one, however it is written",
      routes({ a: ["60699"], b: ["60601"] }),
      " 606011234 ",
      at("b"),
    ],
    // A text that only contains a code is used unchanged.
    ["the area of digits before a code", routes({ a: ["16099"], b: ["160614"] }), "160614-1234", at("a")],
    ["the area of digits behind a code", routes({ a: ["60699"], b: ["606145"] }), "60614-12345", at("a")],
    ["the area of letters before a code", routes({ a: ["XM5 1A1"], b: ["XM5V 2T6"] }), "XM5V2T6", at("a")],
    ["the area of letters behind a code", routes({ a: ["M5V 1A1"], b: ["M5V 2T6X"] }), "M5V2T6X", at("a")],
    [
      "the link's zip code where the shopper's is empty",
      routes({ a: ["94103"], b: ["60601"] }, "60601"),
      "",
      at("b"),
    ],
    ["an area alone", routes({ a: ["94103"], b: ["60601"] }), "606", at("b")],
    ["a slug that needs encoding", routes({ "a&b": ["60601"] }), "60601", at("a%26b")],
  ])("redirects by %s", (_, stores, postalCode, expected) => {
    expect(chooseDestination(destination, stores, postalCode)).toBe(expected);
  });
});

describe("boundedPostalCodes", () => {
  const codes = (count: number, step: number) =>
    Array.from({ length: count }, (_, index) => String(10_000 + index * step));
  test("keeps up to a hundred codes unchanged, each once", () => {
    expect(boundedPostalCodes(["60614", "10001", "60614"])).toEqual(["10001", "60614"]);
    expect(boundedPostalCodes(codes(100, 7))).toHaveLength(100);
  });
  test("keeps the areas of more codes, and all codes for more than a hundred areas", () => {
    expect(boundedPostalCodes(codes(101, 1))).toEqual(["100", "101"]);
    expect(boundedPostalCodes([...codes(100, 100), "10001"])).toHaveLength(100);
    expect(boundedPostalCodes(codes(101, 100))).toBe("all");
  });
});

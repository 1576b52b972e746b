import fc from "fast-check";
import { expect, test } from "vitest";
import { visitPairs, visitQueryOf, withVisitQuery } from "../../src/features/short-links/visit-query.ts";
import { runs, SEED } from "../seeds.ts";

const added = (
  destination: string,
  query: string,
  { retailer = "custom", source = "", choice = false } = {},
) => {
  const rule = visitQueryOf(retailer, true, source !== "", choice);
  if (!rule) throw new Error("takes nothing");
  return withVisitQuery(destination, visitPairs(`https://go.example/abc?${query}`, choice), source, rule);
};

test.each([
  ["https://a.example/", "gclid=1&x=%20+y", "https://a.example/?gclid=1&x=%20+y"],
  ["https://a.example/?b=2#end?c=3", "gclid=1", "https://a.example/?b=2&gclid=1#end?c=3"],
  ["https://a.example/?b=2", "B=3&b=4&%62=5&c=6&c=7", "https://a.example/?b=2&B=3&c=6&c=7"],
  ["https://a.example/?a%20b=2", "a+b=4", "https://a.example/?a%20b=2"],
  [
    "https://a.example/?b=2",
    "qr=wall&QR=a&via=news&amp;qr=x&qrs=1&viable",
    "https://a.example/?b=2&qrs=1&viable",
  ],
  ["https://a.example/?b=2", "qr=wall", "https://a.example/?b=2"],
  ["https://a.example/", "all=1&choose=2", "https://a.example/?all=1&choose=2"],
  ["/lists/abcdefgh", "gclid=1", "/lists/abcdefgh"],
])("%s gets %s", (destination, query, expected) => {
  expect(added(destination, query)).toBe(expected);
});

test("the parameters of the page of a choice are its own", () => {
  expect(added("https://a.example/", "all=1&choose=1&remember=1&a=1", { choice: true })).toBe(
    "https://a.example/?a=1",
  );
});

test("an affiliate wrapper gets them in the wrapped URL, if the retailer can have one", () => {
  const inner = "https://www.walmart.com/sc/cart/addToCart?items=1_2";
  const wrapper = (url: string) => `https://goto.example/c/1?sub=2&u=${encodeURIComponent(url)}`;
  expect(added(wrapper(inner), "gclid=1&u=9", { retailer: "bigbox_w" })).toBe(
    wrapper(`${inner}&gclid=1&u=9`),
  );
  expect(added(wrapper(inner), "gclid=1&u=9")).toBe(`${wrapper(inner)}&gclid=1`);
  const broken = "https://goto.example/?u=https%3A%2F%2Fwww.walmart.com%2F%ff";
  expect(added(broken, "a=1", { retailer: "bigbox_w" })).toBe(broken);
});

test("at most 2,048 characters are added, and no part of a parameter", () => {
  const value = "x".repeat(1_000);
  expect(added("https://a.example/", `a=${value}&b=${value}&c=${value}&d=1`)).toBe(
    `https://a.example/?a=${value}&b=${value}`,
  );
});

test.each([
  ["https://a.example/", "", "https://a.example/?utm_source=news"],
  ["https://a.example/?utm_source=&b=1", "", "https://a.example/?b=1&utm_source=news"],
  ["https://a.example/?utm_source=box", "", "https://a.example/?utm_source=box"],
  ["https://a.example/", "utm_source=ad", "https://a.example/?utm_source=ad"],
])(
  "the source of a visit is the utm_source of %s with %s, if that is empty",
  (destination, query, expected) => {
    expect(added(destination, query, { source: "news" })).toBe(expected);
  },
);

test("every parameter arrives exactly once, and those of the destination stay", () => {
  const name = fc.constantFrom("a", "b", "c", "gclid", "utm_source");
  const pairs = fc.array(fc.tuple(name, fc.stringMatching(/^[a-z%0-9]{0,5}$/)), { maxLength: 6 });
  const written = (list: [string, string][]) => list.map(([key, value]) => `${key}=${value}`);
  fc.assert(
    fc.property(pairs, pairs, fc.constantFrom("", "#", "#x?y=1"), (own, visit, fragment) => {
      const names = own.map(([key]) => key);
      const expected = [...written(own), ...written(visit.filter(([key]) => !names.includes(key)))];
      const query = expected.length === 0 ? "" : `?${expected.join("&")}`;
      const before = own.length === 0 ? "" : `?${written(own).join("&")}`;
      expect(added(`https://a.example/p${before}${fragment}`, written(visit).join("&"))).toBe(
        `https://a.example/p${query}${fragment}`,
      );
    }),
    { numRuns: runs(2_000), seed: SEED },
  );
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { buildDestination } from "../../src/features/retailers/build-destination.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { visitPairs, withVisitQuery } from "../../src/features/short-links/apply-visit-query.ts";
import { withoutOwned } from "../../src/features/short-links/owned-parameters.ts";
import { visitQueryOf } from "../../src/features/short-links/visit-query.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { runs, SEED } from "../seeds.ts";

const added = (
  destination: string,
  query: string,
  { retailer = "custom", source = "", choice = false } = {},
) => {
  const rule = visitQueryOf(retailer, {
    forward: true,
    source: source !== "",
    ofChoice: choice,
    subId: undefined,
  });
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
  ["https://a.example/", "x=1&amp;gclid=2&amp;amp;y=3", "https://a.example/?x=1&gclid=2&y=3"],
  ["https://a.example/?gclid=1", "x=1&amp;gclid=2", "https://a.example/?gclid=1&x=1"],
  ["https://a.example/", `x=${"x".repeat(5_000)}&gclid=2`, "https://a.example/?gclid=2"],
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
  expect(added(wrapper(inner), "gclid=1&u=9", { retailer: "bigbox_w" })).toBe(wrapper(`${inner}&gclid=1`));
  expect(added(wrapper(inner), "gclid=1&u=9")).toBe(`${wrapper(inner)}&gclid=1`);
  const after = `https://www.anrdoezrs.net/links/1/type/dlg/${inner}`;
  expect(added(after, "gclid=1&items=9&storeId=2", { retailer: "bigbox_w" })).toBe(`${after}&gclid=1`);
  const between = (url: string) => `https://net.example/go/${encodeURIComponent(url)}/x?sub=1`;
  expect(added(between(inner), "gclid=1&items=9", { retailer: "bigbox_w" })).toBe(
    between(`${inner}&gclid=1`),
  );
  const broken = "https://goto.example/?u=https%3A%2F%2Fwww.walmart.com%2F%ff";
  expect(added(broken, "a=1", { retailer: "bigbox_w" })).toBe(broken);
});

const ASINS =
  "https://www.amazon.com/associates/addtocart?AssociateTag=brand-20&ASIN.1=B000000001&Quantity.1=1";
const CART = "https://www.walmart.com/sc/cart/addToCart?items=1_2";
test.each([
  [
    ASINS,
    "ASIN.3=B0EVIL0000&Quantity.3=9&asin.2=B&%41SIN%2E4=B&amp;amp;ASIN.5=B&associatetag=evil-20&TAG=evil-20",
  ],
  [ASINS, "OfferListingId.1=x&ascsubtag=x&linkCode=x&a=1;tag=evil-20&+tag=evil-20"],
  ["https://www.amazon.com/dp/B000000001", "tag=evil-20&Tag=evil-20&t%61g=evil-20&smid=A1"],
  ["https://smile.amazon.co.uk/dp/B000000001?x=1", "tag=evil-21"],
  ["https://www.amazon.com.au./dp/B000000001", "tag=evil-22"],
  ["https://user@www.amazon.de:443/dp/B000000001#tag", "tag=evil-21"],
  ["https://amzn.to/abc", "tag=evil-20"],
  [CART, "offers=0123456789ABCDEF0123456789ABCDEF_9&ITEMS=2_9&storeId=9&StoreID=9&q=x&wmlspartner=evil"],
  ["https://goto.walmart.com/c/1/2/3", "u=https%3A%2F%2Fevil.example&subId1=x&sharedId=x&clickId=x"],
  [`https://goto.example/c/1?u=${encodeURIComponent(CART)}&x=1`, "u=https%3A%2F%2Fevil.example&items=9_9"],
  [`https://www.anrdoezrs.net/links/1/type/dlg/${CART}`, "sid=x&items=9_9&url=x"],
  ["https://click.linksynergy.com/deeplink?id=1&mid=2", "murl=https%3A%2F%2Fevil.example&u1=x&ID=3"],
  ["https://brand.pxf.io/c/1/2/3", "u=https%3A%2F%2Fevil.example&SubId1=x"],
  ["https://www.awin1.com/cread.php?awinmid=1&awinaffid=2", "ued=x&p=x&clickref=x"],
  ["https://www.target.com/p/-/A-13474244", "afid=evil&preselect=1&clkid=x"],
  ["https://www.kroger.com/search?query=oats", "Query=x&storeId=9"],
  ["https://www.instacart.com/products/1", "retailerSlug=evil&retailer_slug=evil&retailer_key=evil"],
])("nobody can change what %s opens and who earns by %s", (destination, query) => {
  expect(added(destination, query)).toBe(destination);
  const [base = "", fragment] = destination.split("#");
  const more = `${base}${base.includes("?") ? "&" : "?"}gclid=1&utm_id=2`;
  expect(added(destination, `gclid=1&${query}&utm_id=2`)).toBe(fragment ? `${more}#${fragment}` : more);
});

test("what a shop owns goes to every other page", () => {
  const query = "tag=a&items=1&storeId=2&u=3";
  for (const page of ["https://a.example/", "https://notamazon.com/", "https://walmart.com.a.example/"])
    expect(added(page, query)).toBe(`${page}?${query}`);
});

test("a visit may have none of the parameters that builders write", () => {
  const context = { ownPage: "/lists/abcdefgh", offers: new Map() };
  const options = {
    delivery_app: { routingMode: "specific", retailer: "shop" },
    bigbox_w: { includeStoreId: "always" },
  };
  const written = PAIRS.filter((pair) => !/custom|list|recipe/.test(pair)).flatMap((pair) => {
    const [retailer = ""] = pair.split(" ");
    const own = Object.fromEntries(Object.entries(options).filter(([name]) => name === retailer));
    return [{}, { products: [{ retailerProductId: "no id" }] }].map((changes) => {
      const more = retailer in options && { options: own };
      const location = retailer === "bigbox_w" && { location: { storeId: "1" } };
      const body = linkBody(pair, { ...changes, ...more, ...location });
      const definition = parseDefinition(body);
      if (definition.retailer === "choice") throw new Error("no destination");
      return new URL(buildDestination(definition, context).url);
    });
  });
  const names = written.flatMap((url) =>
    [...url.searchParams.keys()].map((name) => [url.href, name] as const),
  );
  expect(new Set(names.map(([, name]) => name))).toEqual(
    new Set(["items", "storeId", "q", "searchTerm", "k", "ASIN.1", "Quantity.1", "query", "retailerSlug"]),
  );
  for (const [url, name] of names) expect(withoutOwned(url, [`${name.toUpperCase()}=x`]), name).toEqual([]);
});

test("at most 2,048 characters are added, and no part of a parameter", () => {
  const value = "x".repeat(1_000);
  expect(added("https://a.example/", `a=${value}&b=${value}&c=${value}&d=1`)).toBe(
    `https://a.example/?a=${value}&b=${value}&d=1`,
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

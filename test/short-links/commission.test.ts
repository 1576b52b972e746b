import { describe, expect, test } from "vitest";
import {
  cartProducts,
  isTagged,
  marketplaceCart,
  marketplaceProductPage,
  visitDestinations,
} from "../../src/features/short-links/commission.ts";
import type { Affiliate } from "../../src/features/short-links/earners.ts";
import { MAX_URL_LENGTH } from "../../src/ground/core/urls.ts";
import type { UrlType } from "../../src/ground/core/vocabulary.ts";

const SITE = "https://www.amazon.com";
const PAGE = `${SITE}/dp/B000000001`;
const ONE = marketplaceCart(SITE, [["B000000001", 3]]);
const TWO = marketplaceCart(SITE, [
  ["B000000001", 3],
  ["B000000002", 1],
]);
const TAGS: Affiliate = { marketplace: { tags: { US: "brand-20", CA: "maple-20" } } };

const opening = (
  destination: string,
  more: { urlType?: UrlType; fallbackUrl?: string; key?: string; retailer?: string; reason?: string } = {},
  affiliate: Affiliate = TAGS,
) =>
  visitDestinations(
    { retailer: "marketplace", urlType: "cart", shortId: "abcd2345", destination, ...more },
    affiliate,
  );
const scanned = (...given: Parameters<typeof opening>) => opening(...given).scan;

test("pages and carts are the marketplace's", () => {
  expect(marketplaceProductPage(SITE, "B000000001")).toBe(PAGE);
  expect(TWO).toBe(
    `${SITE}/associates/addtocart?ASIN.1=B000000001&Quantity.1=3&ASIN.2=B000000002&Quantity.2=1`,
  );
  expect(cartProducts(`${TWO}&utm_source=a`)).toEqual({
    site: SITE,
    lines: [
      ["B000000001", 3],
      ["B000000002", 1],
    ],
    added: "utm_source=a",
  });
});

test("clicks have the tag of their marketplace first, and only URLs of the service have it", () => {
  expect(opening(PAGE, { urlType: "pdp" }).click.url).toBe(`${PAGE}?tag=brand-20`);
  expect(opening(`${PAGE}?utm_source=a%26b`, { urlType: "pdp" }).click.url).toBe(
    `${PAGE}?tag=brand-20&utm_source=a%26b`,
  );
  expect(opening(ONE).click.url).toBe(
    `${SITE}/associates/addtocart?AssociateTag=brand-20&ASIN.1=B000000001&Quantity.1=3`,
  );
  const [canada, germany] = ["https://www.amazon.ca/dp/B000000001", "https://www.amazon.de/dp/B000000001"];
  expect(opening(canada, { urlType: "pdp" })).toMatchObject({
    ...{ click: { url: `${canada}?tag=maple-20` }, scan: { url: canada }, earnedBy: { tag: "maple-20" } },
  });
  const plain = { click: { url: germany, urlType: "pdp", reason: undefined } };
  expect(opening(germany, { urlType: "pdp" })).toEqual(plain);
  for (const url of [`${SITE}/s?k=B000000001`, "https://brand.example/", PAGE])
    expect(opening(url, { urlType: "long_link" })).toEqual({
      click: { url, urlType: "long_link", reason: undefined },
    });
  expect(isTagged(`${PAGE}?tag=brand-20`)).toBe(true);
  for (const url of [
    ...[
      PAGE,
      TWO,
      `${PAGE}?tags=brand-20`,
      "https://brand.example/dp/B000000001?tag=brand-20",
      "",
      "/lists/a",
    ],
    "https://www.amazon.com.evil.example/dp/B000000001?tag=brand-20",
    "https://brand.example/?to=https://www.amazon.com/dp/B000000001?tag=brand-20",
  ])
    expect([url, isTagged(url)]).toEqual([url, false]);
});

test("pages of a retailer are in its network's URL, and the caller's own URLs are not", () => {
  const affiliate = { bigbox_w: { url: "https://goto.walmart.com/m/1/2/3?veh=aff" }, bigbox_t: {} };
  const url = "https://www.walmart.com/ip/1?utm_source=a";
  const wrapped = `https://goto.walmart.com/m/1/2/3?veh=aff&subId1=abcd2345&u=${encodeURIComponent(url)}`;
  const at = (urlType: UrlType, reason: string, retailer = "bigbox_w") =>
    opening(url, { urlType, reason, retailer }, affiliate).click.url;
  expect([at("pdp", "product_page"), at("long_link", "search_page")]).toEqual([wrapped, wrapped]);
  expect([at("long_link", "fallback_url"), at("pdp", "product_page", "bigbox_t")]).toEqual([url, url]);
});

describe("a scan without the tag", () => {
  test.each([PAGE, `${PAGE}?utm_source=a%26b&tag=x`])("opens the same product page: %s", (destination) => {
    expect(scanned(destination, { urlType: "pdp" })).toMatchObject({ url: destination, urlType: "pdp" });
  });

  test("is a click where the tag is allowed on scans", () => {
    const { tags } = TAGS.marketplace ?? {};
    expect(scanned(ONE, {}, { marketplace: { tags, tagOnScans: true } })).toBeUndefined();
  });

  test("of a cart of one product opens its page, with the UTM values, as clicks do without a tag", () => {
    const page = { urlType: "pdp", reason: "untagged_product_page" };
    expect(scanned(ONE)).toEqual({ ...page, url: PAGE });
    expect(opening(ONE, {}, {})).toEqual({ click: { ...page, url: PAGE } });
    expect(scanned(`${ONE}&utm_source=a%26b&utm_term=c`, { fallbackUrl: "https://brand.example/" })).toEqual({
      ...page,
      url: `${PAGE}?utm_source=a%26b&utm_term=c`,
    });
  });

  test("of a cart of several opens fallbackUrl, whose UTM values are replaced", () => {
    const fallbackUrl = "https://bücher.example/?a=1&utm_source=theirs#top";
    expect(scanned(`${TWO}&utm_source=ours`, { fallbackUrl })).toEqual({
      url: "https://xn--bcher-kva.example/?a=1&utm_source=ours#top",
      urlType: "long_link",
      reason: "untagged_fallback",
    });
  });

  test("of a cart of several without fallbackUrl opens our own page of the link or the offer", () => {
    const page = { urlType: "long_link", reason: "untagged_list_page" };
    expect(scanned(`${TWO}&utm_source=ours`)).toEqual({ ...page, url: "/lists/abcd2345" });
    expect(scanned(TWO, { key: "amazon" })).toEqual({ ...page, url: "/lists/abcd2345/amazon" });
  });

  test("is found quickly in the longest URL", () => {
    const lines = "&ASIN.1=a&Quantity.1=1".repeat(MAX_URL_LENGTH / 22);
    for (const long of [
      `${SITE}/dp/${"a&?=#".repeat(MAX_URL_LENGTH)}`,
      `${SITE}/associates/addtocart?${lines}#`,
    ])
      expect(scanned(long)).toBeUndefined();
  });
});

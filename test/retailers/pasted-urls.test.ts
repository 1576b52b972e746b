import { describe, expect, test } from "vitest";
import { readUrl } from "../../src/features/retailers/pasted-urls.ts";

/** The retailer that an address is one of, with the ids of its products, or only `custom` for any other page. */
function read(text: string): string | null {
  const address = readUrl(text);
  if (address === null || !("content" in address)) return address && "custom";
  const ids = address.content.products.map(({ retailerProductId: id, quantity }) => `${id}*${quantity}`);
  return [address.retailer, ...ids].join(" ");
}

describe.each([
  ["bigbox_w", "walmart.com", ["www.", "m.", "affil."], "/ip/1", "1"],
  ["bigbox_t", "target.com", ["www.", "m."], "/p/-/A-1", "1"],
  ["marketplace", "amazon.com", ["www.", "m.", "smile."], "/dp/B07XJ8C8F5", "B07XJ8C8F5"],
  ["grocer_a", "kroger.com", ["www."], "/p/-/1", "1"],
  ["delivery_app", "instacart.com", ["www."], "/products/1", "1"],
])("%s", (retailer, host, prefixes, path, id) => {
  test.each([host, host.toUpperCase(), ...prefixes.map((prefix) => prefix + host)])(
    "has the host %s",
    (its) => {
      expect(read(`https://${its}${path}`)).toBe(`${retailer} ${id}*1`);
      expect(read(its + path)).toBe(`${retailer} ${id}*1`);
    },
  );

  test.each([
    `evil${host}`,
    `www.evil${host}`,
    `evil.${host}`,
    `www.www.${host}`,
    `wwwx${host}`,
    `${host}.evil.example`,
    `www.${host}.evil.example`,
    `${host}.`,
    `${host}m`,
    host.replace(".", "x.com."),
    `${host}@evil.example`,
    `evil.example/${host}`,
  ])("does not have the host %s", (other) => {
    expect(read(`https://${other}${path}`)).toBe("custom");
  });
});

test.each([
  ["goto.walmart.com", "bigbox_w 1*1"],
  ["goto.target.com", "bigbox_w 1*1"],
  ["evilgoto.walmart.com", "custom"],
  ["www.goto.target.com", "custom"],
  ["goto.walmart.com.evil.example", "custom"],
  ["goto.target.comm", "custom"],
  ["goto.amazon.com", "custom"],
])("a URL of the affiliate host %s that wraps a product is %s", (host, expected) => {
  expect(read(`https://${host}/c/1?u=${encodeURIComponent("https://www.walmart.com/ip/1")}`)).toBe(expected);
});

/** Paths of a site that lead to a product or a cart, and such that only have one of these in them. */
test.each([
  ["walmart.com/ip/1", "bigbox_w 1*1"],
  ["walmart.com/ip/Milk/1/", "bigbox_w 1*1"],
  ["walmart.com/reviews/ip/1", "custom"],
  ["walmart.com/ip/1/reviews", "custom"],
  ["walmart.com/ip/1-gallon", "custom"],
  ["walmart.com/cart/addToCart?items=1_2", "bigbox_w 1*2"],
  ["walmart.com/sc/cart/BuyNow?items=1", "bigbox_w 1*1"],
  ["walmart.com/sc/cart/addToCart?items=1_2,+3_4%20,%20,5", "bigbox_w 1*2 3*4 5*1"],
  ["walmart.com/sc/cart/addToCart/help?items=1_2", "custom"],
  ["walmart.com/sc/cart/addToCarts?items=1_2", "custom"],
  ["target.com/p/A-1", "bigbox_t 1*1"],
  ["target.com/p/oats/-/a-1/", "bigbox_t 1*1"],
  ["target.com/c/p/-/A-1", "custom"],
  ["target.com/p/-/A-1/reviews", "custom"],
  ["target.com/p/-/A-1b", "custom"],
  ["amazon.com/gp/aws/cart/add?ASIN.1=1", "marketplace 1*1"],
  ["amazon.com/gp/aws/cart/add.html/?ASIN.1=1", "marketplace 1*1"],
  ["amazon.com/Associates/AddToCart?asin.12=1&Quantity.12=3", "marketplace 1*3"],
  ["amazon.com/x/associates/addtocart?ASIN.1=1", "custom"],
  ["amazon.com/associates/addtocart/x?ASIN.1=1", "custom"],
  ["amazon.com/gp/aws/cart/added?ASIN.1=1", "custom"],
  ["amazon.com/gp/aws/cart/add?ASIN.1=1&xASIN.2=2&ASIN.3x=3&ASIN.=4&ASIN.5.6=5", "marketplace 1*1"],
  ["kroger.com/p/milk/0001111041700/", "grocer_a 0001111041700*1"],
  ["kroger.com/shop/p/milk/1", "custom"],
  ["kroger.com/p/milk/1/reviews", "custom"],
  ["kroger.com/p/milk/00001111041700", "custom"],
  ["instacart.com/products/1-milk/", "delivery_app 1*1"],
  ["instacart.com/store/aldi/products/1", "delivery_app 1*1"],
  ["instacart.com/us/products/1", "custom"],
  ["instacart.com/us/store/aldi/products/1", "custom"],
  ["instacart.com/products/1-milk/reviews", "custom"],
  ["instacart.com/products/1milk", "custom"],
  // With the scheme of another address behind its own, or without one of its own.
  ["HTTP://walmart.com/ip/1?from=https://a.example/", "bigbox_w 1*1"],
  ["walmart.com/ip/1?from=https://a.example/", "bigbox_w 1*1"],
  ["nowhere/https://walmart.com/ip/1", null],
])("%s is %s", (text, expected) => {
  expect(read(text)).toBe(expected);
});

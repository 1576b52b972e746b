import { expect, test } from "vitest";
import { choiceWarnings, type WarnedLink, warningsOf } from "../../src/features/links/warnings.ts";
import { custom, definition, one, product } from "../retailers/definitions.ts";

const PAGE = { url: "https://www.shop.example/p/1", urlType: "pdp", reason: "product_page" } as const;
const warned = (fields: Record<string, unknown>, more: Partial<WarnedLink> = {}): WarnedLink => ({
  definition: definition(fields),
  destination: PAGE,
  availability: "available",
  state: "running",
  ...more,
});
const codes = (...input: Parameters<typeof warned>) => warningsOf(warned(...input)).map(({ code }) => code);
const CART = one("bigbox_w", "add_to_cart", "1");
const cart = (...ids: string[]) => ({ ...CART, products: ids.map((id) => product(id)) });

test("the state warning comes first, and a running link has none", () => {
  expect(codes(CART)).toEqual([]);
  expect(codes(CART, { state: "off" })).toEqual(["link_inactive"]);
  expect(codes(CART, { state: "scheduled", availability: "unavailable" })).toEqual([
    "link_scheduled",
    "product_unavailable",
  ]);
  expect(codes(CART, { state: "ended" })).toEqual(["link_ended"]);
  expect(warningsOf(warned(CART, { state: "off" }))[0]?.message).toMatch(/^The link is switched off: /);
});

test("impossible product ids are named, at most five, with the expected format", () => {
  const of = (...ids: string[]) =>
    warningsOf(warned(cart(...ids))).filter(({ code }) => code === "product_id_format");
  expect(of("1", "a")).toEqual([
    {
      code: "product_id_format",
      field: "products[1].retailerProductId",
      message: "This can't be a product id of the retailer. Its item ids are digits, such as 10450114.",
    },
  ]);
  const many = (count: number) => of(...Array.from({ length: count }, (_, index) => `a${index}`));
  expect(many(5).map(({ field }) => field)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `products[${index}].retailerProductId`),
  );
  expect(many(5)[4]?.message).not.toContain("more");
  expect(many(6)).toHaveLength(5);
  expect(many(6)[4]?.message).toMatch(/ 10450114\. The same is true of 1 more\.$/);
  expect(many(8)).toHaveLength(5);
  expect(many(8)[4]?.message).toMatch(/ 10450114\. The same is true of 3 more\.$/);
});

test("a store that is named twice is warned about once, at its first place", () => {
  const lost = warningsOf(
    warned(
      {
        ...one("delivery_app", "product_detail", "1"),
        options: {
          delivery_app: { routingMode: "preferred", preferredRetailers: ["known", "lost", "lost", "gone"] },
        },
      },
      { unknownStores: ["lost", "gone"] },
    ),
  );
  expect(lost.map(({ code, field }) => [code, field])).toEqual([
    ["store_unknown", "options.delivery_app.preferredRetailers[1]"],
    ["store_unknown", "options.delivery_app.preferredRetailers[3]"],
  ]);
});

test("unchecked backups matter only if products decide the destination", () => {
  const products = [{ ...product("1"), backupProductIds: ["2"] }];
  const unknown = { availability: "unknown" } as const;
  for (const intent of ["add_to_cart", "product_detail"]) {
    expect(codes({ ...one("bigbox_w", intent, "1"), products }, unknown)).toEqual(["backups_not_checked"]);
    expect(codes({ ...one("bigbox_w", intent, "1"), products })).toEqual([]);
    expect(codes(one("bigbox_w", intent, "1"), unknown)).toEqual([]);
  }
  expect(codes({ ...custom("https://a.example/"), products }, unknown)).toEqual([]);
  // One product with backups is enough.
  expect(codes({ ...CART, products: [product("1"), ...products] }, unknown)).toContain("backups_not_checked");
});

test("products that a page leaves out cause a warning, but not a duplicate product", () => {
  const to = (urlType: "pdp" | "cart", reason: "product_page" | "search_page" | "cart_in_part") => ({
    destination: { ...PAGE, urlType, reason },
  });
  const fallback = { fallbackUrl: "https://a.example/" };
  expect(codes(cart("1", "2"), to("pdp", "product_page"))).toEqual(["products_left_out"]);
  expect(codes(cart("1", "1"), to("pdp", "product_page"))).toEqual([]);
  expect(codes(cart("1", "2"), to("cart", "product_page"))).toEqual([]);
  expect(codes({ ...cart("1", "2"), ...fallback }, to("cart", "search_page"))).toEqual(["products_left_out"]);
  expect(codes(cart("1"), to("cart", "search_page"))).toEqual(["fallback_missing"]);
  expect(codes({ ...cart("1"), ...fallback }, to("cart", "search_page"))).toEqual([]);
  expect(codes(cart("1"), to("cart", "cart_in_part"))).toEqual(["products_left_out", "fallback_missing"]);
  expect(codes({ ...cart("1"), ...fallback }, to("cart", "cart_in_part"))).toEqual(["products_left_out"]);
});

test("URLs of more than 8,000 characters are named", () => {
  const long = (length: number) => `https://a.example/${"a".repeat(length - 18)}`;
  const fields = (more: object, url: string = PAGE.url) =>
    warningsOf(warned({ ...CART, ...more }, { destination: { ...PAGE, url } })).map(
      ({ code, field }) => `${code}: ${field}`,
    );
  expect(fields({}, long(8_000))).toEqual([]);
  expect(fields({}, long(8_001))).toEqual(["url_near_limit: destination"]);
  expect(fields({ fallbackUrl: long(16_000) })).toEqual(["url_near_limit: fallbackUrl"]);
  const customUrl = long(16_000);
  const own = warningsOf(warned(custom(customUrl), { destination: { ...PAGE, url: customUrl } }));
  expect(own.map(({ field }) => field)).toEqual(["destination", "customUrl"]);
});

test("an http destination causes a warning", () => {
  const to = (url: string) => codes(CART, { destination: { ...PAGE, url } });
  expect([to("http://a.example/"), to("HTTP://a.example/")]).toEqual([
    ["http_destination"],
    ["http_destination"],
  ]);
  expect([to("https://a.example/http://"), to("/l/abcd2345")]).toEqual([[], []]);
});

const TAG = "tag_on_printed_code";
test.each([
  ["https://www.amazon.com/dp/B07XJ8C8F5?tag=me-20", [TAG]],
  ["https://amazon.co.uk/dp/B07XJ8C8F5?a=b&tag=me-20", [TAG]],
  ["https://smile.amazon.de/?AssociateTag=me-20", [TAG]],
  ["https://amzn.to/abc?tag=me-20", [TAG]],
  ["https://www.amazon.com/dp/B07XJ8C8F5", []],
  ["https://www.amazon.com/dp/B07XJ8C8F5?tag=", []],
  ["https://www.amazon.com/dp/B07XJ8C8F5?tag=&a=b", []],
  ["https://www.amazon.com/dp/B07XJ8C8F5?vintage=a", []],
  ["https://notamazon.com/?tag=me-20", []],
  ["https://amazon.com.shop.example/?tag=me-20", []],
  ["https://xamzn.to/abc?tag=me-20", []],
  ["https://amzn.to.shop.example/abc?tag=me-20", []],
  ["/l/abcd2345?tag=me-20", []],
] as const)("a caller's %s on a printed code: %o", (url, expected) => {
  expect(codes(custom("https://a.example/"), { destination: { ...PAGE, url, urlType: "custom" } })).toEqual(
    expected,
  );
});

test("a tag is on printed codes only where scans keep it", () => {
  const fields = one("marketplace", "product_detail", "B07XJ8C8F5");
  const page = "https://www.amazon.com/dp/B07XJ8C8F5";
  const destination = { ...PAGE, url: `${page}?tag=ours-20` };
  expect(codes(fields, { destination })).toEqual([TAG]);
  expect(codes(fields, { destination, scan: { ...PAGE, url: page } })).toEqual([]);
});

test("a cart that clicks or scans can't fill causes a warning, and so does the old cart of a caller", () => {
  const fields = one("marketplace", "add_to_cart", "B07XJ8C8F5");
  const to = (reason: WarnedLink["destination"]["reason"]) => ({ ...PAGE, reason });
  for (const reason of ["untagged_product_page", "untagged_fallback", "untagged_list_page"] as const) {
    expect(codes(fields, { destination: to(reason) })).toEqual(["cart_needs_tag"]);
    expect(codes(fields, { destination: to("cart"), scan: to(reason) })).toEqual(["cart_needs_tag"]);
  }
  expect(codes(fields, { destination: to("cart") })).toEqual([]);
  const old = "https://www.amazon.de/gp/aws/cart/add.html?ASIN.1=B07XJ8C8F5&Quantity.1=1";
  expect(codes(custom(old), { destination: { ...PAGE, url: old } })).toEqual(["cart_needs_tag"]);
});

test("a choice has the warnings of its state, then of each offer", () => {
  const { state: _, ...fine } = warned(CART);
  const sold = { ...fine, availability: "unavailable" } as const;
  expect(choiceWarnings("running", [fine, fine])).toEqual([]);
  expect(choiceWarnings("off", [fine, sold, sold]).map(({ code, field }) => [code, field])).toEqual([
    ["link_inactive", undefined],
    ["product_unavailable", "offers[1]"],
    ["product_unavailable", "offers[2]"],
  ]);
});

test("a tag without the form of Associates tags is named, and no other tag", () => {
  const page = (tag: string) => ({
    destination: { ...PAGE, url: `https://www.amazon.com/dp/B000000001?tag=${tag}` },
    scan: PAGE,
  });
  const amazon = one("marketplace", "product_detail", "B000000001");
  for (const tag of ["notag", "a_b", "maple-2", "maple-200", "20"])
    expect([tag, codes(amazon, page(tag))]).toEqual([tag, ["tag_format"]]);
  for (const tag of ["maple-20", "maple04-21", "a_b-22"])
    expect([tag, codes(amazon, page(tag))]).toEqual([tag, []]);
  expect(codes(CART, { destination: { ...PAGE, url: "https://shop.example/?tag=notag" } })).toEqual([]);
});

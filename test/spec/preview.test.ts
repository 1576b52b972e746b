import { describe, expect, test } from "vitest";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { type Answer, get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedIn } from "./stored.ts";

const OFFER = "0123456789ABCDEF0123456789ABCDEF";
const FALLBACK = "https://brand.example/page";

const service = await useService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
const full = await service.issueKey();

const preview = (body: unknown, key = full.key): Promise<Answer> =>
  post(service, "/v1/links/preview", body, { key });
/** The preview of a link of this variant. */
async function previewed(pair: string, changes: object = {}): Promise<Json> {
  const answer = await preview(linkBody(pair, changes));
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  return answer.json.data;
}
const products = (...ids: string[]) => ids.map((retailerProductId) => ({ retailerProductId }));
const codes = ({ warnings }: Json): string[] => warnings.map(({ code }: Json) => code);

describe("design: a preview returns the destination of a link", () => {
  test.each(PAIRS)("%s: the same destination as the creation", async (pair) => {
    const { destination, urlType, reason } = await previewed(pair);
    const { id } = expectLink(await post(service, "/v1/links", linkBody(pair), full));
    const { data } = (await get(service, `/v1/links/${id}/destination`, full)).json;
    expect(data).toMatchObject({ urlType, reason, ...(destination !== null && { destination }) });
    if (destination === null) expect(new URL(data.destination).origin).toBe(service.url.origin);
  });

  test("a preview writes nothing", async () => {
    const before = await storedIn(service);
    for (const pair of PAIRS) await previewed(pair);
    expect(await storedIn(service)).toEqual(before);
  });
});

const cart = (ids: string[], bigbox_w: object = {}, changes: object = {}) => [
  "bigbox_w add_to_cart",
  { products: products(...ids), options: { bigbox_w }, ...changes },
];
const inShop = (delivery_app: object) => ["delivery_app product_detail", { options: { delivery_app } }];
const onlyOffers = { cartMode: "offers", fallbackMode: "offers" };

describe("design: the reason names the rule", () => {
  // Other files cover the rules that need a response from a retailer or the delivery app.
  test.each([
    ["custom_url", "custom custom_url", {}],
    ["product_page", "bigbox_w product_detail", {}],
    ["product_page", "marketplace product_detail", {}],
    ["product_page", "grocer_a product_detail", {}],
    ["product_page", "delivery_app product_detail", {}],
    ["first_product_page", "bigbox_t add_to_cart", {}],
    ["cart", "marketplace add_to_cart", {}],
    ["cart_by_items", ...cart(["11", "22"])],
    ["cart_by_offers", ...cart([OFFER])],
    ["cart_in_part", ...cart(["11", OFFER])],
    ["cart_impossible_page", ...cart(["11"], { ...onlyOffers, allowPdp: true })],
    ["fallback_url", ...cart(["11", OFFER], {}, { fallbackUrl: FALLBACK })],
    ["fallback_url", "marketplace add_to_cart", { products: products("b1"), fallbackUrl: FALLBACK }],
    ["fallback_url", "bigbox_t add_to_cart", { products: products("1", "2"), fallbackUrl: FALLBACK }],
    [
      "fallback_url",
      "bigbox_t product_detail",
      { options: { bigbox_t: { allowPdp: false } }, fallbackUrl: FALLBACK },
    ],
    ["search_page", ...cart(["11"], onlyOffers)],
    ["search_page", "marketplace add_to_cart", { products: products("b1", "b2") }],
    ["search_page", "bigbox_t product_detail", { options: { bigbox_t: { allowPdp: false } } }],
    ["shop_named", ...inShop({ routingMode: "specific", retailer: "aldi" })],
    ["shop_named", ...inShop({ routingMode: "preferred", preferredRetailers: ["aldi", "", "aldi"] })],
    ["shop_per_visit", ...inShop({ routingMode: "preferred", preferredRetailers: ["aldi", "safeway"] })],
    ["page_pending", "delivery_app shopping_list", {}],
    ["page_pending", "delivery_app recipe", { fallbackUrl: FALLBACK }],
  ] as [string, string, object][])("%s: %s", async (code, pair, changes) => {
    const { reason } = await previewed(pair, changes);
    expect(reason).toEqual({ code, text: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test("the page of a list has a URL only if it does not depend on the new link", async () => {
    expect((await previewed("delivery_app recipe")).destination).toBeNull();
    expect((await previewed("delivery_app recipe", { fallbackUrl: FALLBACK })).destination).toBe(FALLBACK);
  });
});

const longUrl = (length: number) => `https://brand.example/${"x".repeat(length - 22)}`;

describe("design: warnings", () => {
  test.each(PAIRS)("%s: a minimal body has no warnings, unless scans find an empty cart", async (pair) => {
    const expected = pair === "marketplace add_to_cart" ? ["cart_needs_tag"] : [];
    expect(codes(await previewed(pair))).toEqual(expected);
  });

  test("products_left_out names fallbackUrl where it helps", async () => {
    const left = async (pair: string) => {
      const { warnings } = await previewed(pair, { products: products("1", "2") });
      return warnings.find(({ code }: Json) => code === "products_left_out").message;
    };
    expect(await left("bigbox_t add_to_cart")).toMatch(/ With a fallbackUrl, the link opens that instead\.$/);
    expect(await left("bigbox_t product_detail")).not.toContain("fallbackUrl");
  });

  test.each([
    ["bigbox_w add_to_cart", ["0", "123", OFFER], ["B000000001", OFFER.toLowerCase(), "12 3", "１"]],
    ["bigbox_w product_detail", ["123"], [OFFER, "A1"]],
    ["bigbox_t add_to_cart", ["78025470"], ["A-78025470", "78025470?x"]],
    ["marketplace product_detail", ["B000000001", "0306406152"], ["B00000001", "b000000001", "B000-00001"]],
    ["grocer_a product_detail", ["0001111041700", "1"], ["00011110417000", "1a"]],
    ["delivery_app product_detail", ["123"], ["corn-123"]],
    ["custom custom_url", ["anything", "?"], []],
  ])("product_id_format of %s", async (pair, good, bad) => {
    for (const id of good) {
      expect([id, codes(await previewed(pair, { products: products(id) }))]).toEqual([id, []]);
    }
    for (const id of bad) {
      const { warnings } = await previewed(pair, { products: products(id) });
      const message = expect.stringMatching(/ Its .* such as \w+\.$/);
      const field = "products[0].retailerProductId";
      expect([id, warnings[0]]).toEqual([id, { code: "product_id_format", field, message }]);
      expect(codes({ warnings })).toEqual(["product_id_format", "fallback_missing"]);
    }
  });

  test("product_id_format names backups too, and only the first of many fields", async () => {
    const backups = [{ retailerProductId: "1", backupProductIds: ["2", "three"] }];
    const { warnings } = await previewed("bigbox_w add_to_cart", { products: backups });
    expect(warnings[0]).toMatchObject({
      code: "product_id_format",
      field: "products[0].backupProductIds[1]",
    });
    const many = await previewed("bigbox_w add_to_cart", { products: products(..."abcdefgh") });
    const formats = many.warnings.filter(({ code }: Json) => code === "product_id_format");
    expect(formats.map(({ field }: Json) => field.slice(0, 11))).toEqual(
      [0, 1, 2, 3, 4].map((index) => `products[${index}]`),
    );
    expect(formats[4].message).toMatch(/ The same is true of 3 more\.$/);
  });

  test.each([
    [
      "backups_not_checked",
      "bigbox_w add_to_cart",
      { products: [{ retailerProductId: "1", backupProductIds: ["2"] }] },
    ],
    ["products_left_out", "bigbox_t add_to_cart", { products: products("1", "2") }],
    ["products_left_out", ...cart(["11", OFFER])],
    ["fallback_missing", ...cart(["11", OFFER])],
    ["fallback_missing", ...cart(["11"], onlyOffers)],
    ["http_destination", "custom custom_url", { customUrl: "http://brand.example/" }],
    ["http_destination", "delivery_app recipe", { fallbackUrl: "http://brand.example/" }],
    [
      "tag_on_printed_code",
      "custom custom_url",
      { customUrl: "https://www.amazon.com/dp/B000000001?tag=brand-20" },
    ],
    ["tag_on_printed_code", "custom custom_url", { customUrl: "https://amazon.co.uk/a?x=1&tag=brand-20#y" }],
    [
      "tag_on_printed_code",
      "marketplace add_to_cart",
      { products: products("b1"), fallbackUrl: "https://www.amazon.com/dp/B000000001?tag=brand-20" },
    ],
  ] as [string, string, object][])("%s: %s", async (code, pair, changes) => {
    expect(codes(await previewed(pair, changes))).toContain(code);
  });

  test("url_near_limit covers the destination and the caller's URLs", async () => {
    const near = async (changes: object) =>
      (await previewed("custom custom_url", changes)).warnings
        .filter(({ code }: Json) => code === "url_near_limit")
        .map(({ field }: Json) => field);
    expect(await near({ customUrl: longUrl(8_000) })).toEqual([]);
    expect(await near({ customUrl: longUrl(8_001) })).toEqual(["destination", "customUrl"]);
    expect(await near({ fallbackUrl: longUrl(16_384) })).toEqual(["fallbackUrl"]);
    const tracked = { customUrl: longUrl(7_990), tracking: { utm: { source: "s".repeat(60) } } };
    expect(await near(tracked)).toEqual(["destination"]);
  });

  test.each([
    "https://amazon.com.evil.example/?tag=a",
    "https://myamazon.com/?tag=a",
    "https://www.amazon.com/dp/B000000001?tag=",
    "https://www.amazon.com/dp/B000000001?vintage=a",
    "https://brand.example/?tag=brand-20",
  ])("a URL without an Associates tag gets no warning: %s", async (customUrl) => {
    expect(codes(await previewed("custom custom_url", { customUrl }))).toEqual([]);
  });
});

describe("design: a preview rejects what a creation rejects", () => {
  const CASES: [string, unknown, object?][] = [
    ["a missing field", linkBody("custom custom_url", { customUrl: undefined })],
    ["an unknown property", linkBody("custom custom_url", { other: 1 })],
    ["a list as body", []],
    ["no JSON", "{"],
    ["an unsupported pair", { ...linkBody("grocer_a product_detail"), intent: "add_to_cart" }],
    ["a password in a URL", linkBody("custom custom_url", { customUrl: "https://a:b@example.com/" })],
    ["a missing project", linkBody("custom custom_url", { projectId: "ghost" })],
    ["a project of another organization", linkBody("custom custom_url", { projectId: "theirs" })],
    ["an archived project", linkBody("custom custom_url", { projectId: "archived" })],
    [
      "an archived project and a URL that is not allowed",
      linkBody("custom custom_url", { projectId: "archived", customUrl: "https://a:b@example.com/" }),
    ],
    [
      "an inaccessible project",
      linkBody("custom custom_url", { projectId: "other" }),
      { projects: ["main"] },
    ],
    ["no links:write", linkBody(), { scopes: SCOPES.filter((scope) => scope !== "links:write") }],
    [
      "no scope of the retailer",
      linkBody(),
      { scopes: SCOPES.filter((scope) => scope !== "retailers:custom") },
    ],
    [
      "a missing project and a URL that is not allowed",
      linkBody("custom custom_url", { projectId: "ghost", customUrl: "https://a:b@example.com/" }),
    ],
  ];
  test.each(CASES)("%s", async (_, body, access) => {
    await service.issueKey({ organization: "rival", createProjects: ["theirs"] });
    await service.issueKey({ createProjects: ["other", "archived"] });
    await service.env.DB.prepare("UPDATE projects SET archived_at = created_at WHERE id = 'archived'").run();
    const { key } = access ? await service.issueKey(access) : full;
    const created = await post(service, "/v1/links", body, { key });
    const refused = await preview(body, key);
    const { code, message, details } = expectError(refused, created.status, created.json.error.code);
    expect({ code, message, details }).toEqual({
      code: created.json.error.code,
      message: created.json.error.message,
      details: created.json.error.details,
    });
  });

  test("loops, invalid keys and wrong media types are rejected", async () => {
    const { shortLink } = expectLink(await post(service, "/v1/links", linkBody(), full));
    expectError(
      await preview(linkBody("custom custom_url", { customUrl: shortLink })),
      422,
      "url_not_allowed",
    );
    expectError(await preview(linkBody(), "slk_wrong"), 401, "unauthorized");
    const headers = { "Content-Type": "text/plain" };
    const answer = await post(service, "/v1/links/preview", "{}", { key: full.key, headers });
    expectError(answer, 415, "unsupported_media_type");
  });

  test("a preview uses no Idempotency-Key: a creation with the same key is new", async () => {
    const options = { key: full.key, idempotencyKey: "preview-then-create" };
    expect((await post(service, "/v1/links/preview", linkBody(), options)).status).toBe(200);
    const created = await post(service, "/v1/links", linkBody("bigbox_w add_to_cart"), options);
    expect([created.status, created.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
  });
});

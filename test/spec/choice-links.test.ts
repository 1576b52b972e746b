import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { parseEntry } from "../../src/features/short-links/entry.ts";
import { readPrimaryEntry } from "../../src/features/short-links/stored-entry.ts";
import { choiceBody, OFFERS } from "../bodies.ts";
import { expectError, expectExtendedLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { CART, fieldsOf, KEYS, SERVICE_AFFILIATE, useChoiceApi } from "./choice-api.ts";

const { service, full, create, made, read } = await useChoiceApi();
const { DB, LINKS } = service.env;
/** The problems of a body whose second offer is replaced by this one. */
const refusedOffer = async (offer: object) => fieldsOf(await create({ offers: [OFFERS[0], offer] }));
const json = (value: unknown): Json => JSON.parse(JSON.stringify(value));

describe("design: a choice link is created from offers of the other variants", () => {
  test("offers get keys from their retailers and labels for the page", async () => {
    const link = await made();
    expect(link).toMatchObject({ retailer: "choice", intent: "choose_retailer", urlType: "choice_page" });
    expect(link.offers).toEqual([
      { key: "bigbox-w", retailer: "bigbox_w", intent: "add_to_cart", label: "Walmart", urlType: "cart" },
      {
        key: "marketplace",
        retailer: "marketplace",
        intent: "product_detail",
        label: "Amazon",
        urlType: "pdp",
      },
      { key: "custom", retailer: "custom", intent: "custom_url", label: "shop.example", urlType: "custom" },
      { key: "own", retailer: "custom", intent: "custom_url", label: "Our own shop", urlType: "custom" },
    ]);
    expect(
      expectExtendedLink(await get(service, `/v1/links/${link.id}?include=offers`, full), 200),
    ).toMatchObject(link);
    const definition = await read(`${link.id}/definition`);
    expect(definition).toMatchObject({ ...choiceBody(), offers: OFFERS });
    expect(definition.offers.map(({ key }: Json) => key)).toEqual(KEYS);
  });

  test("offers of the same retailer get numbered keys, and given keys are kept", async () => {
    const { key: _, ...custom } = OFFERS[3] ?? {};
    const offers = [{ ...custom, key: "custom" }, custom, custom];
    expect((await made({ offers })).offers?.map(({ key }) => key)).toEqual([
      "custom",
      "custom-2",
      "custom-3",
    ]);
  });

  test("the row and the KV copy of a choice point to its page, and the copy has the offers", async () => {
    const link = await made({ page: { text: "Fresh", soldOut: "last" } });
    const row = await DB.prepare("SELECT destination, url_type FROM links WHERE id = ?1")
      .bind(link.id)
      .first();
    const destination = `/${link.shortId}`;
    expect(row).toEqual({ destination, url_type: "choice_page" });
    await expect.poll(() => LINKS.get(redirectKey(link.shortId))).not.toBeNull();
    const copy = parseEntry((await LINKS.get(redirectKey(link.shortId))) ?? "");
    expect(copy).toMatchObject({
      destination,
      choice: {
        offers: [
          { key: "bigbox-w", destination: CART, label: "Walmart", retailer: "bigbox_w" },
          { key: "marketplace", label: "Amazon", scans: expect.stringContaining("/dp/") },
          { key: "custom", destination: "https://www.shop.example/cereal", label: "shop.example" },
          { key: "own", countries: ["US", "CA"] },
        ],
        page: { text: "Fresh", soldOut: "last", skipSingle: true },
      },
    });
    // D1 has the same values.
    expect(json(await readPrimaryEntry(DB, link.shortId, SERVICE_AFFILIATE))).toEqual(json(copy));
  });

  test("UTM values of the link apply to each offer", async () => {
    const { id } = await made({ tracking: { utm: { source: "box" } } });
    const { offers } = await read(`${id}/destination`);
    for (const { destination } of offers) expect(destination).toContain("utm_source=box");
  });
});

describe("design: invalid choice links are rejected with every problem named", () => {
  test("an offer is validated like a link of its variant", async () => {
    expect(
      await refusedOffer({ ...OFFERS[0], products: [{ retailerProductId: "1", quantity: 1000 }] }),
    ).toEqual(["offers[1].products[0].quantity"]);
    expect(await refusedOffer({ retailer: "custom", intent: "custom_url" })).toEqual(["offers[1].customUrl"]);
    expect(await refusedOffer({ ...OFFERS[0], name: "No", tracking: {} })).toEqual([
      "offers[1].name",
      "offers[1].tracking",
    ]);
    expect(await refusedOffer({ ...OFFERS[0], key: "No!", label: " ", countries: ["UK", "US"] })).toEqual([
      "offers[1].key",
      "offers[1].label",
      "offers[1].countries[0]",
    ]);
  });

  test.each([
    "https://img.example;script-src/x.png",
    "https://a,b.example/x.png",
    "https://*.example/x.png",
    "https://x'unsafe-inline'.example/",
    "http://a$b.example/",
  ])("rejects a picture at %s, whose host would extend the content security policy", async (imageUrl) => {
    expect(fieldsOf(await create({ page: { imageUrl } }))).toEqual(["page.imageUrl"]);
  });

  test.each([
    "https://img_1.example:8443/a;b,c*?d='e'",
    "https://[::1]/x.png",
    "https://bücher.example/ü.png",
  ])("accepts a picture at %s", async (imageUrl) => {
    const link = expectExtendedLink(await create({ page: { imageUrl } }));
    const answer = await get(service, `/${link.shortId}`);
    const policy = answer.headers.get("Content-Security-Policy");
    expect(policy).toContain(`img-src data: ${new URL(imageUrl).origin};`);
  });

  test("rejects a choice inside a choice", async () => {
    expect(await refusedOffer({ ...choiceBody(), offers: undefined })).toContain("offers[1].retailer");
  });

  test("an unsupported pair in an offer is a 422", async () => {
    const offers = [OFFERS[0], OFFERS[1], OFFERS[2], { ...OFFERS[1], intent: "recipe" }];
    const error = expectError(await create({ offers }), 422, "unsupported_retailer_intent");
    expect(error.message).toBe(
      "The intent recipe is not supported for the retailer marketplace in offers[3]. Its intents are product_detail and add_to_cart.",
    );
  });

  test("rejects one offer, thirteen offers and duplicate keys", async () => {
    expect(fieldsOf(await create({ offers: OFFERS.slice(0, 1) }))).toEqual(["offers"]);
    expect(fieldsOf(await create({ offers: Array.from({ length: 13 }, () => OFFERS[0]) }))).toEqual([
      "offers",
    ]);
    const twice = [OFFERS[3], OFFERS[3]];
    expect(fieldsOf(await create({ offers: twice }))).toEqual(["offers[1].key"]);
    expect(fieldsOf(await create({ offers: undefined }))).toEqual(["offers"]);
  });

  test("a duplicate key is reported together with the other problems of the offers", async () => {
    const offers = [
      OFFERS[3],
      { ...OFFERS[3], nope: 1, countries: "US" },
      null,
      { key: "NO" },
      { key: "NO" },
    ];
    const fields = fieldsOf(await create({ offers }));
    const named = ["offers[1].key", "offers[1].nope", "offers[1].countries", "offers[2]", "offers[3].key"];
    expect(fields).toEqual(expect.arrayContaining(named));
    expect(fields.filter((field) => field === "offers[4].key")).toHaveLength(1);
  });

  test("rejects a far too long list, with the same or different keys", async () => {
    const offer = { retailer: "custom", intent: "custom_url", customUrl: "http://a.example" };
    const keys = Array.from({ length: 30_000 }, (_, index) => `k${index}`);
    expect(fieldsOf(await create({ offers: keys.map((key) => ({ ...offer, key })) }))).toEqual(["offers"]);
    const same = fieldsOf(await create({ offers: keys.map(() => ({ key: "own" })) }));
    expect(same).toContain("offers[1].retailer");
    expect(same.at(-1)).toBe("request");
  });

  test.each(["", "x", { length: 1 }, null])("%j instead of offers is a single problem", async (offers) => {
    const { details } = expectError(await create({ offers }), 400, "validation_failed");
    expect(details).toEqual([{ field: "offers", message: "must be an array" }]);
  });

  test("rejects fields at the top level that belong to offers", async () => {
    const { products, location, ...more } = {
      products: [{ retailerProductId: "1" }],
      location: { zipCode: "10001" },
      customUrl: "https://example.com",
      options: {},
    };
    const fields = fieldsOf(await create({ products, location, ...more }));
    expect(fields.toSorted()).toEqual(["customUrl", "location", "options", "products"]);
  });

  test("rejects offers and a page on an ordinary link", async () => {
    const body = {
      ...choiceBody({ page: {} }),
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://a.example",
    };
    expect(fieldsOf(await post(service, "/v1/links", body, full))).toEqual(["offers", "page"]);
  });

  test("rejects URLs that point to the service or contain a password", async () => {
    const offers = [OFFERS[0], { ...OFFERS[2], customUrl: `${service.url ?? "http://localhost"}/x` }];
    const own = await create({ offers, page: { imageUrl: "https://me:you@example.com/a.png" } });
    const { details } = expectError(own, 422, "url_not_allowed");
    expect(details?.map(({ field }) => field).sort()).toEqual(["offers[1].customUrl", "page.imageUrl"]);
  });

  test("rejects a key without the scope of one offer's retailer", async () => {
    const poor = await service.issueKey({
      scopes: ["links:write", "retailers:bigbox_w", "retailers:custom"],
    });
    const refused = expectError(await create({}, poor.key), 403, "insufficient_scope");
    expect(refused.message).toContain("retailers:marketplace");
    expectExtendedLink(await create({ offers: [OFFERS[0], OFFERS[2]] }, poor.key));
  });
});

import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/short-links/address-key.ts";
import { parseEntry, readPrimaryEntry } from "../../src/short-links/entry.ts";
import { choiceBody, OFFERS } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { type Answer, get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const CART = "https://www.walmart.com/sc/cart/addToCart?items=123456789_2";
const KEYS = ["bigbox-w", "marketplace", "custom", "own"];

const service = await useService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
const full = await service.issueKey();
const { DB, LINKS } = service.env;

const create = (changes: object = {}, key = full.key): Promise<Answer> =>
  post(service, "/v1/links", choiceBody(changes), { key });
const made = async (changes: object = {}) => expectLink(await create(changes));
const read = async (path: string): Promise<Json> => (await get(service, `/v1/links/${path}`, full)).json.data;
const patch = (id: string, body: object): Promise<Answer> =>
  send(service, "PATCH", `/v1/links/${id}`, body, full);
const fieldsOf = (answer: Answer): string[] =>
  expectError(answer, 400, "validation_failed").details?.map(({ field }) => field) ?? [];
/** What a body with this offer in the place of the second is refused for. */
const refusedOffer = async (offer: object) => fieldsOf(await create({ offers: [OFFERS[0], offer] }));
const json = (value: unknown): Json => JSON.parse(JSON.stringify(value));

describe("design: a choice link is created from offers of the other variants", () => {
  test("its offers get keys from their retailers, and labels for the page", async () => {
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
    expect(expectLink(await get(service, `/v1/links/${link.id}`, full), 200)).toMatchObject(link);
    const definition = await read(`${link.id}/definition`);
    expect(definition).toMatchObject({ ...choiceBody(), offers: OFFERS });
    expect(definition.offers.map(({ key }: Json) => key)).toEqual(KEYS);
  });

  test("equal retailers get numbered keys, and keys that were sent are left alone", async () => {
    const { key: _, ...custom } = OFFERS[3] ?? {};
    const offers = [{ ...custom, key: "custom" }, custom, custom];
    expect((await made({ offers })).offers?.map(({ key }) => key)).toEqual([
      "custom",
      "custom-2",
      "custom-3",
    ]);
  });

  test("the row leads to the first offer for versions that know no choices, and KV has all", async () => {
    const link = await made({ page: { text: "Fresh", soldOut: "last" } });
    const row = await DB.prepare("SELECT destination, url_type FROM links WHERE id = ?1")
      .bind(link.id)
      .first();
    expect(row).toEqual({ destination: CART, url_type: "cart" });
    await expect.poll(() => LINKS.get(redirectKey(link.shortId))).not.toBeNull();
    const copy = parseEntry((await LINKS.get(redirectKey(link.shortId))) ?? "");
    expect(copy).toMatchObject({
      destination: CART,
      choice: {
        offers: [
          { key: "bigbox-w", destination: CART, label: "Walmart", retailer: "bigbox_w" },
          { key: "marketplace", label: "Amazon", tagBy: "service" },
          { key: "custom", destination: "https://www.shop.example/cereal", label: "shop.example" },
          { key: "own", countries: ["US", "CA"] },
        ],
        page: { text: "Fresh", soldOut: "last", skipSingle: true },
      },
    });
    // D1 tells the same.
    expect(json(await readPrimaryEntry(DB, link.shortId))).toEqual(json(copy));
  });

  test("UTM values of the link are those of each offer", async () => {
    const { id } = await made({ tracking: { utm: { source: "box" } } });
    const { offers } = await read(`${id}/destination`);
    for (const { destination } of offers) expect(destination).toContain("utm_source=box");
  });
});

describe("design: what a choice link may not have is refused, each problem by its name", () => {
  test("problems of an offer are those of its variant", async () => {
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

  test("a choice within a choice", async () => {
    expect(await refusedOffer({ ...choiceBody(), offers: undefined })).toContain("offers[1].retailer");
  });

  test("a pair of words without a variant is a 422 in an offer too", async () => {
    const offers = [OFFERS[0], { ...OFFERS[1], intent: "recipe" }];
    expectError(await create({ offers }), 422, "unsupported_retailer_intent");
  });

  test("one offer alone, thirteen, and the same key twice", async () => {
    expect(fieldsOf(await create({ offers: OFFERS.slice(0, 1) }))).toEqual(["offers"]);
    expect(fieldsOf(await create({ offers: Array.from({ length: 13 }, () => OFFERS[0]) }))).toEqual([
      "offers",
    ]);
    const twice = [OFFERS[3], OFFERS[3]];
    expect(fieldsOf(await create({ offers: twice }))).toEqual(["offers[1].key"]);
    expect(fieldsOf(await create({ offers: undefined }))).toEqual(["offers"]);
  });

  test("the same key twice is named along with what else is wrong with the offers", async () => {
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

  test("a list that is far too long, of one key and of other keys each", async () => {
    const offer = { retailer: "custom", intent: "custom_url", customUrl: "http://a.example" };
    const keys = Array.from({ length: 30_000 }, (_, index) => `k${index}`);
    expect(fieldsOf(await create({ offers: keys.map((key) => ({ ...offer, key })) }))).toEqual(["offers"]);
    const same = fieldsOf(await create({ offers: keys.map(() => ({ key: "own" })) }));
    expect(same).toContain("offers[1].retailer");
    expect(same.at(-1)).toBe("request");
  });

  test.each(["", "x", { length: 1 }, null])("%j in place of the offers is one problem", async (offers) => {
    const { details } = expectError(await create({ offers }), 400, "validation_failed");
    expect(details).toEqual([{ field: "offers", message: "must be an array" }]);
  });

  test("what offers have instead, at the top", async () => {
    const { products, location, ...more } = {
      products: [{ retailerProductId: "1" }],
      location: { zipCode: "10001" },
      customUrl: "https://example.com",
      fallbackUrl: "https://example.com",
      options: {},
    };
    const fields = fieldsOf(await create({ products, location, ...more }));
    expect(fields.toSorted()).toEqual(["customUrl", "fallbackUrl", "location", "options", "products"]);
  });

  test("offers and a page of a link that is no choice", async () => {
    const body = {
      ...choiceBody({ page: {} }),
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://a.example",
    };
    expect(fieldsOf(await post(service, "/v1/links", body, full))).toEqual(["offers", "page"]);
  });

  test("URLs that lead back or carry a password", async () => {
    const offers = [OFFERS[0], { ...OFFERS[2], customUrl: `${service.url ?? "http://localhost"}/x` }];
    const own = await create({ offers, page: { imageUrl: "https://me:you@example.com/a.png" } });
    const { details } = expectError(own, 422, "url_not_allowed");
    expect(details?.map(({ field }) => field)).toContain("page.imageUrl");
  });

  test("a key without the scope of one offer's retailer", async () => {
    const poor = await service.issueKey({
      scopes: ["links:write", "retailers:bigbox_w", "retailers:custom"],
    });
    const refused = expectError(await create({}, poor.key), 403, "insufficient_scope");
    expect(refused.message).toContain("retailers:marketplace");
    expectLink(await create({ offers: [OFFERS[0], OFFERS[2]] }, poor.key));
  });
});

describe("design: a choice link is changed as a whole, its offers matched by key", () => {
  test("offers that stay keep where they lead and since when; a key that is removed is known for ever", async () => {
    const link = await made();
    const [first, second] = (await read(`${link.id}/destination`)).offers;
    const offers = [
      { ...OFFERS[1], key: "marketplace", label: "The big shop" },
      { ...OFFERS[2], key: "custom", customUrl: "https://www.shop.example/new" },
    ];
    const changed = expectLink(await patch(link.id, { offers }), 200);
    expect(changed.offers?.map(({ key, label }) => [key, label])).toEqual([
      ["marketplace", "The big shop"],
      ["custom", "shop.example"],
    ]);
    const after = await read(`${link.id}/destination`);
    expect(after.offers[0]).toEqual(second);
    expect(after.offers[1]).toMatchObject({ destination: "https://www.shop.example/new" });
    const entry = await readPrimaryEntry(DB, link.shortId);
    expect(entry?.choice?.removed?.toSorted()).toEqual(["bigbox-w", "own"]);
    expect(entry?.destination).toBe(second.destination);
    // A key that comes back is an offer again.
    expectLink(await patch(link.id, { offers: [...offers, OFFERS[0]] }), 200);
    const back = await readPrimaryEntry(DB, link.shortId);
    expect(back?.choice?.removed).toEqual(["own"]);
    expect(back?.choice?.offers.map(({ key }) => key)).toEqual(["marketplace", "custom", "bigbox-w"]);
    expect(first.destination).toBe(CART);
  });

  test("history names the offers, and an earlier version can be restored by its values", async () => {
    const link = await made();
    expectLink(await patch(link.id, { offers: OFFERS.slice(0, 2), page: { soldOut: "show" } }), 200);
    const [change, creation] = await read(`${link.id}/history`);
    expect(change.changes.map(({ field }: Json) => field)).toEqual(["offers", "page"]);
    expect([change.destination, creation.destination]).toEqual([`/${link.shortId}`, `/${link.shortId}`]);
    const { from } = change.changes[0];
    expectLink(await patch(link.id, { offers: from, page: null }), 200);
    expect((await read(`${link.id}/definition`)).offers.map(({ key }: Json) => key)).toEqual(KEYS);
    expect((await readPrimaryEntry(DB, link.shortId))?.choice?.removed).toBeUndefined();
  });

  test("a patch that changes nothing writes nothing", async () => {
    const link = await made();
    const { version } =
      (await DB.prepare("SELECT version FROM links WHERE id = ?1").bind(link.id).first()) ?? {};
    const definition = await read(`${link.id}/definition`);
    expectLink(await patch(link.id, { offers: definition.offers }), 200);
    expect(await DB.prepare("SELECT version FROM links WHERE id = ?1").bind(link.id).first()).toEqual({
      version,
    });
  });

  test("an ordinary link becomes a choice and an ordinary link again; its address stays", async () => {
    const body = {
      projectId: "main",
      name: "A",
      retailer: "custom",
      intent: "custom_url",
      customUrl: "https://a.example/",
    };
    const link = expectLink(await post(service, "/v1/links", body, full));
    const { retailer, intent, offers } = choiceBody();
    const choice = expectLink(await patch(link.id, { retailer, intent, offers, customUrl: null }), 200);
    expect(choice).toMatchObject({ urlType: "choice_page", shortId: link.shortId });
    const plain = { retailer: "custom", intent: "custom_url", customUrl: "https://b.example/", offers: null };
    expect(expectLink(await patch(link.id, plain), 200).urlType).toBe("custom");
    const entry = await readPrimaryEntry(DB, link.shortId);
    expect([entry?.destination, entry?.choice]).toEqual(["https://b.example/", undefined]);
    // The addresses of its offers may be printed: they lead to the link for ever.
    await expect
      .poll(async () => JSON.parse((await LINKS.get(`link:${link.shortId}`)) ?? "{}").removed)
      .toEqual(entry?.removed);
    const tap = (key: string) => send(service, "GET", `/${link.shortId}/${key}?qr=default`);
    expect(entry?.removed).toEqual(expect.arrayContaining(["own"]));
    for (const key of entry?.removed ?? []) {
      const { status, headers } = await tap(key);
      expect([status, new URL(headers.get("Location") ?? "").pathname]).toEqual([302, `/${link.shortId}`]);
      expect(headers.get("Location")).toContain("?qr=default");
    }
    expect((await tap("never-there")).status).toBe(404);
  });

  test("a link has no more than a hundred keys in its life", async () => {
    const link = await made();
    const offersOf = (round: number) =>
      Array.from({ length: 12 }, (_, index) => ({ ...OFFERS[2], key: `k${round}-${index}` }));
    for (let round = 0; round < 8; round++)
      expectLink(await patch(link.id, { offers: offersOf(round) }), 200);
    expect(fieldsOf(await patch(link.id, { offers: offersOf(8) }))).toEqual(["offers"]);
    expectLink(await patch(link.id, { offers: offersOf(0) }), 200);
  });
});

describe("design: a choice link is taken wherever links are", () => {
  test("a preview tells where each offer would lead, with warnings by offer, as the creation then does", async () => {
    const offers = [...OFFERS.slice(0, 2), { ...OFFERS[1], products: [{ retailerProductId: "no asin" }] }];
    const answer = await post(service, "/v1/links/preview", choiceBody({ offers }), full);
    const { data } = answer.json;
    expect(data).toMatchObject({
      destination: null,
      urlType: "choice_page",
      reason: { code: "choice_page" },
    });
    expect(data.offers.map(({ key }: Json) => key)).toEqual(["bigbox-w", "marketplace", "marketplace-2"]);
    const formats = data.warnings.filter(({ code }: Json) => code === "product_id_format");
    expect(formats).toMatchObject([{ field: "offers[2]" }]);
    const link = await made({ offers });
    const stored = await read(`${link.id}/destination`);
    expect(stored.destination).toBe(link.shortLink);
    expect(stored.offers).toMatchObject(data.offers);
    for (const { since, shown } of stored.offers) expect([since, shown]).toEqual([link.createdAt, true]);
  });

  test("rows of a bulk request and its dry run", async () => {
    const links = [choiceBody(), choiceBody({ offers: [] }), choiceBody({ name: "Other box" })];
    const dry = await post(service, "/v1/links/bulk", { links, dryRun: true }, full);
    expect(dry.json.data.map(({ status }: Json) => status)).toEqual([200, 400, 200]);
    expect(dry.json.data[0].body.data.offers).toHaveLength(4);
    const bulk = await post(service, "/v1/links/bulk", { links }, full);
    expect(bulk.json.data.map(({ status }: Json) => status)).toEqual([201, 400, 201]);
    const { data } = bulk.json.data[2].body;
    expect((await read(data.id)).offers).toEqual(data.offers);
  });

  test("a repeat with the same key is answered as the first, with the keys that were made then", async () => {
    const options = { ...full, headers: { "Idempotency-Key": "choice-1" } };
    const first = await post(service, "/v1/links", choiceBody(), options);
    const again = await post(service, "/v1/links", choiceBody(), options);
    expect([again.json, again.headers.get("Idempotent-Replayed")]).toEqual([first.json, "true"]);
    const count = "SELECT count(*) AS offers FROM link_offers WHERE link_id = ?1";
    expect(await DB.prepare(count).bind(first.json.data.id).first()).toEqual({ offers: 4 });
  });

  test("the list finds it by the product and the address of an offer", async () => {
    const link = await made({
      offers: [OFFERS[0], { ...OFFERS[1], products: [{ retailerProductId: "B0CHOICE99" }] }],
    });
    const found = await get(service, "/v1/links?q=b0choice99&retailer=choice", full);
    expect(found.json.data.map(({ id }: Json) => id)).toEqual([link.id]);
  });

  test("a further QR code needs the scopes of its offers", async () => {
    const link = await made();
    const poor = await service.issueKey({ scopes: ["qr-codes:write", "retailers:bigbox_w"] });
    const path = `/v1/links/${link.id}/qr-codes`;
    expectError(await post(service, path, { identifier: "shelf" }, poor), 403, "insufficient_scope");
    expect((await post(service, path, { identifier: "shelf" }, full)).status).toBe(201);
  });

  test("an offer that is a list has a page of its own until the delivery app has one", async () => {
    const shoppingList = { title: "Taco night", lineItems: [{ name: "tortillas" }] };
    const list = {
      retailer: "delivery_app",
      intent: "shopping_list",
      options: { delivery_app: { shoppingList } },
    };
    const link = await made({ offers: [OFFERS[0], list] });
    const { offers } = await read(`${link.id}/destination`);
    const { pathname } = new URL(offers[1].destination);
    expect(pathname).toBe(`/lists/${link.shortId}/delivery-app`);
    expect(offers[1].page).toMatchObject({ state: "pending" });
    expect((await get(service, pathname)).text).toContain("tortillas");
    expect((await get(service, `/lists/${link.shortId}`)).status).toBe(404);
  });
});

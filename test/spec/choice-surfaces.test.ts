import { describe, expect, test } from "vitest";
import { choiceBody, OFFERS } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { useChoiceApi } from "./choice-api.ts";

const { service, full, made, read } = await useChoiceApi();
const { DB } = service.env;

describe("design: choice links work wherever links do", () => {
  test("a preview returns the destination and warnings of each offer, like the creation", async () => {
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
    expect(formats).toMatchObject([{ field: "offers[2].products[0].retailerProductId" }]);
    const link = await made({ offers });
    const stored = await read(`${link.id}/destination`);
    expect(stored.destination).toBe(link.shortLink);
    const built = data.offers.map(({ commission, ...offer }: Json) => offer);
    expect(stored.offers).toMatchObject(built);
    for (const { since, shown } of stored.offers) expect([since, shown]).toEqual([link.createdAt, true]);
  });

  test("bulk requests and dry runs accept choices", async () => {
    const links = [choiceBody(), choiceBody({ offers: [] }), choiceBody({ name: "Other box" })];
    const dry = await post(service, "/v1/links/bulk", { links, dryRun: true }, full);
    expect(dry.json.data.map(({ status }: Json) => status)).toEqual([200, 400, 200]);
    expect(dry.json.data[0].body.data.offers).toHaveLength(4);
    const bulk = await post(service, "/v1/links/bulk", { links }, full);
    expect(bulk.json.data.map(({ status }: Json) => status)).toEqual([201, 400, 201]);
    const { data } = bulk.json.data[2].body;
    expect((await read(data.id)).offers).toEqual(data.offers);
  });

  test("a retry gets the first response with the offer keys created then", async () => {
    const options = { ...full, headers: { "Idempotency-Key": "choice-1" } };
    const first = await post(service, "/v1/links", choiceBody(), options);
    const again = await post(service, "/v1/links", choiceBody(), options);
    expect([again.json, again.headers.get("Idempotent-Replayed")]).toEqual([first.json, "true"]);
    const count = "SELECT count(*) AS offers FROM link_offers WHERE link_id = ?1";
    expect(await DB.prepare(count).bind(first.json.data.id).first()).toEqual({ offers: 4 });
  });

  test("the list finds a choice by an offer's product and URL", async () => {
    const link = await made({
      offers: [OFFERS[0], { ...OFFERS[1], products: [{ retailerProductId: "B0CHOICE99" }] }],
    });
    const found = await get(service, "/v1/links?q=b0choice99&retailer=choice", full);
    expect(found.json.data.map(({ id }: Json) => id)).toEqual([link.id]);
  });

  test("another QR code requires the scopes of the offers", async () => {
    const link = await made();
    const poor = await service.issueKey({ scopes: ["qr-codes:write", "retailers:bigbox_w"] });
    const path = `/v1/links/${link.id}/qr-codes`;
    expectError(await post(service, path, { identifier: "shelf" }, poor), 403, "insufficient_scope");
    expect((await post(service, path, { identifier: "shelf" }, full)).status).toBe(201);
  });

  test("a list offer has a hosted page until the delivery app has one", async () => {
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

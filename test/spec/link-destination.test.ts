import { describe, expect, test } from "vitest";
import { SCOPES } from "../../src/ground/core/vocabulary.ts";
import { linkDestination } from "../../src/surfaces/api/preview-resources.ts";
import { linkBody } from "../bodies.ts";
import { expectData, expectError, expectLink } from "../expectations.ts";
import { get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const full = await service.issueKey();

const create = async (pair?: string, changes: object = {}) =>
  expectLink(await post(service, "/v1/links", linkBody(pair, changes), full));
const change = async (id: string, patch: object) =>
  expectLink(await send(service, "PATCH", `/v1/links/${id}`, patch, full), 200);
const destinationOf = async (id: string, key = full.key): Promise<Json> =>
  expectData(await get(service, `/v1/links/${id}/destination`, { key }), 200, linkDestination);
const run = (sql: string, ...values: unknown[]) =>
  service.env.DB.prepare(sql)
    .bind(...values)
    .run();

const CART = "https://www.walmart.com/sc/cart/addToCart?items=";

describe("design: the destination of a stored link", () => {
  test("has the reason, the warnings and the time of its creation", async () => {
    const { id, createdAt } = await create("bigbox_w add_to_cart");
    expect(await destinationOf(id)).toEqual({
      destination: `${CART}123456789_2`,
      urlType: "cart",
      reason: { code: "cart_by_items", text: expect.any(String) },
      warnings: [],
      since: createdAt,
      state: "running",
    });
  });

  test("is an absolute URL for pages of the service", async () => {
    const { id, shortId, shortLink } = await create("delivery_app recipe");
    expect(await destinationOf(id)).toMatchObject({
      destination: `${new URL(shortLink).origin}/lists/${shortId}`,
      reason: { code: "page_pending" },
      page: { state: "pending", attempts: 0 },
    });
  });

  test("is returned for an inactive link, with its state", async () => {
    const { id } = await create();
    const before = await destinationOf(id);
    await change(id, { status: "inactive" });
    const warnings = [{ code: "link_inactive", message: expect.any(String) }];
    expect(await destinationOf(id)).toEqual({ ...before, warnings, state: "off" });
    await change(id, { status: "active" });
    expect(await destinationOf(id)).toEqual(before);
  });

  test("changes with the definition; other changes keep destination, reason and since", async () => {
    const { id, createdAt } = await create("bigbox_w add_to_cart");
    const before = await destinationOf(id);
    await change(id, { name: "Another name" });
    await post(service, `/v1/links/${id}/qr-codes`, { identifier: "shelf" }, full);
    // A change of the destination's inputs with the same result.
    await change(id, { fallbackUrl: "https://brand.example/" });
    expect(await destinationOf(id)).toEqual(before);
    const { updatedAt } = await change(id, { intent: "product_detail", options: null });
    expect(await destinationOf(id)).toMatchObject({
      destination: "https://www.walmart.com/ip/123456789",
      reason: { code: "product_page" },
      since: updatedAt,
    });
    const back = await change(id, { intent: "add_to_cart" });
    expect(await destinationOf(id)).toEqual({ ...before, since: back.updatedAt });
    expect(back.updatedAt).not.toBe(createdAt);
  });

  test("is the first preferred shop, or chosen per visit once the shops are known", async () => {
    const delivery_app = { routingMode: "preferred", preferredRetailers: ["aldi", "safeway"] };
    const { id } = await create("delivery_app product_detail", { options: { delivery_app } });
    const destination = "https://www.instacart.com/products/123456789?retailerSlug=aldi";
    expect(await destinationOf(id)).toMatchObject({ destination, reason: { code: "first_preferred_shop" } });
    const routes = JSON.stringify({ url: destination, stores: [{ slug: "safeway", postalCodes: "all" }] });
    await run("UPDATE delivery_app_routes SET routes = ?2 WHERE link_id = ?1", id, routes);
    expect(await destinationOf(id)).toMatchObject({ destination, reason: { code: "shop_per_visit" } });
  });
});

describe("a destination without a recorded reason", () => {
  const forget = (id: string) => run("UPDATE links SET destination_reason = NULL WHERE id = ?1", id);

  test("gets the reason of its definition", async () => {
    const { id } = await create("bigbox_w add_to_cart");
    await forget(id);
    expect(await destinationOf(id)).toMatchObject({ reason: { code: "cart_by_items" } });
  });

  test("ignores a reason code of a later version", async () => {
    const { id } = await create();
    await run("UPDATE links SET destination_reason = 'toString' WHERE id = ?1", id);
    expect(await destinationOf(id)).toMatchObject({ reason: { code: "custom_url" } });
  });
});

describe("since", () => {
  test("is the latest time since which the link has redirected there", async () => {
    const { id, createdAt } = await create("bigbox_w add_to_cart");
    expect(await destinationOf(id)).toMatchObject({ since: createdAt });
    await change(id, { name: "Renamed" });
    expect(await destinationOf(id)).toMatchObject({ since: createdAt });
    const { updatedAt } = await change(id, { products: [{ retailerProductId: "5" }] });
    expect(await destinationOf(id)).toMatchObject({ since: updatedAt });
  });
});

describe("design: access", () => {
  test("is the same as for reading the link", async () => {
    const { id } = await create();
    const ask = async (access: object, linkId = id) =>
      get(service, `/v1/links/${linkId}/destination`, await service.issueKey(access));
    expectError(await ask({ organization: "rival" }), 404, "not_found");
    expectError(await ask({}, "lnk_none"), 404, "not_found");
    const other = { projects: ["other"], createProjects: ["other"] };
    expectError(await ask(other), 403, "project_access_denied");
    const scopes = SCOPES.filter((scope) => scope !== "links:read");
    expectError(await ask({ scopes }), 403, "insufficient_scope");
    expectError(await get(service, `/v1/links/${id}/destination`), 401, "unauthorized");
    expectError(await ask({}, "ab"), 400, "validation_failed");
    const reader = await service.issueKey({ scopes: ["links:read"], projects: ["main"] });
    expect(await destinationOf(id, reader.key)).toMatchObject({ reason: { code: "custom_url" } });
  });
});

import { afterAll, describe, expect, test, vi } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import { readPrimaryEntry } from "../../src/features/short-links/stored-entry.ts";
import { choiceBody } from "../bodies.ts";
import { startDeliveryApp } from "../delivery-app/delivery-app-server.ts";
import { get, type Json, send } from "../requests.ts";
import { cartOf, startAvailabilityService, walmartCart } from "./availability-service.ts";
import { SERVICE_AFFILIATE } from "./choice-api.ts";
import { rowsOf, visit } from "./choice-links.ts";

const app = await startDeliveryApp();
afterAll(() => app.close());
const { walmart, kroger, amazon, service, key, create, eventually, runCron } = await startAvailabilityService(
  {
    vars: { DELIVERY_APP_BASE_URL: app.origin, DELIVERY_APP_POSTAL_CODES: "60601" },
    secrets: { DELIVERY_APP_API_KEY: app.key },
  },
);
const { DB, LINKS } = service.env;

const KROGER_ID = "0001111041700";
const product = (retailer: string, id: string, more: object = {}) => ({
  retailer,
  intent: "product_detail",
  products: [{ retailerProductId: id }],
  ...more,
});
const OWN = { retailer: "custom", intent: "custom_url", customUrl: "https://own.example/milk" };
/** A cart with a backup, two products of other shops, and a URL without an availability check. */
const OFFERS = [
  walmartCart("1", ["2"]),
  product("marketplace", "B000000001"),
  product("grocer_a", KROGER_ID, { location: { zipCode: "45202" } }),
  OWN,
];
const made = (offers: object[], more: object = {}) => create(choiceBody({ offers, ...more }));

const checks = async (id: string) => {
  const { results } = await DB.prepare(
    "SELECT offer_key, outcome FROM availability_checks WHERE link_id = ?1 ORDER BY offer_key",
  )
    .bind(id)
    .all<{ offer_key: string; outcome: string }>();
  return Object.fromEntries(results.map(({ offer_key, outcome }) => [offer_key, outcome]));
};
const copyOf = (shortId: string): Promise<RedirectEntry | null> => LINKS.get(redirectKey(shortId), "json");
/** The offers of the KV copy by key: destination and whether it is sold out. */
const offersInKv = async (shortId: string) =>
  Object.fromEntries(
    (await copyOf(shortId))?.choice?.offers.map(({ key, destination, soldOut }) => [
      key,
      soldOut === undefined ? destination : "sold out",
    ]) ?? [],
  );
const destinationOf = async (id: string): Promise<Json> =>
  (await get(service, `/v1/links/${id}/destination`, { key })).json.data;
const stockIs = (one: string, two: string, amazonType: string, krogerLevel: string) => {
  walmart.products.set("1", { stock: one }).set("2", { stock: two });
  amazon.products.set("B000000001", amazonType);
  kroger.products.set(`01400943 ${KROGER_ID}`, krogerLevel);
};

describe("design: availability of offers works like that of links", () => {
  test("each shop is queried about its products; backups replace them, and sold-out offers leave the page", async () => {
    stockIs("Not available", "Available", "OUT_OF_STOCK", "HIGH");
    const { id, shortId } = await made(OFFERS);
    await eventually(() => checks(id), {
      "bigbox-w": "replaced",
      marketplace: "unavailable",
      "grocer-a": "available",
    });
    expect(Object.keys(await checks(id))).toEqual(["bigbox-w", "grocer-a", "marketplace"]);
    await eventually(() => offersInKv(shortId), {
      "bigbox-w": cartOf("2"),
      marketplace: "sold out",
      custom: OWN.customUrl,
    });
    // D1 has the same values as KV.
    expect(JSON.parse(JSON.stringify(await readPrimaryEntry(DB, shortId, SERVICE_AFFILIATE)))).toEqual(
      await copyOf(shortId),
    );
    const page = await visit(service, `/${shortId}`);
    expect(rowsOf(page)).toEqual(["bigbox-w", "grocer-a", "custom"]);
    expect(page.text).toContain("All shops");
    const { offers } = await destinationOf(id);
    expect(offers.map(({ shown }: Json) => shown)).toEqual([true, false, true, true]);
    expect(offers[0]).toMatchObject({
      destination: cartOf("2"),
      reason: { code: "backup_chosen" },
      availability: { outcome: "replaced" },
    });
    expect(offers[1].availability.outcome).toBe("unavailable");
    expect(offers[3].availability).toBeUndefined();
  });

  test("a job that switches an offer republishes the link and records it in the history", async () => {
    stockIs("Not available", "Available", "OUT_OF_STOCK", "HIGH");
    const { id, shortId } = await made(OFFERS);
    await eventually(() => offersInKv(shortId), { "bigbox-w": cartOf("2"), marketplace: "sold out" });
    const before = await copyOf(shortId);
    const [, , third] = (await destinationOf(id)).offers;

    stockIs("Available", "Available", "IN_STOCK", "TEMPORARILY_OUT_OF_STOCK");
    await runCron(7);
    await eventually(() => offersInKv(shortId), { "bigbox-w": cartOf("1"), "grocer-a": "sold out" });
    const after = await copyOf(shortId);
    expect(after?.version).toBeGreaterThan(before?.version ?? 0);
    expect(after?.choice?.offers[1]).not.toHaveProperty("soldOut");
    // Unchanged destinations keep their start.
    const { offers } = await destinationOf(id);
    expect(offers[2]).toMatchObject({ destination: third.destination, since: third.since });
    expect(offers[0].since > third.since).toBe(true);
    const { json } = await get(service, `/v1/links/${id}/history`, { key });
    expect(json.data[0]).toMatchObject({
      actor: { type: "job", id: "availability of products" },
      changes: [{ field: "offers.bigbox-w.destination", from: cartOf("2"), to: cartOf("1") }],
    });
  });

  test("an unchanged result is republished with its new time, because it hides an offer for a day", async () => {
    stockIs("Available", "Available", "OUT_OF_STOCK", "HIGH");
    const { shortId } = await made(OFFERS);
    const soldOut = async () => (await copyOf(shortId))?.choice?.offers[1]?.soldOut ?? "";
    await expect.poll(soldOut).not.toBe("");
    const first = await soldOut();
    await runCron(7);
    await expect.poll(soldOut).not.toBe(first);
    expect(Date.parse(await soldOut()) - Date.parse(first)).toBeGreaterThan(6 * 3_600_000);
  });

  test("an offer whose catalog is down stays as it is, and the others are looked up", async () => {
    stockIs("Not available", "Available", "OUT_OF_STOCK", "HIGH");
    walmart.fault = (response) => response.destroy();
    const { id, shortId } = await made(OFFERS);
    await eventually(() => offersInKv(shortId), { "bigbox-w": cartOf("1"), marketplace: "sold out" });
    walmart.fault = null;
    await runCron(1);
    await eventually(() => offersInKv(shortId), { "bigbox-w": cartOf("2") });
    expect(await checks(id)).toMatchObject({ "bigbox-w": "replaced" });
  });

  test("removed offers are no longer looked up; changed offers are looked up again", async () => {
    stockIs("Not available", "Available", "OUT_OF_STOCK", "HIGH");
    const { id, shortId } = await made(OFFERS);
    await eventually(() => checks(id), { "bigbox-w": "replaced", marketplace: "unavailable" });
    amazon.products.set("B000000002", "IN_STOCK");
    const offers = [product("marketplace", "B000000002", { key: "marketplace" }), OWN];
    const { status } = await service.fetch(`/v1/links/${id}`, {
      method: "PATCH",
      headers: { "X-Service-API-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify({ offers }),
    });
    expect(status).toBe(200);
    await eventually(() => checks(id), { marketplace: "available" });
    expect(Object.keys(await checks(id))).toEqual(["marketplace"]);
    await expect
      .poll(async () => Object.values(await offersInKv(shortId)))
      .toEqual(["https://www.amazon.com/dp/B000000002?tag=brand-20", OWN.customUrl]);
  });
});

test("the job looks up a changed offer if its shop did not respond during the change", async () => {
  stockIs("Available", "Available", "IN_STOCK", "HIGH");
  const { id } = await made([product("marketplace", "B000000001", { key: "amazon" }), OWN]);
  await eventually(() => checks(id), { amazon: "available" });
  // The job has already seen this link, so it is not new.
  await runCron(1);
  amazon.fault = (response) => response.destroy();
  const offers = [product("marketplace", "B000000002", { key: "amazon" }), OWN];
  expect((await send(service, "PATCH", `/v1/links/${id}`, { offers }, { key })).status).toBe(200);
  expect(await checks(id)).toEqual({ amazon: null });
  amazon.fault = null;
  amazon.products.set("B000000002", "OUT_OF_STOCK");
  await runCron(2);
  await eventually(() => checks(id), { amazon: "unavailable" });
});

const shoppingList = { title: "Taco night", lineItems: [{ name: "tortillas" }] };
const LIST = {
  retailer: "delivery_app",
  intent: "shopping_list",
  options: { delivery_app: { shoppingList } },
};

describe("design: delivery-app offers work like delivery-app links", () => {
  test("the delivery app creates the page of an offer, which then redirects there", async () => {
    const { id, shortId } = await made([LIST, OWN]);
    await expect.poll(async () => (await destinationOf(id)).offers[0].page?.state).toBe("made");
    const [list, own] = (await destinationOf(id)).offers;
    expect(list).toMatchObject({
      urlType: "instacart_list",
      destination: app.asked.length > 0 && expect.anything(),
    });
    expect(new URL(list.destination).host).toBe("www.instacart.com");
    expect(own.page).toBeUndefined();
    await eventually(() => offersInKv(shortId), { "delivery-app": list.destination });
    expect((await visit(service, `/${shortId}/delivery-app`)).headers.get("Location")).toBe(list.destination);
    // The hosted page stays for shoppers who have it open.
    expect((await get(service, `/lists/${shortId}/delivery-app`)).text).toContain("tortillas");
  });

  test("the shopper's postal code selects the shop of an offer", async () => {
    for (const [slug, code] of [
      ["safeway", "60614"],
      ["aldi", "60601"],
    ])
      await DB.prepare(
        "INSERT INTO delivery_app_retailer_postal_codes VALUES (?1, ?2, '2026-11-01T00:00:00.000Z')",
      )
        .bind(slug, code)
        .run();
    const options = {
      delivery_app: { routingMode: "preferred", preferredRetailers: ["safeway", "aldi"] },
    };
    const { shortId } = await made([product("delivery_app", "42", { options }), OWN]);
    await vi.waitUntil(async () => (await copyOf(shortId))?.choice?.offers[0]?.stores, { timeout: 20_000 });
    const led = async (postalCode: string, country = "US") => {
      const init = { redirect: "manual", cf: { country, postalCode } } as RequestInit;
      return (await service.fetch(`/${shortId}/delivery-app`, init)).headers.get("Location");
    };
    const page = "https://www.instacart.com/products/42";
    expect(await led("60614")).toBe(`${page}?retailerSlug=safeway`);
    expect(await led("60601")).toBe(`${page}?retailerSlug=aldi`);
    expect(await led("60601", "DE")).toBe(`${page}?retailerSlug=safeway`);
  });
});

import { describe, expect, test } from "vitest";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { cartOf, startAvailabilityService, walmartCart } from "./availability-service.ts";
import { expectReplay } from "./idempotent-writes.ts";

const OFFER = "0123456789ABCDEF0123456789ABCDEF";
const {
  walmart,
  kroger,
  amazon,
  service,
  key,
  create,
  stored,
  check,
  eventually,
  published,
  locationOf,
  runCron,
} = await startAvailabilityService();

describe("a link whose first product is unavailable", () => {
  test("redirects to its backup from the start, to the product once it is back, and to the backup again", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    const [link, visitedLater] = [
      await create(walmartCart("1", ["2"])),
      await create(walmartCart("1", ["2"])),
    ];
    expect(await locationOf(link)).toBe(cartOf("2"));
    await eventually(() => check(link.id), { outcome: "replaced", product_ids: '["2"]', failures: 0 });
    expect(await stored(link.id)).toMatchObject({ version: 1 });

    walmart.products.set("1", { stock: "Limited Supply" });
    await runCron(7);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("1"), url_type: "cart", version: 2 });
    expect(await published(link.shortId)).toBe(cartOf("1"));
    expect(await locationOf(visitedLater)).toBe(cartOf("1"));
    expect(await check(link.id)).toMatchObject({ outcome: "available", product_ids: '["1"]' });

    walmart.products.set("1", { stock: "Not available" });
    await runCron(14);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2"), version: 3 });
    expect(await published(link.shortId)).toBe(cartOf("2"));
  });

  test("of grocer_a uses the nearest shop", async () => {
    kroger.products.set("01400943 0000000000001", "TEMPORARILY_OUT_OF_STOCK");
    kroger.products.set("01400943 0000000000002", "LOW");
    const link = await create({
      retailer: "grocer_a",
      intent: "product_detail",
      products: [{ retailerProductId: "1", backupProductIds: ["3", "2"] }],
      location: { zipCode: "45202" },
    });
    await eventually(() => check(link.id), { outcome: "replaced" });
    expect(await locationOf(link)).toBe("https://www.kroger.com/p/-/0000000000002");
    kroger.products.set("01400943 0000000000001", "HIGH");
    await runCron(7);
    expect(await published(link.shortId)).toBe("https://www.kroger.com/p/-/0000000000001");
    expect(kroger.requests.filter((request) => request.includes("token"))).toHaveLength(1);
    expect(kroger.requests.filter((request) => request.includes("locations"))).toHaveLength(1);
  });

  test("of marketplace redirects to its backup", async () => {
    amazon.products.set("B000000001", "OUT_OF_STOCK").set("B000000002", "IN_STOCK");
    const link = await create({
      retailer: "marketplace",
      intent: "product_detail",
      products: [{ retailerProductId: "B000000001", backupProductIds: ["B000000002"] }],
    });
    await eventually(() => check(link.id), { outcome: "replaced" });
    expect(await locationOf(link)).toBe("https://www.amazon.com/dp/B000000002?tag=brand-20");
    amazon.products.set("B000000002", "UNAVAILABLE");
    await runCron(7);
    expect(await published(link.shortId)).toBe("https://www.amazon.com/dp/B000000001?tag=brand-20");
    expect(await check(link.id)).toMatchObject({ outcome: "unavailable", product_ids: '["B000000001"]' });
  });
});

test("a third-party offer decides the cart", async () => {
  walmart.products.set("1", { stock: "Available", marketplace: true, offerId: OFFER });
  const link = await create({
    ...walmartCart("1", []),
    options: { bigbox_w: { preferOffersForMarketplace: true } },
  });
  expect(await locationOf(link)).toBe(`https://www.walmart.com/sc/cart/addToCart?offers=${OFFER}_2`);
  await eventually(() => check(link.id), { outcome: "available" });
});

test("the response contains the products as sent", async () => {
  walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
  const { id } = await create(walmartCart("1", ["2"]));
  await eventually(() => check(id), { outcome: "replaced" });
  const answer = await service.fetch(`/v1/links/${id}`, { headers: { "X-Service-API-Key": key } });
  expect(await answer.json()).toMatchObject({ data: { products: walmartCart("1", ["2"]).products } });
});

describe("no retailer is queried", () => {
  test.each([
    ["for a retailer without an API", { ...walmartCart("1", ["2"]), retailer: "bigbox_t" }],
    ["without a shop", { ...walmartCart("1", ["2"]), retailer: "grocer_a", intent: "product_detail" }],
  ])("%s", async (_, fields) => {
    const { id } = await create(fields);
    await runCron(1);
    expect([walmart, kroger, amazon].flatMap((fake) => fake.calls)).toEqual([]);
    expect(await check(id)).toBeNull();
  });
});

test("a replayed creation does not query again", async () => {
  walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
  const body = { projectId: "main", name: "Test", ...walmartCart("1", ["2"]) };
  const idempotencyKey = "idempotency-of-a-look-up";
  const first = await post(service, "/v1/links", body, { key, idempotencyKey });
  const { scope } = await idempotencyRequest("acme", "POST", "/v1/links", idempotencyKey, body);
  await eventually(() => service.env.IDEMPOTENCY.get(scope, "json"), { scope });
  await eventually(() => check(expectLink(first).id), { outcome: "replaced" });
  const calls = walmart.calls.length;
  expect(calls).toBeGreaterThan(0);
  expectReplay(await post(service, "/v1/links", body, { key, idempotencyKey }), first);
  expect(walmart.calls).toHaveLength(calls);
});

test("creation does not query the retailer once its part of the daily calls is used up", async () => {
  walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
  await service.env.DB.prepare(
    "INSERT INTO catalog_calls (retailer, purpose, day, calls) VALUES (?1, ?2, ?3, ?4)",
  )
    .bind("bigbox_w", "creation", new Date().toISOString().slice(0, 10), 2000)
    .run();
  const { id } = await create(walmartCart("1", ["2"]));
  expect(await stored(id)).toMatchObject({ destination: cartOf("1") });
  expect(walmart.calls).toEqual([]);
});

test("100 products with 25 backups each are accepted and checked", async () => {
  const products = Array.from({ length: 100 }, (_, index) => {
    const backupProductIds = Array.from({ length: 25 }, (_, backup) => String(10_000 + index * 25 + backup));
    walmart.products.set(String(100 + index), { stock: index === 7 ? "Not available" : "Available" });
    return { retailerProductId: String(100 + index), quantity: 1, backupProductIds };
  });
  walmart.products.set("10199", { stock: "Last few items" });
  const link = await create({ retailer: "bigbox_w", intent: "add_to_cart", products });
  await eventually(() => check(link.id), { outcome: "replaced" });
  const ids = products.map(({ retailerProductId }) =>
    retailerProductId === "107" ? "10199" : retailerProductId,
  );
  await eventually(() => stored(link.id), {
    destination: `https://www.walmart.com/sc/cart/addToCart?items=${ids.map((id) => `${id}_1`).join(",")}`,
  });
  expect(walmart.calls.map((call) => call.length)).toEqual([20, 20, 20, 20, 20, 20, 5]);
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Answer, post } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import {
  AMAZON_SECRETS,
  ASSOCIATES_TAG,
  FAULTS,
  type FakeRetailer,
  KROGER_SECRETS,
  startFakeAmazon,
  startFakeKroger,
  startFakeWalmart,
  WALMART_SECRETS,
  type WalmartItem,
} from "../services/fake-retailers.ts";

const HOUR = 3_600_000;
const OFFER = "0123456789ABCDEF0123456789ABCDEF";
let walmart: FakeRetailer<WalmartItem>;
let kroger: Awaited<ReturnType<typeof startFakeKroger>>;
let amazon: FakeRetailer<string | null>;
let service: Service;
let key: string;

beforeAll(async () => {
  walmart = await startFakeWalmart();
  kroger = await startFakeKroger({ "45202": "01400943" });
  amazon = await startFakeAmazon();
  service = await startService({
    vars: {
      WALMART_BASE_URL: walmart.origin,
      KROGER_BASE_URL: `${kroger.origin}/`,
      AMAZON_BASE_URL: amazon.origin,
      AMAZON_TOKEN_URL: `${amazon.origin}/auth/o2/token`,
      AMAZON_ASSOCIATES_TAG: ASSOCIATES_TAG,
    },
    secrets: { ...WALMART_SECRETS, ...KROGER_SECRETS, ...AMAZON_SECRETS },
  });
  ({ key } = await service.issueKey());
});
afterAll(async () => {
  const logs = service.logs().join("\n");
  await service.close();
  await Promise.all([walmart, kroger, amazon].map((fake) => fake.close()));
  const secrets = [KROGER_SECRETS.KROGER_CLIENT_SECRET, AMAZON_SECRETS.AMAZON_CLIENT_SECRET, "PRIVATE KEY"];
  for (const secret of [...secrets, "kroger-token", "amazon-token"]) expect(logs).not.toContain(secret);
});
beforeEach(async () => {
  // Links of earlier tests are nobody's business any more.
  await service.env.DB.prepare(
    `INSERT INTO availability_enrolment (id, last_link_id) SELECT 1, coalesce(max(id), '') FROM links WHERE true
     ON CONFLICT (id) DO UPDATE SET last_link_id = excluded.last_link_id`,
  ).run();
  for (const table of ["availability_checks", "catalog_calls"]) {
    await service.env.DB.prepare(`DELETE FROM ${table}`).run();
  }
});
afterEach(() => {
  for (const fake of [walmart, kroger, amazon]) {
    fake.products.clear();
    fake.calls.length = 0;
    fake.fault = null;
  }
});

const create = async (fields: Record<string, unknown>): Promise<Link> =>
  created(await post(service, "/v1/links", { projectId: "main", name: "Test", ...fields }, { key }));
interface Link {
  id: string;
  shortId: string;
}
function created(answer: Answer): Link {
  expect(answer.status).toBe(201);
  return answer.json.data;
}
const walmartCart = (primary: string, backups: string[]) => ({
  retailer: "bigbox_w",
  intent: "add_to_cart",
  products: [{ retailerProductId: primary, quantity: 2, backupProductIds: backups }],
});
const cartOf = (id: string) => `https://www.walmart.com/sc/cart/addToCart?items=${id}_2`;

const stored = (id: string) =>
  service.env.DB.prepare("SELECT destination, url_type, version, updated_at FROM links WHERE id = ?1")
    .bind(id)
    .first<{ destination: string; url_type: string; version: number; updated_at: string }>();
const check = (id: string) =>
  service.env.DB.prepare(
    "SELECT outcome, product_ids, checked_at, failures, due_at FROM availability_checks WHERE link_id = ?1",
  )
    .bind(id)
    .first<{ outcome: string; product_ids: string; checked_at: string; failures: number; due_at: string }>();
/** What was begun after an answer shows up a little later. */
const eventually = <T>(look: () => Promise<T>, expected: unknown) =>
  expect.poll(look, { timeout: 30_000 }).toMatchObject(expected as object);
const published = async (shortId: string) =>
  (await service.env.LINKS.get<{ destination: string }>(`link:${shortId}`, "json"))?.destination;
const locationOf = async ({ shortId }: Link) =>
  (await service.fetch(`/${shortId}`, { redirect: "manual" })).headers.get("Location");
const runCron = (hours: number) => service.scheduled("* * * * *", new Date(Date.now() + hours * HOUR));

describe("a link whose first product is out", () => {
  test("leads to its backup from the start, to the product when it is back, and to the backup again", async () => {
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

    walmart.products.set("1", { availableOnline: false });
    await runCron(14);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2"), version: 3 });
    expect(await published(link.shortId)).toBe(cartOf("2"));
  });

  test("of grocer_a, by the nearest shop", async () => {
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

  test("of marketplace", async () => {
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

test("a third party's offer decides the cart", async () => {
  walmart.products.set("1", { stock: "Available", marketplace: true, offerId: OFFER });
  const link = await create({
    ...walmartCart("1", []),
    options: { bigbox_w: { preferOffersForMarketplace: true } },
  });
  expect(await locationOf(link)).toBe(`https://www.walmart.com/sc/cart/addToCart?offers=${OFFER}_2`);
  await eventually(() => check(link.id), { outcome: "available" });
});

test("the answer holds the products as they were sent", async () => {
  walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
  const { id } = await create(walmartCart("1", ["2"]));
  await eventually(() => check(id), { outcome: "replaced" });
  const answer = await service.fetch(`/v1/links/${id}`, { headers: { "X-Service-API-Key": key } });
  expect(await answer.json()).toMatchObject({ data: { products: walmartCart("1", ["2"]).products } });
});

describe("nothing is asked", () => {
  test.each([
    ["without backups", { ...walmartCart("1", []) }],
    ["where the retailer can't be asked", { ...walmartCart("1", ["2"]), retailer: "bigbox_t" }],
    ["without a shop", { ...walmartCart("1", ["2"]), retailer: "grocer_a", intent: "product_detail" }],
  ])("%s", async (_, fields) => {
    const { id } = await create(fields);
    await runCron(1);
    expect([walmart, kroger, amazon].flatMap((fake) => fake.calls)).toEqual([]);
    expect(await check(id)).toBeNull();
  });
});

describe("the cron", () => {
  test("writes nothing to a link whose outcome is the same", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    const link = await create(walmartCart("1", ["2"]));
    await eventually(() => check(link.id), { outcome: "replaced" });
    const before = await stored(link.id);
    const checkedAt = (await check(link.id))?.checked_at ?? "";
    await runCron(7);
    expect(await stored(link.id)).toEqual(before);
    expect((await check(link.id))?.checked_at.localeCompare(checkedAt)).toBe(1);
  });

  test("does not ask again before it is due, nor for inactive links", async () => {
    walmart.products.set("1", { stock: "Available" });
    const { id } = await create(walmartCart("1", ["2"]));
    await eventually(() => check(id), { outcome: "available" });
    const calls = walmart.calls.length;
    await runCron(5);
    await service.env.DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(id).run();
    await runCron(7);
    expect(walmart.calls).toHaveLength(calls);
  });

  test("takes up what creation could not do", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    walmart.fault = FAULTS["500"];
    const link = await create(walmartCart("1", ["2"]));
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("1") });
    walmart.fault = null;
    await runCron(0);
    expect(await check(link.id), "left to creation for some minutes").toBeNull();
    await runCron(1);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2"), version: 2 });
    expect(await locationOf(link)).toBe(cartOf("2"));
  });

  test("run twice at once asks once", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    const links = [await create(walmartCart("1", ["2"])), await create(walmartCart("1", ["2"]))];
    for (const { id } of links) await eventually(() => check(id), { outcome: "replaced" });
    walmart.calls.length = 0;
    walmart.products.set("1", { stock: "Available" });
    await Promise.all([runCron(7), runCron(7)]);
    expect(walmart.calls.flat()).toEqual(["1"]);
    for (const { id } of links) expect(await stored(id)).toMatchObject({ version: 2 });
  });

  test("shares calls between links, within each hour's part of the day's calls", async () => {
    const ids = Array.from({ length: 41 }, (_, index) => String(1000 + index));
    walmart.fault = FAULTS["500"];
    for (const id of ids) await create(walmartCart(id, ["2"]));
    walmart.fault = null;
    walmart.calls.length = 0;
    const time = new Date(Date.now() + HOUR);
    const allowed = Math.floor((3000 * (time.getUTCHours() + 1)) / 24);
    await service.env.DB.prepare(
      "INSERT INTO catalog_calls (retailer, purpose, day, calls) VALUES (?1, ?2, ?3, ?4)",
    )
      .bind("bigbox_w", "recheck", time.toISOString().slice(0, 10), allowed - 2)
      .run();
    await service.scheduled("* * * * *", time);
    expect(walmart.calls.map((call) => call.length)).toEqual([20, 20]);
    await service.scheduled("* * * * *", time);
    expect(walmart.calls).toHaveLength(2);
    const next = new Date(Math.ceil((time.getTime() + 1) / HOUR) * HOUR);
    await service.scheduled("* * * * *", next);
    expect(walmart.calls.map((call) => call.length)).toEqual([20, 20, 1]);
  });

  test("keeps what it knew while the retailer does not answer, for a day", async () => {
    walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
    const link = await create(walmartCart("1", ["2"]));
    await eventually(() => check(link.id), { outcome: "replaced" });
    walmart.fault = FAULTS["429"];
    await runCron(7);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2"), version: 1 });
    expect(await check(link.id)).toMatchObject({ outcome: "replaced", failures: 1 });
    await runCron(25);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("1"), version: 2 });
    expect(await check(link.id)).toMatchObject({ outcome: "unknown", failures: 2 });
    walmart.fault = null;
    await runCron(28);
    expect(await stored(link.id)).toMatchObject({ destination: cartOf("2"), version: 3 });
    expect(await check(link.id)).toMatchObject({ outcome: "replaced", failures: 0 });
  });
});

test("creation leaves the retailer alone once its part of the day's calls is used up", async () => {
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

test("100 products with 25 backups each are accepted and judged", async () => {
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

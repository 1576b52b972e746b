import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FakeRetailer,
  held,
  startFakeWalmart,
  WALMART_SECRETS,
  type WalmartItem,
} from "../availability/fake-retailers.ts";
import { restoreRows, rowsIn } from "../database-rows.ts";
import { startServer } from "../platform/local-server.ts";
import { post } from "../requests.ts";
import type { RunningService } from "../service.ts";
import { useService } from "../use-service.ts";
import { withVariables } from "./with-variables.ts";

const shared = await useService({ config: { main: "test/faults/worker.ts" } }, "acme");

const body = {
  projectId: "main",
  name: "Test",
  retailer: "bigbox_w",
  intent: "add_to_cart",
  products: [{ retailerProductId: "1", quantity: 1, backupProductIds: ["2"] }],
};
const cartOf = (id: string) => `https://www.walmart.com/sc/cart/addToCart?items=${id}_1`;

let walmart: FakeRetailer<WalmartItem>;
beforeAll(async () => {
  walmart = await startFakeWalmart();
  walmart.products.set("1", { stock: "Not available" }).set("2", { stock: "Available" });
});
afterAll(() => walmart.close());

const empty = await rowsIn(shared.env.DB);

/** The service with these variables and secrets, and empty storage. */
async function configured(
  variables: Record<string, string>,
): Promise<{ service: RunningService; key: string }> {
  await restoreRows(shared.env.DB, empty);
  return { service: withVariables(shared, variables), key: (await shared.issueKey()).key };
}
const locationOf = async (service: RunningService, shortId: string) =>
  (await service.fetch(`/${shortId}`, { redirect: "manual" })).headers.get("Location");

test("a retailer that hangs delays only its own look-up", async () => {
  const { service, key } = await configured({ WALMART_BASE_URL: walmart.origin, ...WALMART_SECRETS });
  const { fault, arrived, release } = held();
  walmart.fault = fault;
  const first = await post(service, "/v1/links", body, { key, idempotencyKey: "hang-1234" });
  await arrived;
  expect(first.status).toBe(201);
  expect(await locationOf(service, first.json.data.shortId)).toBe(cartOf("1"));
  const replay = await post(service, "/v1/links", body, { key, idempotencyKey: "hang-1234" });
  expect([replay.status, replay.text]).toEqual([201, first.text]);
  const second = await post(service, "/v1/links", body, { key });
  expect(second.status).toBe(201);

  release();
  walmart.fault = null;
  // The second link is not cached yet: its first visit sees the switch that came after the response.
  const { id, shortId } = second.json.data;
  await expect
    .poll(() => service.env.LINKS.get(`link:${shortId}`, "json"), { timeout: 30_000 })
    .toMatchObject({ destination: cartOf("2"), version: 2 });
  expect(await locationOf(service, shortId)).toBe(cartOf("2"));
  const row = await service.env.DB.prepare("SELECT destination, version FROM links WHERE id = ?1")
    .bind(id)
    .first();
  expect(row).toEqual({ destination: cartOf("2"), version: 2 });
  await expect
    .poll(() => service.env.DB.prepare("SELECT outcome FROM availability_checks ORDER BY link_id").raw(), {
      timeout: 30_000,
    })
    .toEqual([["replaced"], ["replaced"]]);
});

/** A key with its beginning and length, and a changed byte. */
const DAMAGED = WALMART_SECRETS.WALMART_PRIVATE_KEY.replace(/(.{60}\n.{60}\n.{10})..../, "$1AAAA");

test("without a reachable API, or with a damaged key, links are as without look-ups", async () => {
  const gone = await startServer(() => {});
  await gone.close();
  for (const secrets of [WALMART_SECRETS, { ...WALMART_SECRETS, WALMART_PRIVATE_KEY: DAMAGED }]) {
    const { service, key } = await configured({ WALMART_BASE_URL: gone.origin, ...secrets });
    const { status, json } = await post(service, "/v1/links", body, { key });
    expect(status).toBe(201);
    expect(await locationOf(service, json.data.shortId)).toBe(cartOf("1"));
    await service.scheduled("* * * * *", new Date(Date.now() + 3_600_000));
    const checks = await service.env.DB.prepare("SELECT outcome, failures FROM availability_checks").all();
    expect(checks.results).toEqual([{ outcome: null, failures: 1 }]);
    const line = service.logs().findLast((message) => message.includes('"event":"check availability"')) ?? "";
    expect(line).toMatch(
      /"retailer":"bigbox_w","failures":\["(the private key is not PKCS#8|[a-z_]+(, status \d+)?)"\]/,
    );
  }
});

test.each([
  ["no credentials", {}, {}],
  ["a part of the credentials", {}, { WALMART_CONSUMER_ID: "consumer-1", KROGER_CLIENT_ID: "client" }],
  [
    "a base address that would carry them unencrypted",
    { WALMART_BASE_URL: "http://retailer.example" },
    WALMART_SECRETS,
  ],
])("with %s, nothing is looked up, at creation or later", async (_, vars, secrets) => {
  walmart.calls.length = 0;
  const { service, key } = await configured({ ...vars, ...secrets });
  const { status, json } = await post(service, "/v1/links", body, { key });
  expect(status).toBe(201);
  await service.scheduled("* * * * *", new Date(Date.now() + 3_600_000));
  expect(await locationOf(service, json.data.shortId)).toBe(cartOf("1"));
  for (const table of ["availability_checks", "availability_enrollment", "catalog_calls"]) {
    expect(await service.env.DB.prepare(`SELECT count(*) FROM ${table}`).raw()).toEqual([[0]]);
  }
});

test("links that were created without credentials are looked up once there are credentials", async () => {
  // Two services share no storage, so links without a look-up replace those of the first service.
  const { service, key } = await configured({ WALMART_BASE_URL: walmart.origin, ...WALMART_SECRETS });
  const today = new Date().toISOString().slice(0, 10);
  await service.env.DB.prepare(
    "INSERT INTO catalog_calls (retailer, purpose, day, calls) VALUES ('bigbox_w', 'creation', ?1, 2000)",
  )
    .bind(today)
    .run();
  const answers = [];
  for (let index = 0; index < 105; index++) answers.push(await post(service, "/v1/links", body, { key }));
  await service.scheduled("* * * * *", new Date(Date.now() + 3_600_000));
  const { results } = await service.env.DB.prepare(
    "SELECT outcome, count(*) AS links FROM availability_checks GROUP BY outcome",
  ).all();
  expect(results).toEqual([{ outcome: "replaced", links: 105 }]);
  expect(await locationOf(service, answers[104]?.json.data.shortId)).toBe(cartOf("2"));
});

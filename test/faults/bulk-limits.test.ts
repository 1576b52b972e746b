import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "../../src/surfaces/api/json-body.ts";
import {
  AMAZON_SECRETS,
  ASSOCIATES_TAG,
  KROGER_SECRETS,
  startFakeAmazon,
  startFakeKroger,
  startFakeWalmart,
  WALMART_SECRETS,
} from "../availability/fake-retailers.ts";
import { linkBody } from "../bodies.ts";
import { startDeliveryApp } from "../delivery-app/delivery-app-server.ts";
import { get, post } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { expectRows, madeLink } from "../spec/bulk.ts";
import { READS } from "./faults.ts";

/** https://developers.cloudflare.com/d1/platform/limits/, on the Free plan, for a request and the work after it. */
const FREE_QUERIES = 50;
/** The most calls of retailers that one request makes, as src/features/availability/availability-extension.ts has it. */
const MAX_CALLS = 20;
/** https://developers.cloudflare.com/kv/platform/limits/ */
const KV_CALLS = 1_000;

let service: Service;
let others: { close(): Promise<unknown> }[];
beforeAll(async () => {
  const [walmart, kroger, amazon] = [
    await startFakeWalmart(),
    await startFakeKroger(),
    await startFakeAmazon(),
  ];
  const app = await startDeliveryApp();
  others = [walmart, kroger, amazon, app];
  service = await startService({
    vars: {
      WALMART_BASE_URL: walmart.origin,
      KROGER_BASE_URL: `${kroger.origin}/`,
      AMAZON_BASE_URL: amazon.origin,
      AMAZON_TOKEN_URL: `${amazon.origin}/auth/o2/token`,
      AMAZON_ASSOCIATES_TAG: ASSOCIATES_TAG,
      DELIVERY_APP_BASE_URL: app.origin,
    },
    secrets: {
      ...WALMART_SECRETS,
      ...KROGER_SECRETS,
      ...AMAZON_SECRETS,
      DELIVERY_APP_API_KEY: app.key,
    },
    config: { main: "test/faults/counting-worker.ts" },
  });
});
afterAll(async () => {
  await service.close();
  await Promise.all(others.map((other) => other.close()));
});

let product = 0;
const products = (count: number, id: (number: number) => string) =>
  Array.from({ length: count }, () => ({
    retailerProductId: id(++product),
    backupProductIds: [id(++product)],
  }));

/** 100 links of every kind with work for a link extension, each in a separate project. */
const KINDS = [
  (projectId: string) =>
    linkBody("bigbox_w add_to_cart", { projectId, products: products(40, (number) => String(number)) }),
  (projectId: string) =>
    linkBody("marketplace add_to_cart", {
      projectId,
      products: products(20, (number) => `B${String(number).padStart(9, "0")}`),
    }),
  (projectId: string) =>
    linkBody("grocer_a product_detail", {
      projectId,
      location: { storeId: projectId },
      products: products(1, (number) => String(number).padStart(13, "0")),
    }),
  (projectId: string) => linkBody("delivery_app recipe", { projectId }),
  (projectId: string) =>
    linkBody("delivery_app product_detail", {
      projectId,
      options: { delivery_app: { routingMode: "preferred", preferredRetailers: ["aldi", "sprouts"] } },
    }),
];
/** One of each kind, and links without work for an extension. */
const oneOfEach = (rows: Record<string, unknown>[]) => [
  ...rows.slice(0, KINDS.length),
  ...rows.slice(KINDS.length).map(({ projectId }) => linkBody("custom custom_url", { projectId })),
];
const projectsOf = (kind: string) => Array.from({ length: 100 }, (_, index) => `${kind}-${index}`);
const rowsOf = (projects: readonly string[]) =>
  projects.map((projectId, index) => KINDS[index % KINDS.length]?.(projectId) ?? {});

/** The same rows with texts that fill the maximum body. */
function filled(rows: readonly Record<string, unknown>[]) {
  const recipes = rows.filter(({ intent }) => intent === "recipe");
  const room = MAX_BODY_BYTES - JSON.stringify({ links: rows }).length - 100 * recipes.length;
  return rows.map((row) => {
    if (row.intent !== "recipe") return row;
    const text = `"\\\n`.repeat(Math.floor(room / recipes.length / 7));
    const instructions = text.match(/.{1,4998}/gs);
    const recipe = { title: "Tacos", ingredients: [{ name: "tortillas" }], instructions };
    return { ...row, options: { delivery_app: { recipe } } };
  });
}

test.each([
  ["small", (rows: Record<string, unknown>[]) => rows],
  ["with one of each kind for link extensions", oneOfEach],
  ["that fill the largest body", filled],
])("design: 100 rows %s stay within the queries of one request", async (kind, fill) => {
  const projects = projectsOf(kind.slice(0, 7).trim().replace(" ", "-"));
  const { key } = await service.issueKey({ createProjects: projects });
  const rows = fill(rowsOf(projects));
  const counts = async () => (await get(service, "/", { headers: { [READS]: "1" } })).json;
  await counts();
  const answer = await post(
    service,
    "/v1/links/bulk",
    { links: rows },
    { key, idempotencyKey: `bulk-limits-${kind}` },
  );
  const links = expectRows(answer).map(madeLink);
  // The work after the response is over once its results are visible.
  for (const { shortId } of links) {
    await expect.poll(() => service.env.LINKS.get(`link:${shortId}`), { timeout: 30_000 }).not.toBeNull();
  }
  await expect.poll(async () => (await service.env.IDEMPOTENCY.list()).keys.length).toBeGreaterThan(0);
  await expect.poll(() => lastUse(key), { timeout: 30_000 }).not.toBeNull();
  const used = await counts();
  // The number of retailers' calls that begin in time depends on the machine. Each needs a query.
  const calls = await service.env.DB.prepare(
    "SELECT coalesce(sum(calls), 0) AS n FROM catalog_calls",
  ).first<number>("n");
  await service.env.DB.exec("DELETE FROM catalog_calls");
  expect(calls).toBeLessThanOrEqual(MAX_CALLS);
  expect(used["DB statements"]).toBeGreaterThan(8);
  expect(used["DB statements"] - (calls ?? 0) + MAX_CALLS).toBeLessThanOrEqual(FREE_QUERIES);
  expect(used["KV calls"]).toBeGreaterThan(100);
  expect(used["KV calls"]).toBeLessThanOrEqual(KV_CALLS);
});

const lastUse = (key: string) =>
  service.env.DB.prepare(
    "SELECT last_used_at FROM api_keys WHERE prefix = substr(?1, 1, length(prefix)) ORDER BY id DESC",
  )
    .bind(key)
    .first("last_used_at");

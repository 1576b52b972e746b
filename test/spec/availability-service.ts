import { afterAll, afterEach, beforeEach, expect } from "vitest";
import {
  AMAZON_SECRETS,
  ASSOCIATES_TAG,
  KROGER_SECRETS,
  startFakeAmazon,
  startFakeKroger,
  startFakeWalmart,
  WALMART_SECRETS,
} from "../availability/fake-retailers.ts";
import { type Answer, post } from "../requests.ts";
import { type ServiceOptions, startService } from "../service.ts";

export const HOUR = 3_600_000;

interface Link {
  id: string;
  shortId: string;
}
function created(answer: Answer): Link {
  expect(answer.status).toBe(201);
  return answer.json.data;
}

/** A cart of bigbox_w with two units of a product that has backups. */
export const walmartCart = (primary: string, backups: string[]) => ({
  retailer: "bigbox_w",
  intent: "add_to_cart",
  products: [{ retailerProductId: primary, quantity: 2, backupProductIds: backups }],
});
/** The URL of a cart with two units of this product. */
export const cartOf = (id: string) => `https://www.walmart.com/sc/cart/addToCart?items=${id}_2`;

/**
 * Starts the service with fake retailers, which are reset between tests, and closes everything after the last test of
 * the file. `more` are additional options of the service.
 */
export async function startAvailabilityService(more: Pick<ServiceOptions, "vars" | "secrets"> = {}) {
  const walmart = await startFakeWalmart();
  const kroger = await startFakeKroger({ "45202": "01400943" });
  const amazon = await startFakeAmazon();
  const service = await startService({
    vars: {
      WALMART_BASE_URL: walmart.origin,
      KROGER_BASE_URL: `${kroger.origin}/`,
      AMAZON_BASE_URL: amazon.origin,
      AMAZON_TOKEN_URL: `${amazon.origin}/auth/o2/token`,
      AMAZON_ASSOCIATES_TAG: ASSOCIATES_TAG,
      ...more.vars,
    },
    secrets: { ...WALMART_SECRETS, ...KROGER_SECRETS, ...AMAZON_SECRETS, ...more.secrets },
  });
  const { key } = await service.issueKey();
  afterAll(async () => {
    const logs = service.logs().join("\n");
    await service.close();
    await Promise.all([walmart, kroger, amazon].map((fake) => fake.close()));
    const secrets = [KROGER_SECRETS.KROGER_CLIENT_SECRET, AMAZON_SECRETS.AMAZON_CLIENT_SECRET, "PRIVATE KEY"];
    for (const secret of [...secrets, "kroger-token", "amazon-token"]) expect(logs).not.toContain(secret);
  });
  beforeEach(async () => {
    // Jobs should ignore links of earlier tests.
    await service.env.DB.prepare(
      `INSERT INTO availability_enrollment (id, last_link_id) SELECT 1, coalesce(max(id), '') FROM links WHERE true
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
  const stored = (id: string) =>
    service.env.DB.prepare("SELECT destination, url_type, version, updated_at FROM links WHERE id = ?1")
      .bind(id)
      .first<{ destination: string; url_type: string; version: number; updated_at: string }>();
  const check = (id: string) =>
    service.env.DB.prepare(
      "SELECT outcome, product_ids, checked_at, failures, due_at FROM availability_checks WHERE link_id = ?1",
    )
      .bind(id)
      .first<{
        outcome: string;
        product_ids: string;
        checked_at: string;
        failures: number;
        due_at: string;
      }>();
  /** Waits for work that continues after the response. */
  const eventually = <T>(look: () => Promise<T>, expected: unknown) =>
    expect.poll(look, { timeout: 30_000 }).toMatchObject(expected as object);
  const published = async (shortId: string) =>
    (await service.env.LINKS.get<{ destination: string }>(`link:${shortId}`, "json"))?.destination;
  const locationOf = async ({ shortId }: Link) =>
    (await service.fetch(`/${shortId}`, { redirect: "manual" })).headers.get("Location");
  const runCron = (hours: number) => service.scheduled("* * * * *", new Date(Date.now() + hours * HOUR));

  return {
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
  };
}

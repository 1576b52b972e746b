import { expect, test, vi } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";

const DAY = 24 * 60 * 60_000;

const service = await useService();
const { key } = await service.issueKey();

/** Records that a sample store serves these postal codes. */
const seen = (id: string, ...codes: string[]) =>
  service.env.DB.batch(
    codes.map((code) =>
      service.env.DB.prepare(
        "INSERT INTO delivery_app_retailer_postal_codes VALUES (?1, ?2, '2026-11-01T00:00:00.000Z')",
      ).bind(id, code),
    ),
  );
await seen("aldi", "10001", "60601");
await seen("safeway", "94103", "60614");

const create = async (delivery: object, changes: object = {}) =>
  expectLink(
    await post(
      service,
      "/v1/links",
      linkBody("delivery_app product_detail", {
        products: [{ retailerProductId: "42" }],
        options: { delivery_app: delivery },
        ...changes,
      }),
      { key },
    ),
  );

/** The destination for a shopper at this place. */
async function led(shortId: string, cf: object): Promise<string | null> {
  const response = await service.fetch(`/${shortId}`, { redirect: "manual", cf } as RequestInit);
  expect(response.status).toBe(302);
  return response.headers.get("Location");
}
const inUs = (postalCode: string) => ({ country: "US", postalCode });

const refreshed = (linkId: string) =>
  vi.waitUntil(
    () =>
      service.env.DB.prepare("SELECT 1 FROM delivery_app_routes WHERE link_id = ?1 AND refreshed_at <> ''")
        .bind(linkId)
        .first(),
    { timeout: 20_000 },
  );
const published = (shortId: string, version: number) =>
  vi.waitUntil(
    async () =>
      (await service.env.LINKS.get<{ version: number }>(`link:${shortId}`, "json"))?.version === version,
    { timeout: 20_000 },
  );

const page = "https://www.instacart.com/products/42";

test("preferred: redirects to the first store that serves the shopper's postal code", async () => {
  const preferred = { routingMode: "preferred", preferredRetailers: ["safeway", "aldi"] };
  const { id, shortId } = await create(preferred, {
    location: { zipCode: "10001" },
    tracking: { utm: { source: "x" } },
  });
  await refreshed(id);
  await published(shortId, 2);
  expect(await led(shortId, inUs("60614"))).toBe(`${page}?utm_source=x&retailerSlug=safeway`);
  expect(await led(shortId, inUs("60601"))).toBe(`${page}?utm_source=x&retailerSlug=aldi`);
  // No store is known there: the first one.
  expect(await led(shortId, inUs("33131"))).toBe(`${page}?retailerSlug=safeway&utm_source=x`);
  // The link's own zip code, for shoppers whose postal code is unknown or of another country.
  expect(await led(shortId, inUs(""))).toBe(`${page}?utm_source=x&retailerSlug=aldi`);
  expect(await led(shortId, { country: "DE", postalCode: "94103" })).toBe(
    `${page}?utm_source=x&retailerSlug=aldi`,
  );
});

test("specific and no_preference: the same store, or no store, for everyone", async () => {
  const specific = await create({
    routingMode: "specific",
    retailer: "publix",
    preferredRetailers: ["aldi", "safeway"],
  });
  const none = await create({ routingMode: "no_preference", preferredRetailers: ["aldi", "safeway"] });
  for (const code of ["60601", "60614"]) {
    expect(await led(specific.shortId, inUs(code))).toBe(`${page}?retailerSlug=publix`);
    expect(await led(none.shortId, inUs(code))).toBe(page);
  }
  const { results } = await service.env.DB.prepare(
    "SELECT link_id FROM delivery_app_routes WHERE link_id IN (?1, ?2)",
  )
    .bind(specific.id, none.id)
    .all();
  expect(results).toEqual([]);
});

test("uses stores found by the job, even if the look-up after creation was killed", async () => {
  const { id, shortId } = await create({ routingMode: "preferred", preferredRetailers: ["meijer", "petco"] });
  await refreshed(id);
  expect(await led(shortId, inUs("48226"))).toBe(`${page}?retailerSlug=meijer`);
  await seen("petco", "48226");
  await service.env.DB.prepare("UPDATE delivery_app_routes SET refreshed_at = '' WHERE link_id = ?1")
    .bind(id)
    .run();
  await service.scheduled("* * * * *", new Date());
  await published(shortId, 2);
  const routes = await service.env.DB.prepare("SELECT routes FROM delivery_app_routes WHERE link_id = ?1")
    .bind(id)
    .first<string>("routes");
  expect(JSON.parse(routes ?? "")).toEqual({
    url: page,
    stores: [
      { slug: "meijer", postalCodes: [] },
      { slug: "petco", postalCodes: ["48226"] },
    ],
  });
  // A day later nothing has changed, and the version stays.
  await service.scheduled("* * * * *", new Date(Date.now() + 2 * DAY));
  const version = await service.env.DB.prepare("SELECT version FROM links WHERE id = ?1")
    .bind(id)
    .first("version");
  expect(version).toBe(2);
});

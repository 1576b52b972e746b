import { describe, expect, test } from "vitest";
import { deliveryAppClient } from "../../src/features/delivery-app/delivery-app-client.ts";
import { pageStore } from "../../src/features/delivery-app/page-store.ts";
import { apiError, raw } from "../delivery-app/delivery-app-server.ts";
import { DAY, MINUTE, useDeliveryAppService } from "./delivery-app-service.ts";

const { app, service, settled, createLink, cron } = await useDeliveryAppService();
const { DB } = service.env;

const dueOf = (row: { next_attempt_at: string | null }) => Date.parse(row.next_attempt_at ?? "");
const refusedBy = (linkId: string) =>
  DB.prepare("SELECT refused_by FROM delivery_app_pages WHERE link_id = ?1")
    .bind(linkId)
    .first<string>("refused_by");

describe("after the delivery app rejected our key", () => {
  test("pages wait while the key is the same, and are requested immediately with another key", async () => {
    app.next(apiError(401, 1002));
    const link = await createLink("delivery_app recipe");
    const row = await settled(link.id, 1);
    expect(dueOf(row)).toBeGreaterThan(Date.now() + 2 * 60 * MINUTE);
    const fingerprint = await deliveryAppClient({ baseUrl: app.origin, key: app.key }).fingerprint();
    expect(await refusedBy(link.id)).toBe(fingerprint);
    app.asked.length = 0;
    await cron(new Date(Date.now() + MINUTE));
    expect(app.asked).toEqual([]);
    // As if another key had been rejected.
    const other = await deliveryAppClient({ baseUrl: app.origin, key: "other" }).fingerprint();
    expect(other).not.toBe(fingerprint);
    await DB.prepare("UPDATE delivery_app_pages SET refused_by = ?1").bind(other).run();
    await cron(new Date(Date.now() + MINUTE));
    expect(await settled(link.id, 1)).toMatchObject({ state: "made" });
    expect(await refusedBy(link.id)).toBeNull();
  });

  test("permanently failed pages are requested again with another key or another base URL", async () => {
    app.next(raw(404, "{}"));
    const link = await createLink("delivery_app recipe");
    await settled(link.id, 1);
    await DB.prepare(
      `UPDATE delivery_app_pages SET state = 'failed', attempts = 12, next_attempt_at = NULL, refused_by = 'other'
       WHERE link_id = ?1`,
    )
      .bind(link.id)
      .run();
    await cron(new Date());
    expect(await settled(link.id, 1)).toMatchObject({ state: "made", attempts: 0 });
  });
});

test("npm run pages -- retry requests failed pages immediately, and no others", async () => {
  app.next(apiError(400, 1001));
  const failed = await createLink("delivery_app recipe");
  await settled(failed.id, 1);
  const made = await createLink("delivery_app recipe");
  await settled(made.id, 1);
  expect(await pageStore(DB).retryFailed(new Date())).toBe(1);
  app.asked.length = 0;
  await cron(new Date(Date.now() + MINUTE));
  expect(await settled(failed.id, 1)).toMatchObject({ state: "made" });
  expect(app.asked).toHaveLength(1);
});

describe("a wait that the delivery app requests", () => {
  test.each([
    ["seconds", () => "7200", 7_200_000],
    ["a date", () => new Date(Date.now() + 7_200_000).toUTCString(), 7_190_000],
  ])("in %s is respected", async (_, header, wait) => {
    app.next(raw(429, "{}", { "Retry-After": header() }));
    const asked = Date.now();
    const link = await createLink("delivery_app recipe");
    expect(dueOf(await settled(link.id, 1))).toBeGreaterThanOrEqual(asked + wait);
  });

  test.each(["soon", "-5", "0", "99999999"])(
    "as %s changes nothing, or half a day at most",
    async (header) => {
      app.next(raw(503, "{}", { "Retry-After": header }));
      const link = await createLink("delivery_app recipe");
      expect(dueOf(await settled(link.id, 1))).toBeLessThan(Date.now() + DAY / 2 + MINUTE);
    },
  );
});

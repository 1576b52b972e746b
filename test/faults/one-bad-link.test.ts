import { describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { publishChanges } from "../../src/features/short-links/publish-changes.ts";
import { deleteExpiredClaims } from "../../src/features/writes/claim-store.ts";
import { raw } from "../delivery-app/delivery-app-server.ts";
import { dependenciesOf } from "../dependencies.ts";
import { DAY, MINUTE, useDeliveryAppService } from "./delivery-app-service.ts";

const { app, service, rowOf, settled, createLink, cron } = await useDeliveryAppService();
const { DB, LINKS } = service.env;

/** Makes a link unreadable, as an error of an earlier version might have. */
const damage = (linkId: string) =>
  DB.prepare("UPDATE links SET content = '{' WHERE id = ?1").bind(linkId).run();

const linesOf = (linkId: string) => service.logs().filter((line) => line.includes(linkId));

describe("an unreadable link does not stop a job: it is logged and skipped for a while", () => {
  test("pages that are due", async () => {
    app.always(raw(503, ""));
    const bad = await createLink("delivery_app recipe");
    const good = await createLink("delivery_app recipe");
    for (const { id } of [bad, good]) await settled(id, 1);
    await damage(bad.id);
    app.always(null);
    const time = Date.now() + 2 * MINUTE;
    await cron(new Date(time));
    expect(await settled(good.id, 2)).toMatchObject({ state: "made" });
    const row = await settled(bad.id, 2);
    expect(row).toMatchObject({ state: "pending", last_error: "error" });
    expect(Date.parse(row.next_attempt_at ?? "")).toBeGreaterThanOrEqual(time + MINUTE);
    expect(linesOf(bad.id).join()).toContain('"event":"maintain pages"');
  });

  test("pages that expire", async () => {
    const links = [await createLink("delivery_app recipe"), await createLink("delivery_app recipe")];
    const [bad, good] = links;
    if (!bad || !good) throw new Error("two links");
    for (const { id } of links) await settled(id, 1);
    await damage(bad.id);
    const update = "UPDATE delivery_app_pages SET next_attempt_at = NULL, expires_at = ?2 WHERE link_id = ?1";
    await DB.prepare(update).bind(bad.id, "2020-01-01T00:00:00.000Z").run();
    await DB.prepare(update).bind(good.id, "2020-01-02T00:00:00.000Z").run();
    await cron(new Date());
    expect(await rowOf(good.id)).toMatchObject({ page_url: null, destination: `/lists/${good.shortId}` });
    expect((await rowOf(bad.id))?.page_url).not.toBeNull();
    const lines = linesOf(bad.id).length;
    await cron(new Date(Date.now() + MINUTE));
    expect(linesOf(bad.id), "left alone").toHaveLength(lines);
    await cron(new Date(Date.now() + 61 * MINUTE));
    expect(linesOf(bad.id).length).toBeGreaterThan(lines);
  });

  test("shop choices", async () => {
    const options = { delivery_app: { routingMode: "preferred", preferredRetailers: ["aldi", "publix"] } };
    const bad = await createLink("delivery_app product_detail", { options });
    const good = await createLink("delivery_app product_detail", { options });
    const refreshed = async (linkId: string): Promise<string> =>
      (await DB.prepare("SELECT refreshed_at FROM delivery_app_routes WHERE link_id = ?1")
        .bind(linkId)
        .first<string>("refreshed_at")) ?? "";
    for (const { id } of [bad, good]) await expect.poll(() => refreshed(id)).not.toBe("");
    await damage(bad.id);
    await DB.prepare("UPDATE delivery_app_routes SET refreshed_at = ''").run();
    const time = Date.now();
    await cron(new Date(time));
    expect(Date.parse(await refreshed(good.id))).toBeGreaterThanOrEqual(time);
    // Due again in an hour, when it is a day old.
    const due = Date.parse(await refreshed(bad.id)) + DAY;
    expect(due).toBeGreaterThan(time + 59 * MINUTE);
    expect(due).toBeLessThan(time + 70 * MINUTE);
    expect(linesOf(bad.id).join()).toContain('"event":"refresh shop choices"');
  });

  test("changes to publish again", async () => {
    const bad = await createLink("custom custom_url");
    const good = await createLink("custom custom_url");
    for (const { shortId } of [bad, good])
      await expect.poll(() => LINKS.get(redirectKey(shortId))).not.toBeNull();
    await DB.prepare("DELETE FROM link_changes").run();
    for (const [{ id }, time] of [
      [bad, "2020-01-01T00:00:00.000Z"],
      [good, "2020-01-02T00:00:00.000Z"],
    ] as const)
      await DB.prepare(
        "UPDATE links SET status = 'inactive', version = version + 1, updated_at = ?2 WHERE id = ?1",
      )
        .bind(id, time)
        .run();
    // KV itself, except one key that it rejects.
    const put: KVNamespace["put"] = (key: string, ...rest: [string]) =>
      key === redirectKey(bad.shortId) ? Promise.reject(new Error("no")) : LINKS.put(key, ...rest);
    const kv = new Proxy(LINKS, {
      get: (target, name) => (name === "put" ? put : Reflect.get(target, name, target)),
    });
    const now = new Date();
    await publishChanges({ ...dependenciesOf({ ...service.env, LINKS: kv }), now: () => now, due: now });
    expect(await LINKS.get(redirectKey(good.shortId))).toContain("inactive");
    const { results } = await DB.prepare("SELECT short_id, queued_at FROM link_changes").all();
    expect(results).toEqual([{ short_id: bad.shortId, queued_at: now.toISOString() }]);
  });
});

describe("expired claims are deleted", () => {
  const fill = (count: number) =>
    DB.prepare(
      `INSERT INTO idempotency_claims (scope, owner, fingerprint, receipt, created_at, expires_at, organization_id)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
       SELECT printf('%064d', n), 'o', printf('%064d', n), '', '2020-01-01', '2020-01-02', 'acme' FROM numbers`,
    )
      .bind(count)
      .run();
  const left = () => DB.prepare("SELECT count(*) AS claims FROM idempotency_claims").first<number>("claims");

  test("all of them, however many there are", async () => {
    await fill(12_000);
    expect(await deleteExpiredClaims({ db: DB, due: new Date(), now: () => new Date() })).toBe(12_000);
    expect(await left()).toBe(0);
  });

  test("until the time of the run is used up", async () => {
    await fill(12_000);
    const times = [0, 10_000, 30_000];
    const now = () => new Date(Date.now() + (times.shift() ?? 0));
    expect(await deleteExpiredClaims({ db: DB, due: new Date(), now })).toBe(10_000);
    expect(await left()).toBe(2_000);
    await deleteExpiredClaims({ db: DB, due: new Date(), now: () => new Date() });
  });
});

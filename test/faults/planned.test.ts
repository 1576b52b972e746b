// @module-tag deep
import fc from "fast-check";
import { expect, test } from "vitest";
import { startFakeWalmart, WALMART_SECRETS } from "../availability/fake-retailers.ts";
import { linkBody } from "../bodies.ts";
import { startDeliveryApp } from "../delivery-app/delivery-app-server.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { atEndOfWorker, useService } from "../use-service.ts";
import { PLAN } from "./planned.ts";
import { type Run, step, take } from "./planned-steps.ts";

// Requests to other companies go to these servers.
const [walmart, app] = await Promise.all([startFakeWalmart(), startDeliveryApp()]);
atEndOfWorker(async () => {
  await Promise.all([walmart.close(), app.close()]);
});
const service = await useService({
  config: { main: "test/faults/worker.ts" },
  vars: {
    WALMART_BASE_URL: walmart.origin,
    DELIVERY_APP_BASE_URL: app.origin,
    DELIVERY_APP_POSTAL_CODES: "60601",
  },
  secrets: { ...WALMART_SECRETS, DELIVERY_APP_API_KEY: app.key },
});
const { key } = await service.issueKey();

let clock = 0;

const linkCount = async (): Promise<number> =>
  (await service.env.DB.prepare("SELECT COUNT(*) AS count FROM links").first<number>("count")) ?? 0;

/** Each acknowledged link exists once, as it was acknowledged; nothing else exists. */
async function expectBalance({ links }: Run, before: number): Promise<void> {
  expect((await linkCount()) - before).toBe(links.length);
  expect(new Set(links.map(({ shortId }) => shortId)).size).toBe(links.length);
  for (const { id, customUrl, codes: number, slug } of links) {
    const { json } = await get(service, `/v1/links/${id}/definition`, { key });
    expect([json.data.customUrl, json.data.slug]).toEqual([customUrl, slug]);
    const codes = await get(service, `/v1/links/${id}/qr-codes?limit=100`, { key });
    const identifiers = codes.json.data.map(({ identifier }: Json) => identifier);
    expect(identifiers).toHaveLength(number);
    expect(new Set(identifiers).size).toBe(number);
  }
}

// The first test of this file: the generator repeats its first values.
test("a repeated random short id is drawn again, and redirects only to its first link", async () => {
  const create = async (word: string, plan: string) => {
    const body = linkBody("custom custom_url", { customUrl: `https://example.com/${word}` });
    return expectLink(await post(service, "/v1/links", body, { key, headers: { [PLAN]: plan } }));
  };
  const first = await create("first", "repeats");
  const second = await create("second", "repeats");
  expect(second.shortId).not.toBe(first.shortId);
  for (const [{ shortId }, word] of [
    [first, "first"],
    [second, "second"],
  ] as const)
    expect((await get(service, `/${shortId}`)).headers.get("Location")).toBe(`https://example.com/${word}`);
  // Once the first link has another short id, the same draw gives the original: the generator did repeat itself.
  await service.env.DB.prepare("UPDATE links SET short_id = 'zzzzzzzz' WHERE id = ?1").bind(first.id).run();
  expect((await create("third", "repeats")).shortId).toBe(first.shortId);
});

test("a repeated random identifier of a code is drawn again, and a caller's repeated identifier is rejected", async () => {
  const { id } = expectLink(await post(service, "/v1/links", linkBody("custom custom_url"), { key }));
  const create = (body: object) =>
    post(service, `/v1/links/${id}/qr-codes`, body, { key, headers: { [PLAN]: "repeats" } });
  const made = [await create({}), await create({ name: "Shelf" }), await create({})];
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(made.map(({ json }) => json.data.identifier)).size).toBe(3);
  await create({ identifier: "named" });
  expectError(await create({ identifier: "named" }), 409, "duplicate_identifier");
});

test("under any faults of bindings, other companies, clock and randomness, no acknowledged write is lost, repeated or misreported", {
  timeout: patience() * 2,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12, size: "max" }), async (steps) => {
      // The last run's links are no longer cached.
      clock += 80_000;
      const before = await linkCount();
      const run: Run = { service, key, links: [], clock };
      for (const each of steps) await take(run, each);
      await expectBalance(run, before);
    }),
    { numRuns: runs(25), seed: SEED },
  );
});

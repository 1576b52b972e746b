import { beforeEach, expect, test } from "vitest";
import { CLAIM_COLUMNS, deleteExpiredClaims } from "../../src/features/writes/claim-store.ts";
import { RECEIPT_BYTES } from "../../src/features/writes/usage-statements.ts";
import { CREATED } from "../links/links.ts";
import { useService } from "../use-service.ts";
import { claimOf, hold } from "./claims.ts";

const service = await useService();
beforeEach(async () => {
  await service.env.DB.prepare("DELETE FROM idempotency_claims").run();
});

test("a claim is deleted exactly 24 hours after it was made", async () => {
  const { DB } = service.env;
  const [older, newer] = [claimOf("older", CREATED, { hoursAgo: 1 }), claimOf("newer", CREATED)];
  for (const claim of [older, newer]) await hold(DB, claim);
  const owners = async () =>
    (await DB.prepare("SELECT owner FROM idempotency_claims ORDER BY owner").raw<[string]>()).flat();
  const deleteAsOf = (time: number) =>
    deleteExpiredClaims({ db: DB, due: new Date(time), now: () => new Date(time) });
  expect(await deleteAsOf(Date.parse(older.expiresAt) - 1)).toBe(0);
  expect(await owners()).toEqual(["newer", "older"]);
  expect(await deleteAsOf(Date.parse(older.expiresAt))).toBe(1);
  expect(await owners()).toEqual(["newer"]);
  expect(await deleteAsOf(Date.parse(newer.expiresAt))).toBe(1);
  expect(await owners()).toEqual([]);
});

/** Many claims that have expired, with a text of 5 bytes each, those of every second for an organization. */
const fill = (count: number, organization: string) =>
  service.env.DB.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
     INSERT INTO idempotency_claims (${CLAIM_COLUMNS})
     SELECT printf('%064d', n), 'o', printf('%064d', n), 'texts', '', '2026-11-20', iif(n % 2 = 0, ?2, 'other') FROM numbers`,
  )
    .bind(count, organization)
    .run();

test("deletes in batches until none is left, and releases their bytes", async () => {
  const { DB } = service.env;
  await DB.prepare(
    "INSERT INTO organization_usage (organization_id, stored_bytes) VALUES (?1, 5000000) ON CONFLICT DO UPDATE SET stored_bytes = 5000000",
  )
    .bind(service.organization)
    .run();
  await fill(5_001, service.organization);
  await hold(DB, { ...claimOf("unexpired", CREATED), organizationId: service.organization });
  const job = (milliseconds: number) => {
    const times = [0, milliseconds].map((after) => new Date(CREATED.getTime() + after));
    return deleteExpiredClaims({ db: DB, due: CREATED, now: () => times.shift() ?? CREATED });
  };
  expect(await job(30_000)).toBe(5_000);
  expect(await job(0)).toBe(1);
  expect(await DB.prepare("SELECT owner FROM idempotency_claims").first("owner")).toBe("unexpired");
  await fill(5_001, service.organization);
  expect(await job(29_999)).toBe(5_001);
  const used = await DB.prepare("SELECT stored_bytes FROM organization_usage WHERE organization_id = ?1")
    .bind(service.organization)
    .first("stored_bytes");
  expect(used).toBe(5_000_000 - 2 * 2_500 * (RECEIPT_BYTES + "texts".length));
});

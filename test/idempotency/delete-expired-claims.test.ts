import { beforeEach, expect, test } from "vitest";
import { deleteExpiredClaims } from "../../src/idempotency/delete-expired-claims.ts";
import { CREATED } from "../links/links.ts";
import { useService } from "../use-service.ts";
import { claimOf, hold } from "./claims.ts";

const service = await useService();
beforeEach(async () => {
  await service.env.DB.prepare("DELETE FROM idempotency_claims").run();
});

test("a claim is deleted 24 hours after it was made, and not a millisecond before", async () => {
  const { DB } = service.env;
  const [older, newer] = [claimOf("older", CREATED, { hoursAgo: 1 }), claimOf("newer", CREATED)];
  for (const claim of [older, newer]) await hold(DB, claim);
  const owners = async () =>
    (await DB.prepare("SELECT owner FROM idempotency_claims ORDER BY owner").raw<[string]>()).flat();
  const deleteAsOf = (time: number) =>
    deleteExpiredClaims({ db: DB, due: new Date(time), now: () => new Date(time) });
  await deleteAsOf(Date.parse(older.expiresAt) - 1);
  expect(await owners()).toEqual(["newer", "older"]);
  await deleteAsOf(Date.parse(older.expiresAt));
  expect(await owners()).toEqual(["newer"]);
  await deleteAsOf(Date.parse(newer.expiresAt));
  expect(await owners()).toEqual([]);
});

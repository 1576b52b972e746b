import { expect, test } from "vitest";
import type { Claim } from "../../src/idempotency/claim.ts";
import { claimStatement, winnerOver } from "../../src/idempotency/claim-store.ts";
import { useService } from "../use-service.ts";

const service = await useService();

const claim = (owner: string): Claim => ({
  scope: "5".repeat(64),
  owner,
  fingerprint: "f".repeat(64),
  receipt: "r",
  createdAt: "2026-11-21T00:00:00.000Z",
  expiresAt: "2026-11-22T00:00:00.000Z",
});
const FIRST = claim("lnk_1");

/** Takes the scope, and gives the result of a statement behind it that wrote nothing. */
async function take(claimed: Claim): Promise<D1Result | undefined> {
  const { DB } = service.env;
  const nothing = DB.prepare("UPDATE idempotency_claims SET status = status WHERE FALSE");
  return (await DB.batch([claimStatement(DB, claimed), nothing]))[1];
}

test("a batch that wrote nothing lost to who holds the claim, unless that is itself", async () => {
  const { DB } = service.env;
  const nothing = await take(FIRST);
  expect(nothing?.meta.changes).toBe(0);
  expect(await winnerOver(DB, FIRST, nothing)).toBeNull();
  expect(await winnerOver(DB, claim("lnk_2"), await take(claim("lnk_2")))).toEqual(FIRST);
  expect(await winnerOver(DB, null, nothing)).toBeNull();
});

test("where the winner's claim is gone by then, nobody can say what was written", async () => {
  const { DB } = service.env;
  const lost = await take(claim("lnk_2"));
  await DB.prepare("DELETE FROM idempotency_claims").run();
  await expect(winnerOver(DB, claim("lnk_2"), lost)).rejects.toMatchObject({ code: "service_unavailable" });
});

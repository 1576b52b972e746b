import { expect, test } from "vitest";
import type { Claim } from "../../src/idempotency/claim.ts";
import { claimStatement, claimStore, winnerOver } from "../../src/idempotency/claim-store.ts";
import { gatherWork } from "../../src/platform/background.ts";
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

/** The claims of the service's storage, and a promise of what goes on after an answer. */
function store() {
  const { waitUntil, settled } = gatherWork();
  return { ...claimStore(service.env.DB, service.env.IDEMPOTENCY, waitUntil), settled };
}

test("a copy in the replay cache is no answer any more from the moment at which its claim expires", async () => {
  const { recall } = store();
  const kept = { ...claim("lnk_3"), scope: "6".repeat(64) };
  // KV itself keeps what has expired for up to a minute longer.
  await service.env.IDEMPOTENCY.put(kept.scope, JSON.stringify(kept));
  expect(await recall(kept, new Date(Date.parse(kept.expiresAt) - 1))).toEqual(kept);
  expect(await recall(kept, new Date(kept.expiresAt))).toBeNull();
});

test("the copy of a bulk's claims expires with the first of them", async () => {
  const { rememberRows, settled } = store();
  const now = Date.now();
  const ending = (hours: number): Claim => ({
    ...claim(`lnk_in_${hours}_hours`),
    expiresAt: new Date(now + hours * 3_600_000).toISOString(),
  });
  const request = { scope: "7".repeat(64), fingerprint: "f".repeat(64) };
  rememberRows(
    request,
    new Map([
      [0, ending(20)],
      [1, ending(3)],
      [2, ending(12)],
    ]),
  );
  await settled();
  const { keys } = await service.env.IDEMPOTENCY.list({ prefix: request.scope });
  expect(keys.map(({ expiration }) => expiration)).toEqual([Math.floor((now + 3 * 3_600_000) / 1_000)]);
});

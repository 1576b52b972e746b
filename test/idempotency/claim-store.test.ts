import { expect, test } from "vitest";
import type { Claim } from "../../src/idempotency/claim.ts";
import { claimStore } from "../../src/idempotency/claim-store.ts";
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

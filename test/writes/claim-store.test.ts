import { expect, test } from "vitest";
import {
  type Claim,
  type ClaimRange,
  type IdempotencyRequest,
  rowRequest,
  rowScopes,
} from "../../src/features/writes/claim.ts";
import {
  claimStatement,
  claimStore,
  claimsOfLinks,
  guardedClaimStatement,
  isScopeFree,
  readClaims,
  readHolder,
} from "../../src/features/writes/claim-store.ts";
import { gatherWork } from "../../src/ground/platform/background.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";
import { claimOf, hold } from "./claims.ts";

const service = await useService();

const claim = (owner: string): Claim => ({
  scope: "5".repeat(64),
  owner,
  fingerprint: "f".repeat(64),
  organizationId: "acme",
  receipt: "r",
  createdAt: "2026-11-21T00:00:00.000Z",
  expiresAt: "2026-11-22T00:00:00.000Z",
});
/** The claims of the service's storage, and a promise of what goes on after an answer. */
function store() {
  const { waitUntil, settled } = gatherWork();
  return { ...claimStore(service.env.DB, service.env.IDEMPOTENCY, waitUntil), settled };
}

test("a copy in the replay cache is unusable once its claim expires", async () => {
  const { recall } = store();
  const kept = { ...claim("lnk_3"), scope: "6".repeat(64) };
  // KV itself keeps what has expired for up to a minute longer.
  await service.env.IDEMPOTENCY.put(kept.scope, JSON.stringify(kept));
  expect(await recall(kept, new Date(Date.parse(kept.expiresAt) - 1))).toEqual(kept);
  expect(await recall(kept, new Date(kept.expiresAt))).toBeNull();
});

test("the copy of a bulk's claims expires with the earliest claim", async () => {
  const { rememberRows, settled } = store();
  const now = Date.now();
  const ending = (hours: number): Claim => ({
    ...claim(`lnk_in_${hours}_hours`),
    expiresAt: new Date(now + hours * 3_600_000).toISOString(),
  });
  const request = { scope: "7".repeat(64), fingerprint: "f".repeat(64), organizationId: "acme" };
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

/** What the replay cache says of a copy in place of `kept`. */
async function recalledOf(kept: Claim, copy: unknown) {
  await service.env.IDEMPOTENCY.put(kept.scope, JSON.stringify(copy));
  return store().recall(kept, new Date(kept.createdAt));
}

test("a copy is used only for its own request", async () => {
  const kept = { ...claim("lnk_4"), scope: "8".repeat(64) };
  expect(await recalledOf(kept, kept)).toEqual(kept);
  expect(await recalledOf(kept, { ...kept, scope: "9".repeat(64) })).toBeNull();
  expect(await recalledOf(kept, { ...kept, fingerprint: "e".repeat(64) })).toBeNull();
  expect(await recalledOf(kept, null)).toBeNull();
});

test("a claim is found in the replay cache, then in D1, until it expires", async () => {
  const { earlierResult, owners, remember, settled } = store();
  const kept = claimOf("found", CREATED);
  const ending = new Date(kept.expiresAt);
  const { receipt } = kept;
  expect(await earlierResult(kept, CREATED)).toBeNull();
  await hold(service.env.DB, kept);
  expect(await earlierResult(kept, CREATED, "cache")).toBeNull();
  const before = new Date(ending.getTime() - 1);
  expect(await earlierResult(kept, before)).toEqual({ kind: "replayed", receipt });
  expect(await earlierResult(kept, ending)).toBeNull();
  expect(await owners([kept.scope, "0".repeat(64)], before)).toEqual(new Set([kept.owner]));
  expect(await owners([kept.scope], ending)).toEqual(new Set());
  await service.env.IDEMPOTENCY.put(kept.scope, JSON.stringify({ ...kept, receipt: "copied" }));
  expect(await earlierResult(kept, CREATED)).toEqual({ kind: "replayed", receipt: "copied" });
  const now = new Date();
  const remembered = claimOf("remembered", now);
  remember(remembered);
  await settled();
  const { keys } = await service.env.IDEMPOTENCY.list({ prefix: remembered.scope });
  expect(keys).toMatchObject([{ expiration: Math.floor(Date.parse(remembered.expiresAt) / 1_000) }]);
  expect(await store().recall(remembered, now)).toEqual(remembered);
});

test("claims of a bulk are returned by row, from the replay cache and from D1", async () => {
  const { rememberRows, recallRows, findRows, settled } = store();
  const now = new Date();
  const request = { scope: "a".repeat(64), fingerprint: "f".repeat(64), organizationId: "acme" };
  rememberRows(request, new Map());
  await settled();
  expect(await recallRows(request, now)).toEqual(new Map());
  expect((await service.env.IDEMPOTENCY.list({ prefix: request.scope })).keys).toEqual([]);
  const claims = new Map(
    [0, 11, 99].map((row) => [row, { ...claimOf(`row ${row}`, now), ...rowRequest(request, row) }]),
  );
  for (const each of claims.values()) await hold(service.env.DB, each);
  const inD1 = await findRows(request, now);
  expect(inD1).toEqual(claims);
  expect(await findRows(request, new Date(now.getTime() + 24 * 3_600_000))).toEqual(new Map());
  rememberRows(request, claims);
  await settled();
  expect(await recallRows(request, now)).toEqual(claims);
  const otherRows = findRows({ ...request, fingerprint: "e".repeat(64) }, now);
  await expect(otherRows).rejects.toMatchObject({ code: "idempotency_conflict" });
  expect(
    await readClaims(service.env.DB, rowScopes({ ...request, scope: "b".repeat(64) }), now.toISOString()),
  ).toEqual([]);
});

test("a claim replaces only an expired claim, and only if its guard is true", async () => {
  const { DB } = service.env;
  const holder = { ...claimOf("holder", CREATED), organizationId: "acme" };
  await hold(DB, holder);
  const soon = new Date(Date.parse(holder.expiresAt) - 1);
  const later = {
    ...claimOf("later", new Date(holder.expiresAt), { rival: holder }),
    fingerprint: "e".repeat(64),
  };
  await hold(DB, claimOf("too soon", soon, { rival: holder }));
  expect(await readHolder(DB, holder.scope)).toEqual(holder);
  const guard = (owner: string) => ({
    sql: "EXISTS (SELECT 1 FROM idempotency_claims WHERE scope = ? AND owner = ?)",
    values: [holder.scope, owner],
  });
  for (const statement of [claimStatement, guardedClaimStatement]) {
    await statement(DB, later, guard("nobody")).run();
    expect(await readHolder(DB, holder.scope)).toEqual(holder);
  }
  await claimStatement(DB, later, guard("holder")).run();
  expect(await readHolder(DB, holder.scope)).toEqual(later);
  await guardedClaimStatement(DB, holder, guard("later")).run();
  expect(await readHolder(DB, holder.scope)).toEqual(holder);
});

test("the scopes of a bulk's rows are claimed for written links, replacing expired claims", async () => {
  const { DB } = service.env;
  await service.issueKey({ organization: "acme" });
  const [made, missing] = [await storedLink(DB), { id: "lnk_missing" }];
  const claims = [made, missing].map(({ id }) => ({ ...claimOf(id, CREATED), organizationId: "acme" }));
  const [ofMade] = claims;
  if (!ofMade) throw new Error("no claim");
  await hold(DB, claimOf("before", CREATED, { rival: ofMade, hoursAgo: 48 }));
  await DB.batch(claimsOfLinks(DB, claims));
  const holders = await Promise.all(claims.map(({ scope }) => readHolder(DB, scope)));
  expect(holders).toEqual([ofMade, null]);
});

test("a row of a bulk is written only if its scope is free and no other request uses the same key", async () => {
  const { DB } = service.env;
  const request = { scope: "c".repeat(64), fingerprint: "f".repeat(64), organizationId: "acme" };
  const [first, second, third] = [0, 1, 2].map((row) => rowRequest(request, row));
  if (!first || !second || !third) throw new Error("no rows");
  const now = CREATED.toISOString();
  const free = async ({ first: from, last, fingerprint }: ClaimRange) => {
    const names = { scope: "value ->> 'scope'", now: "?2", first: "?3", last: "?4", fingerprint: "?5" };
    const sql = `SELECT value ->> 'scope' AS scope FROM json_each(?1) WHERE ${isScopeFree(names)}`;
    const { results } = await DB.prepare(sql)
      .bind(JSON.stringify([first, second]), now, from, last, fingerprint)
      .all();
    return results.map(({ scope }) => scope);
  };
  const holding = async (...claims: Claim[]) => {
    await DB.prepare("DELETE FROM idempotency_claims").run();
    for (const each of claims) await hold(DB, each);
    return free(rowScopes(request));
  };
  const both = [first.scope, second.scope];
  const made = (of: IdempotencyRequest, hoursAgo = 1) => ({
    ...claimOf("made", CREATED, { hoursAgo }),
    ...of,
  });
  const ofOtherRows = { ...third, fingerprint: "e".repeat(64) };
  expect(await holding()).toEqual(both);
  expect(await holding(made(first))).toEqual([second.scope]);
  expect(await holding(made(first, 24))).toEqual(both);
  expect(await holding(made(third))).toEqual(both);
  expect(await holding(made(ofOtherRows))).toEqual([]);
  expect(await holding(made(ofOtherRows, 24))).toEqual(both);
  expect(await holding(made({ ...ofOtherRows, scope: `d${third.scope.slice(1)}` }))).toEqual(both);
});

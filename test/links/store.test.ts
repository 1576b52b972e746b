import { describe, expect, test } from "vitest";
import { linkStore } from "../../src/features/links/link-store.ts";
import type { LinkWriteOutcome } from "../../src/features/links/link-write.ts";
import type { QrCode } from "../../src/features/qr-codes/qr-code.ts";
import { type Claim, onlyScope } from "../../src/features/writes/claim.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { useService } from "../use-service.ts";
import { claimOf, hold } from "../writes/claims.ts";
import { CREATED, newLink, storedLink } from "./links.ts";

const service = await useService();
await service.issueKey({ organization: "acme" });

const LOST: Fault[] = ["loses first answer", "commits late"];
const write = async (link: ReturnType<typeof newLink>, claim: Claim | null, fault?: Fault) => {
  const { DB } = service.env;
  const qrCode: QrCode = {
    linkId: link.id,
    identifier: "default",
    name: "Default QR code",
    encodedUrl: `https://example.com/${link.shortId}`,
    isDefault: true,
    createdAt: link.createdAt,
  };
  const store = linkStore(fault ? faulty(DB, fault) : DB);
  const request = claim && onlyScope(claim);
  return (await store.create({ writes: [{ link, qrCode, claim }], request, rows: [] }))[0];
};
const count = async (linkId: string) =>
  await service.env.DB.prepare(
    `SELECT (SELECT count(*) FROM links WHERE id = ?1) AS links,
       (SELECT count(*) FROM qr_codes WHERE link_id = ?1) AS codes,
       (SELECT count(*) FROM idempotency_claims WHERE owner = ?1) AS claims`,
  )
    .bind(linkId)
    .first();

describe.each(LOST)("a write whose answer is lost, where D1 %s", (fault) => {
  test("without a claim: finds its own write", async () => {
    const link = newLink();
    expect(await write(link, null, fault)).toEqual({ kind: "written" });
    expect(await count(link.id)).toEqual({ links: 1, codes: 1, claims: 0 });
  });

  test("with a claim: recognizes its own claim", async () => {
    const link = newLink();
    expect(await write(link, claimOf(link.id, CREATED), fault)).toEqual({ kind: "written" });
    expect(await count(link.id)).toEqual({ links: 1, codes: 1, claims: 1 });
  });

  test("an expired claim does not prevent the link", async () => {
    const link = newLink();
    const expired = claimOf("lnk_expired", CREATED, { hoursAgo: 24 });
    await hold(service.env.DB, expired);
    const claim = claimOf(link.id, CREATED, { rival: expired });
    expect(await write(link, claim, fault)).toEqual({ kind: "written" });
    expect(await count(link.id)).toEqual({ links: 1, codes: 1, claims: 1 });
  });

  test("an unexpired claim is returned, and nothing is written", async () => {
    const link = newLink();
    const earlier = claimOf("lnk_earlier", new Date(CREATED.getTime() + 1), { hoursAgo: 24 });
    await hold(service.env.DB, earlier);
    const claim = claimOf(link.id, CREATED, { rival: earlier });
    expect(await write(link, claim, fault)).toEqual<LinkWriteOutcome>({ kind: "claimed", claim: earlier });
    expect(await count(link.id)).toEqual({ links: 0, codes: 0, claims: 0 });
  });
});

test("a taken short id writes nothing, not even the claim", async () => {
  const taken = await storedLink(service.env.DB);
  const link = newLink({}, { shortId: taken.shortId });
  expect(await write(link, claimOf(link.id, CREATED))).toEqual({ kind: "short_id_taken" });
  expect(await count(link.id)).toEqual({ links: 0, codes: 0, claims: 0 });
  expect(await linkStore(service.env.DB).findByShortId(taken.shortId)).toEqual(taken);
});

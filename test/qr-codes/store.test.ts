import { describe, expect, test } from "vitest";
import { codeChangeOfLink } from "../../src/features/links/change-statements.ts";
import type { QrCode } from "../../src/features/qr-codes/qr-code.ts";
import { qrCodeActivity } from "../../src/features/qr-codes/qr-code-request.ts";
import { qrCodeStore } from "../../src/features/qr-codes/qr-code-store.ts";
import type { Claim } from "../../src/features/writes/claim.ts";
import { OPERATOR } from "../dependencies.ts";
import { type Fault, faulty } from "../faults/faults.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";
import { claimOf, hold } from "../writes/claims.ts";

const service = await useService({}, "acme");
await service.issueKey();
const link = await storedLink(service.env.DB);
const linkId = link.id;

let made = 0;
const newCode = (changes: Partial<QrCode> = {}): QrCode => ({
  linkId,
  identifier: `code-${++made}`,
  name: "Poster",
  encodedUrl: "https://example.com/abcdefgh?qr=code",
  isDefault: false,
  metadata: undefined,
  createdAt: CREATED.toISOString(),
  ...changes,
});
const storeWith = (fault?: Fault) =>
  qrCodeStore(fault ? faulty(service.env.DB, fault) : service.env.DB, codeChangeOfLink);
const create = async (store: ReturnType<typeof storeWith>, code: QrCode, claim: Claim | null) =>
  store.create({ qrCode: code, claim, activity: await qrCodeActivity(OPERATOR, link, code, [], CREATED) });
const find = ({ identifier }: QrCode) => storeWith().find(linkId, identifier);
const claims = (owner: string) =>
  service.env.DB.prepare("SELECT count(*) AS count FROM idempotency_claims WHERE owner = ?1")
    .bind(owner)
    .first<number>("count");

describe.each<Fault>(["loses first answer", "commits late"])("where D1 %s", (fault) => {
  test("finds its own code, not a duplicate", async () => {
    const code = newCode({ metadata: { shelf: 3 } });
    expect(await create(storeWith(fault), code, null)).toEqual({ kind: "written" });
    expect(await find(code)).toEqual(code);
  });

  test("recognizes its own claim", async () => {
    const code = newCode();
    expect(await create(storeWith(fault), code, claimOf("own", CREATED))).toEqual({ kind: "written" });
    expect(await find(code)).toEqual(code);
  });

  test("an expired claim does not prevent the code", async () => {
    const code = newCode();
    const expired = claimOf("expired", CREATED, { hoursAgo: 24 });
    await hold(service.env.DB, expired);
    const claim = claimOf("renewed", CREATED, { rival: expired });
    expect(await create(storeWith(fault), code, claim)).toEqual({ kind: "written" });
    expect(await find(code)).toEqual(code);
  });

  test("an unexpired claim is returned, and nothing is written", async () => {
    const code = newCode();
    const earlier = claimOf("earlier", new Date(CREATED.getTime() + 1), { hoursAgo: 24 });
    await hold(service.env.DB, earlier);
    const claim = claimOf("late", CREATED, { rival: earlier });
    expect(await create(storeWith(fault), code, claim)).toEqual({ kind: "claimed", claim: earlier });
    expect(await find(code)).toBeNull();
  });

  test.each<[string, Partial<QrCode>]>([
    ["in another millisecond", { createdAt: new Date(CREATED.getTime() - 1).toISOString() }],
    ["with another name", { name: "Shelf" }],
    ["with other metadata, in the same millisecond and with the same name", { metadata: { shelf: 4 } }],
  ])("another request's code of this identifier, made %s, is a duplicate", async (_, changes) => {
    const kept = newCode({ metadata: { shelf: 3 }, ...changes });
    expect(await create(storeWith(), kept, null)).toEqual({ kind: "written" });
    const code = newCode({ identifier: kept.identifier, metadata: { shelf: 3 } });
    expect(await create(storeWith(fault), code, null)).toEqual({ kind: "identifier_taken" });
    expect(await find(code)).toEqual(kept);
  });
});

test("a taken identifier stores no claim, so that its key stays usable", async () => {
  const kept = newCode();
  await create(storeWith(), kept, null);
  const again = newCode({ identifier: kept.identifier, name: "Again" });
  expect(await create(storeWith(), again, claimOf("refused", CREATED))).toEqual({ kind: "identifier_taken" });
  expect(await claims("refused")).toBe(0);
  expect(await find(again)).toEqual(kept);
});

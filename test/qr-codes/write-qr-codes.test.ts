import { describe, expect, test } from "vitest";
import { changeQrCode } from "../../src/features/qr-codes/change-qr-code.ts";
import { createQrCode } from "../../src/features/qr-codes/create-qr-code.ts";
import type { QrCode } from "../../src/features/qr-codes/qr-code.ts";
import { idempotencyRequest } from "../../src/features/writes/claim.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { useService } from "../use-service.ts";

const ORIGINS = { shortLink: "https://go.example.com", api: "https://api.example.com", problem: null };

const service = await useService({}, "acme");
await service.issueKey();

const dependencies = () => ({ ...dependenciesOf(service.env), origins: ORIGINS });
const codesOf = async (linkId: string) =>
  (
    await service.env.DB.prepare("SELECT name, metadata FROM qr_codes WHERE link_id = ?1 AND is_default = 0")
      .bind(linkId)
      .all()
  ).results;

describe("a code that is created", () => {
  test("of two equal concurrent requests, the second gets the first receipt", async () => {
    const { id: linkId } = await storedLink(service.env.DB);
    const { claims, ...others } = dependencies();
    const request = { identifier: "shelf", name: "Shelf" };
    const identity = await idempotencyRequest("acme", "POST", "/v1/links/x/qr-codes", "one-key-1", request);
    const create = (receipt: string) =>
      createQrCode(
        OPERATOR,
        { linkId, request, idempotency: { ...identity, receipt: (_: QrCode) => receipt } },
        {
          ...others,
          // As if both had looked before either of them wrote.
          claims: { ...claims, earlierResult: async () => null },
          // Both in one millisecond.
          now: () => CREATED,
        },
      );
    expect(await create("first")).toMatchObject({ kind: "made", value: request });
    expect(await create("second")).toEqual({ kind: "replayed", receipt: "first" });
  });

  test("if URLs of the short link origin do not fit into a code, nothing is written", async () => {
    const { id: linkId } = await storedLink(service.env.DB);
    const shortLink = `https://${"a".repeat(2_400)}.example`;
    const create = createQrCode(
      OPERATOR,
      { linkId, request: {}, idempotency: null },
      { ...dependencies(), origins: { ...ORIGINS, shortLink } },
    );
    await expect(create).rejects.toThrow("URLs of the short link origin do not fit into a QR code");
    expect(await codesOf(linkId)).toEqual([]);
  });
});

describe("a code that changes concurrently", () => {
  /** Changes the name of a new code, while others change its metadata `times` times after it was read. */
  async function change(times: number) {
    const { id: linkId } = await storedLink(service.env.DB);
    const { qrCodes, ...others } = dependencies();
    const [identifier, name] = ["shelf", "Shelf"];
    const request = { identifier, name };
    await createQrCode(OPERATOR, { linkId, request, idempotency: null }, { ...others, qrCodes });
    let read = 0;
    const find: typeof qrCodes.find = async (...asked) => {
      const found = await qrCodes.find(...asked);
      if (++read <= times) {
        await service.env.DB.prepare("UPDATE qr_codes SET metadata = ?2 WHERE link_id = ?1")
          .bind(linkId, JSON.stringify({ read }))
          .run();
      }
      return found;
    };
    const input = { linkId, identifier, patch: { name: "Door" }, idempotency: null };
    const changed = changeQrCode(OPERATOR, input, { ...others, qrCodes: { ...qrCodes, find } });
    return { linkId, changed };
  }

  test("is read again, and their change is kept", async () => {
    const { linkId, changed } = await change(9);
    const metadata = { read: 9 };
    expect(await changed).toMatchObject({ kind: "made", value: { name: "Door", metadata } });
    expect(await codesOf(linkId)).toEqual([{ name: "Door", metadata: JSON.stringify(metadata) }]);
  });

  test("after ten attempts, the caller is asked to retry, and nothing is written", async () => {
    const { linkId, changed } = await change(10);
    await expect(changed).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await codesOf(linkId)).toEqual([{ name: "Shelf", metadata: JSON.stringify({ read: 10 }) }]);
    const history = await service.env.DB.prepare(
      "SELECT count(*) AS n FROM activity WHERE object_id = 'qr_' || ?1 || '_shelf'",
    )
      .bind(linkId)
      .first("n");
    // Its creation alone.
    expect(history).toBe(1);
  });
});

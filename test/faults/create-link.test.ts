import { describe, expect, test } from "vitest";
import { type Claim, idempotencyRequest } from "../../src/features/writes/claim.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { type Fault, faultHeader } from "./faults.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const { key } = await service.issueKey();

let used = 0;
const newName = () => `faulty ${++used}`;
const create = (name: string, faults: Record<string, Fault>, idempotencyKey?: string) =>
  post(service, "/v1/links", linkBody("custom custom_url", { name }), {
    key,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    headers: faultHeader(faults),
  });
// From now on the key is known and its use recorded, so that the first write to fail is the one under test.
expectLink(await create(newName(), {}));

const rows = async (name: string) =>
  (await service.env.DB.prepare("SELECT id FROM links WHERE name = ?1").bind(name).all<{ id: string }>())
    .results;

describe("design: a write whose response was lost is settled", () => {
  const lostOrLate = (["loses first answer", "commits late"] as const).flatMap((fault) => [
    { fault, idempotencyKey: undefined },
    { fault, idempotencyKey: `idempotency-${fault}` },
  ]);

  test.each(lostOrLate)(
    "D1 keeps the link but $fault, Idempotency-Key $idempotencyKey",
    async ({ fault, idempotencyKey }) => {
      const name = newName();
      const link = expectLink(await create(name, { DB: fault }, idempotencyKey));
      expect(await rows(name)).toEqual([{ id: link.id }]);
      const codes = await service.env.DB.prepare("SELECT identifier FROM qr_codes WHERE link_id = ?1")
        .bind(link.id)
        .all();
      expect(codes.results).toEqual([{ identifier: "default" }]);
      expect((await get(service, `/${link.shortId}`)).status).toBe(302);
    },
  );

  test.each(lostOrLate)(
    "D1 keeps the QR code but $fault, Idempotency-Key $idempotencyKey",
    async ({ fault, idempotencyKey }) => {
      const link = expectLink(await create(newName(), {}));
      const body = { identifier: "poster", name: "Poster" };
      const created = await post(service, `/v1/links/${link.id}/qr-codes`, body, {
        key,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        headers: faultHeader({ DB: fault }),
      });
      expect(expectQrCode(created)).toMatchObject(body);
      const { results } = await service.env.DB.prepare(
        "SELECT name FROM qr_codes WHERE link_id = ?1 AND identifier = 'poster'",
      )
        .bind(link.id)
        .all();
      expect(results).toEqual([{ name: "Poster" }]);
    },
  );

  test("if D1 commits the link and then is down, the response is 503, and the retry gets the same link", async () => {
    const name = newName();
    const lost = await create(name, { DB: "gone after a write" }, "idempotency-gone");
    expectError(lost, 503, "service_unavailable");
    expect(lost.headers.get("Retry-After")).toBe("5");
    const kept = await rows(name);
    expect(kept).toHaveLength(1);
    const again = await create(name, {}, "idempotency-gone");
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect(expectLink(again).id).toBe(kept[0]?.id);
    expect(await rows(name)).toEqual(kept);
  });

  test("if D1 is down for the retry, KV replays only stored responses", async () => {
    const name = newName();
    const idempotencyKey = "idempotency-replayed";
    const first = await create(name, {}, idempotencyKey);
    const body = linkBody("custom custom_url", { name });
    const { scope } = await idempotencyRequest(
      service.organization,
      "POST",
      "/v1/links",
      idempotencyKey,
      body,
    );
    await expect.poll(() => service.env.IDEMPOTENCY.get(scope)).not.toBeNull();
    const again = await create(name, { DB: "throws" }, idempotencyKey);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expectError(await create(newName(), { DB: "throws" }, idempotencyKey), 503, "service_unavailable");
  });

  test.each<[string, (claim: Claim) => string]>([
    ["with another fingerprint", (claim) => JSON.stringify({ ...claim, fingerprint: "0".repeat(64) })],
    ["with another scope", (claim) => JSON.stringify({ ...claim, scope: "0".repeat(64) })],
    [
      "with a life that is over",
      (claim) => JSON.stringify({ ...claim, expiresAt: "2020-01-01T00:00:00.000Z" }),
    ],
    ["that is no JSON", () => "{"],
  ])("if D1 is down for the retry, a KV entry %s counts as missing", async (what, damaged) => {
    const name = newName();
    const idempotencyKey = `idempotency ${what}`;
    const first = await create(name, {}, idempotencyKey);
    const body = linkBody("custom custom_url", { name });
    const { scope } = await idempotencyRequest(
      service.organization,
      "POST",
      "/v1/links",
      idempotencyKey,
      body,
    );
    const kv = service.env.IDEMPOTENCY;
    await expect.poll(() => kv.get(scope)).not.toBeNull();
    const kept = await kv.get<Claim>(scope, "json");
    if (!kept) throw new Error("the copy was there");
    await kv.put(scope, damaged(kept));
    expectError(await create(name, { DB: "throws" }, idempotencyKey), 503, "service_unavailable");
    await kv.put(scope, JSON.stringify(kept));
    expect((await create(name, { DB: "throws" }, idempotencyKey)).text).toBe(first.text);
  });

  test("if D1 hangs, the response is 503, nothing is written, and the Idempotency-Key is not used up", async () => {
    const name = newName();
    const hanging = await create(name, { DB: "hangs" }, "idempotency-hangs");
    expectError(hanging, 503, "service_unavailable");
    expect(await rows(name)).toEqual([]);
    const again = await create(name, {}, "idempotency-hangs");
    expect(again.headers.get("Idempotent-Replayed")).toBeNull();
    expect(await rows(name)).toEqual([{ id: expectLink(again).id }]);
  });
});

describe.each(["throws", "hangs"] as const)(
  "design: when something else %s, the link is created",
  (fault) => {
    test("without R2, a link is created with its QR code, whose image is drawn on request", async () => {
      const { qrCode } = expectLink(await create(newName(), { QR_IMAGES: fault }));
      const drawn = await get(service, new URL(qrCode?.imageUrl ?? "").pathname, {
        headers: faultHeader({ QR_IMAGES: fault }),
      });
      expect([drawn.status, drawn.text.slice(0, 4)]).toEqual([200, "<svg"]);
    });

    test.each(["LINKS", "IDEMPOTENCY", "VISITS", "QR_IMAGES"])(
      "%s: whole, and found by its short link",
      async (binding) => {
        const name = newName();
        const idempotencyKey = `idempotency-${binding}-${fault}`;
        const link = expectLink(await create(name, { [binding]: fault }, idempotencyKey));
        expect(link.qrCode).toBeDefined();
        const headers = faultHeader({ [binding]: fault });
        expect((await get(service, `/${link.shortId}`, { headers })).status).toBe(302);
        const again = await create(name, { [binding]: fault }, idempotencyKey);
        expect(expectLink(again).id).toBe(link.id);
        expect(await rows(name)).toHaveLength(1);
      },
    );
  },
);

test.each(["throws", "hangs"] as const)("a rate limiter that %s allows creation", async (fault) => {
  expectLink(await create(newName(), { API_RATE_LIMIT: fault, AUTHENTICATION_RATE_LIMIT: fault }));
});

test("with everything down the API responds with 503, and recovers automatically", async () => {
  const all = [
    "DB",
    "LINKS",
    "IDEMPOTENCY",
    "QR_IMAGES",
    "VISITS",
    "API_RATE_LIMIT",
    "AUTHENTICATION_RATE_LIMIT",
  ];
  const faults = Object.fromEntries(all.map((binding) => [binding, "throws" as const]));
  const headers = faultHeader(faults);
  const name = newName();
  expectError(await create(name, faults, "idempotency-dark"), 503, "service_unavailable");
  expect((await get(service, "/health", { headers })).status).toBe(200);
  expect((await get(service, "/ready", { headers })).status).toBe(503);
  expectLink(await create(name, {}, "idempotency-dark"));
  expect(await rows(name)).toHaveLength(1);
});

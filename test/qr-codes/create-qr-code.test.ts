import { afterAll, beforeAll, expect, test } from "vitest";
import { idempotencyRequest } from "../../src/idempotency/claim.ts";
import { createQrCode } from "../../src/qr-codes/create-qr-code.ts";
import type { QrCode } from "../../src/qr-codes/qr-code.ts";
import { dependenciesOf, OPERATOR } from "../dependencies.ts";
import { CREATED, storedLink } from "../links/links.ts";
import { type Service, startService } from "../service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.issueKey();
});
afterAll(() => service.close());

test("of two equal requests that both found no claim, the second is given the first one's receipt", async () => {
  const { id: linkId } = await storedLink(service.env.DB);
  const dependencies = dependenciesOf(service.env);
  const request = { identifier: "shelf", name: "Shelf" };
  const identity = await idempotencyRequest("acme", "POST", "/v1/links/x/qr-codes", "one-key-1", request);
  const create = (receipt: string) =>
    createQrCode(
      OPERATOR,
      { linkId, request, idempotency: { ...identity, receipt: (_: QrCode) => receipt } },
      {
        ...dependencies,
        // As if both had looked before either of them wrote.
        claims: { ...dependencies.claims, find: async () => null },
        origins: { shortLink: "https://go.example.com", api: "https://api.example.com", problem: null },
        // Both in one millisecond.
        now: () => CREATED,
      },
    );
  expect(await create("first")).toMatchObject({ kind: "made", value: request });
  expect(await create("second")).toEqual({ kind: "replayed", receipt: "first" });
});

import { describe, expect, test } from "vitest";
import { codeChangeOfLink } from "../../src/features/links/change-statements.ts";
import { qrCodeStore } from "../../src/features/qr-codes/qr-code-store.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { jsonOf, QR_CODE_FIELDS, setAll } from "./fields.ts";
import { storedIn } from "./stored.ts";

const service = await useService();
const { key } = await service.issueKey();

const newLink = async (changes: object = {}): Promise<LinkResource> =>
  expectLink(await post(service, "/v1/links", linkBody("custom custom_url", changes), { key }));
const add = (link: Pick<LinkResource, "id">, body: Json) =>
  post(service, `/v1/links/${link.id}/qr-codes`, jsonOf(body), { key });

async function refused(link: LinkResource, body: Json): Promise<string[]> {
  const { details } = expectError(await add(link, body), 400, "validation_failed");
  return (details ?? []).map(({ field }) => field).sort();
}

describe("design: QR body: identifier and name are both optional, unknown properties are rejected", () => {
  test("an empty object gets a generated identifier, which is also the name", async () => {
    const link = await newLink();
    const [first, second] = [expectQrCode(await add(link, {})), expectQrCode(await add(link, {}))];
    expect(first.identifier).not.toBe(second.identifier);
    for (const qrCode of [first, second]) {
      const { identifier } = qrCode;
      expect(qrCode).toEqual({
        id: `qr_${link.id}_${identifier}`,
        linkId: link.id,
        identifier,
        name: identifier,
        imageUrl: `${new URL(link.shortLink).origin}/qr/qr_${link.id}_${identifier}.svg`,
        encodedUrl: `${link.shortLink}?qr=${identifier}`,
        isDefault: false,
        createdAt: expect.any(String),
      });
      const image = await get(service, new URL(qrCode.imageUrl).pathname);
      expect([image.status, image.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
    }
  });

  test("identifier, name and metadata are stored exactly as sent", async () => {
    const link = await newLink();
    const metadata = { place: { shelf: [1, "é", null] }, "": " ", constructor: { prototype: 1 } };
    for (let k = 0; k < 4; k++) {
      const body: Json = { metadata };
      setAll(body, QR_CODE_FIELDS, "good", k);
      body.identifier = `${body.identifier.slice(0, 60)}-${k}`;
      expect(expectQrCode(await add(link, body))).toMatchObject(body);
      expect(
        await qrCodeStore(service.env.DB, codeChangeOfLink).find(link.id, body.identifier),
      ).toMatchObject(body);
    }
    expect(expectQrCode(await add(link, { metadata: {} })).metadata).toEqual({});
    expect(expectQrCode(await add(link, { identifier: "x".repeat(64) })).name).toBe("x".repeat(64));
    expect(expectQrCode(await add(link, { name: "Shelf" }))).toMatchObject({ name: "Shelf" });
  });

  test("values beyond their bounds are all rejected together, by name, and nothing is written", async () => {
    const link = await newLink();
    const before = await storedIn(service);
    for (let k = 0; k < 9; k++) {
      const body = { metadata: [null, 0, "x", [], true][k % 5], nope: k, isDefault: true };
      const fields = setAll(body, QR_CODE_FIELDS, "bad", k);
      expect(await refused(link, body), `bad value ${k}`).toEqual(
        [...fields, "metadata", "nope", "isDefault"].sort(),
      );
    }
    expect(await storedIn(service)).toEqual(before);
  });
});

describe("spec: identifier is unique within the link: 409 duplicate_identifier", () => {
  test("identifiers of additional, default and renamed default codes can't be reused", async () => {
    const link = await newLink();
    const other = await newLink({ defaultQrCode: { identifier: "Shelf-1" } });
    expectQrCode(await add(link, { identifier: "Shelf-1" }));
    const before = await storedIn(service);
    for (const [taken, identifier] of [
      [link, "Shelf-1"],
      [link, "default"],
      [other, "Shelf-1"],
    ] as const) {
      expectError(await add(taken, { identifier, name: "Again" }), 409, "duplicate_identifier");
    }
    expect(await storedIn(service)).toEqual(before);
    // Identifiers differ in more than case, and `default` belongs to the default code, whatever its identifier.
    for (const [taken, identifier] of [
      [link, "SHELF-1"],
      [other, "shelf-1"],
      [other, "default"],
      [other, "Default"],
    ] as const) {
      expectError(await add(taken, { identifier }), 409, "duplicate_identifier");
    }
    const read = expectLink(await get(service, `/v1/links/${other.id}`, { key }), 200);
    expect(read.qrCode).toMatchObject({ identifier: "Shelf-1", isDefault: true });
  });

  test("one of several concurrent requests wins", async () => {
    const link = await newLink();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => add(link, { identifier: "race", name: `name ${i}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 201)?.json.data;
    expect(await qrCodeStore(service.env.DB, codeChangeOfLink).find(link.id, "race")).toMatchObject({
      name: winner.name,
    });
  });
});

describe("spec: defaultQrCode", () => {
  test.each([
    [undefined, { identifier: "default", name: "Default QR code" }],
    [{}, { identifier: "default", name: "Default QR code" }],
    [{ identifier: "a-Z" }, { identifier: "a-Z", name: "Default QR code" }],
    [{ name: " Door " }, { identifier: "default", name: " Door " }],
    [
      { identifier: "Door-2", name: "Door" },
      { identifier: "Door-2", name: "Door" },
    ],
  ])("%j", async (defaultQrCode, expected) => {
    const link = await newLink({ defaultQrCode });
    const { identifier } = expected;
    expect(link.qrCode).toMatchObject({
      ...expected,
      id: `qr_${link.id}_${identifier}`,
      encodedUrl: `${link.shortLink}?qr=${identifier}`,
      isDefault: true,
    });
    const read = expectLink(await get(service, `/v1/links/${link.id}`, { key }), 200);
    expect(read.qrCode).toEqual(link.qrCode);
  });
});

describe("spec: path linkId, string, length 3-128", () => {
  test.each([
    ["ab", 400],
    ["abc", 404],
    ["x".repeat(128), 404],
    ["x".repeat(129), 400],
    ["%F0%9F%98%80".repeat(2), 400],
    ["%F0%9F%98%80".repeat(128), 404],
    ["abc%00", 400],
    ["abc%0Adef", 404],
    ["%E0%A4%A", 404],
    ["%2e%2e%2fx", 404],
    ["LNK_00000000000000000000000000", 404],
    ["'%20OR%201=1--", 404],
  ])("%s: %i", async (id, status) => {
    const error = expectError(
      await add({ id }, {}),
      status,
      status === 400 ? "validation_failed" : "not_found",
    );
    expect(error.details?.map(({ field }) => field)).toEqual(status === 400 ? ["linkId"] : undefined);
  });
});

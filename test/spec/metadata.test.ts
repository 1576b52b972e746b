import { describe, expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { MAX_METADATA_BYTES } from "../../src/ground/core/metadata.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedIn } from "./stored.ts";

const service = await useService();
const { key } = await service.issueKey();
const linkId = expectLink(await post(service, "/v1/links", linkBody(), { key })).id;

/** A body of either endpoint with `metadata` as raw JSON text. */
const withMetadata = (body: object, metadata: string): string =>
  JSON.stringify({ ...body, metadata: "@" }).replace('"@"', () => metadata);
const createLink = (metadata: string) =>
  post(service, "/v1/links", withMetadata(linkBody(), metadata), { key });
const createQrCode = (metadata: string) =>
  post(service, `/v1/links/${linkId}/qr-codes`, withMetadata({}, metadata), { key });

/** The metadata that a link and a QR code return. */
async function kept(metadata: string): Promise<Json[]> {
  const { id } = expectLink(await createLink(metadata));
  const read = expectLink(await get(service, `/v1/links/${id}`, { key }), 200);
  return [read.metadata, expectQrCode(await createQrCode(metadata)).metadata];
}

/** The messages of both endpoints about the metadata, by field. */
async function refused(metadata: string): Promise<Record<string, string>> {
  const before = await storedIn(service);
  const [first, second] = [await createLink(metadata), await createQrCode(metadata)].map((answer) =>
    expectError(answer, 400, "validation_failed").details?.map(({ field, message }) => [field, message]),
  );
  expect(first).toEqual(second);
  expect(await storedIn(service)).toEqual(before);
  return Object.fromEntries(first ?? []);
}

describe("spec: Metadata is a free-form object, stored with the resource", () => {
  test.each([
    ["empty", "{}"],
    ["nested", '{"a":{"b":[1,-0.5,1e300,true,false,null,"",[],{}]},"0":0}'],
    [
      "Unicode",
      '{" é ":"e\u0301","עברית":"\u202eabc","👩‍👩‍👧":"\\ud83d\\ude00","\\u0001":"\\u0000a"}'.replace(
        "\\u0000",
        "\\t",
      ),
    ],
    [
      "names that objects have",
      '{"constructor":{"prototype":{"x":1}},"prototype":1,"toString":2,"hasOwnProperty":3}',
    ],
    ["blanks around", '{"a":"  x\\r\\n\\t "}'],
    ["almost a key", `{"a":"slk_${"x".repeat(45)}","b":"slk_${"x".repeat(30)}-${"x".repeat(30)}"}`],
    ["names of the body", '{"projectId":1,"retailer":{},"intent":[]}'],
    ["60 levels", `{"a":${"[".repeat(60)}${"]".repeat(60)}}`],
  ])("%s: stored exactly", async (_name, metadata) => {
    for (const given of await kept(metadata)) expect(given).toEqual(JSON.parse(metadata));
  });

  test.each(["null", "[]", '"x"', "1", "true"])("%s is rejected as not an object", async (metadata) => {
    expect(await refused(metadata)).toEqual({ metadata: "must be an object" });
  });
});

describe("design: metadata up to 16 KiB as JSON", () => {
  /** An object of `bytes` bytes as JSON, mostly of four-byte characters. */
  const sized = (bytes: number) => {
    const room = bytes - '{"a":""}'.length;
    return `{"a":"${"😀".repeat(room / 4)}${"x".repeat(room % 4)}"}`;
  };
  test("exactly 16 KiB are accepted, with and without whitespace", async () => {
    const metadata = sized(MAX_METADATA_BYTES);
    expect(new TextEncoder().encode(metadata)).toHaveLength(16_384);
    for (const text of [metadata, metadata.replace(":", " : \n\t"), metadata.replace("a", "\\u0061")]) {
      for (const given of await kept(text)) expect(given).toEqual(JSON.parse(metadata));
    }
  });
  test("one byte more is rejected", async () => {
    const tooLong = { metadata: "must be at most 16384 bytes as JSON" };
    expect(await refused(sized(MAX_METADATA_BYTES + 1))).toEqual(tooLong);
    expect(
      await refused(`{${'"a":{'.repeat(60)}${sized(MAX_METADATA_BYTES).slice(1)}${"}".repeat(60)}`),
    ).toEqual(tooLong);
  });
});

const INEXACT = "is a number that can't be kept exactly: send it as a text";

describe("spec: it must not contain secrets; design: values that look like our API keys are rejected", () => {
  test.each([
    ["a value", (secret: string) => `{"a":"${secret}"}`],
    ["a name", (secret: string) => `{"${secret}":1}`],
    ["deep inside", (secret: string) => `{"a":[0,{"b":[["see ${secret}."]]}]}`],
    ["a name deep inside", (secret: string) => `{"a":[0,{"b":{"x${secret}x":[]}}]}`],
    ["escaped", (secret: string) => `{"a":"\\u0073${secret.slice(1)}"}`],
  ])("%s", async (_name, metadata) => {
    for (const secret of [key, (await newApiKey()).key, `slk_${"0".repeat(46)}`]) {
      expect(await refused(metadata(secret))).toEqual({ metadata: "must not contain an API key" });
    }
  });

  test("the key is reported with other problems, and neither response nor log contains it", async () => {
    const metadata = `{"a":"${key}","b":1e400}`;
    expect(await refused(metadata)).toEqual({
      metadata: "must not contain an API key",
      "metadata.b": INEXACT,
    });
    expect((await createLink(metadata)).text).not.toContain(key);
    expect(service.logs().join("\n")).not.toContain(key);
  });
});

describe("design: strings are stored exactly as sent; strings that can't be stored are rejected by field", () => {
  test.each([
    ["1e400", '{"a":[0,{"b":1e400}]}', { "metadata.a[1].b": INEXACT }],
    ["-1e400", '{"a":-1e400}', { "metadata.a": INEXACT }],
    ["2^53 + 1", '{"order":{"id":9007199254740993}}', { "metadata.order.id": INEXACT }],
    ["20 digits", '{"a":[-12345678901234567890]}', { "metadata.a[0]": INEXACT }],
    ["NUL", '{"a":{"b":"x\\u0000"}}', { "metadata.a.b": "must not contain NUL" }],
    ["NUL in a name", '{"a":{"\\u0000":1}}', { "metadata.a": "has a name that must not contain NUL" }],
    ["lone surrogate", '{"a":["\\ud83d"]}', { "metadata.a[0]": "must not contain a lone surrogate" }],
    ["reversed pair", '{"a":"\\ude00\\ud83d"}', { "metadata.a": "must not contain a lone surrogate" }],
    [
      "lone surrogate in a name",
      '{"\\udc00":1}',
      { metadata: "has a name that must not contain a lone surrogate" },
    ],
    ["__proto__", '{"__proto__":{"x":1}}', { "metadata.__proto__": "is not allowed as a name" }],
    [
      "__proto__ deep inside, twice",
      '{"a":[{"__proto__":null}],"b":{"\\u005f_proto__":1}}',
      {
        "metadata.a[0].__proto__": "is not allowed as a name",
        "metadata.b.__proto__": "is not allowed as a name",
      },
    ],
  ])("%s", async (_name, metadata, problems) => {
    expect(await refused(metadata)).toEqual(problems);
  });
});

import { describe, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { storedIn } from "./stored.ts";

const service = await useService();
const { key } = await service.issueKey();
const path = `/v1/links/${expectLink(await post(service, "/v1/links", linkBody(), { key })).id}/qr-codes`;
const before = await storedIn(service);

const VALID = JSON.stringify(linkBody());
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)),
  );
/** VALID with this JSON text as an additional member. */
const withMember = (text: string) => `${VALID.slice(0, -1)},${text}}`;
const nested = (levels: number, open: string, close: string, inside = "") =>
  `${open.repeat(levels)}${inside}${close.repeat(levels)}`;

/** Both endpoints reject the body in the same way. */
async function refused(
  body: string | Uint8Array,
  status: number,
  code: string,
  headers = {},
): Promise<string[]> {
  const [first, second] = [
    expectError(await post(service, "/v1/links", body, { key, headers }), status, code),
    expectError(await post(service, path, body, { key, headers }), status, code),
  ];
  expect(first.message).toBe(second.message);
  return (first.details ?? []).map(({ field }) => field);
}

describe("design: 400 malformed_request for a body that can't be parsed", () => {
  test.each<[string, string | Uint8Array]>([
    ["an empty body", ""],
    ["blanks", " \r\n\t"],
    ["half a body", VALID.slice(0, -1)],
    ["a body twice", VALID + VALID],
    ["text after it", `${VALID} x`],
    ["a trailing comma", `${VALID.slice(0, -1)},}`],
    ["single quotes", "{'name':'x'}"],
    ["a comment", `/**/${VALID}`],
    ["names without quotes", "{name:1}"],
    ["NaN", withMember('"x":NaN')],
    ["Infinity", withMember('"x":-Infinity')],
    ["leading zero", withMember('"x":01')],
    ["hexadecimal", withMember('"x":0x1')],
    ["plus", withMember('"x":+1')],
    ["a number without digits", withMember('"x":1.')],
    ["undefined", "undefined"],
    ["a form", "name=x&projectId=main"],
    ["a line break in a string", withMember('"x":"a\nb"')],
    ["a raw NUL in a string", withMember('"x":"a\0b"')],
    ["a raw NUL after it", `${VALID}\0`],
    ["a bad escape", withMember('"x":"\\x41"')],
    ["half an escape", withMember('"x":"\\u12"')],
    ["an open string", '{"name":"x'],
    ["an open escape", '{"name":"x\\'],
    ["two BOMs", `\ufeff\ufeff${VALID}`],
    ["bytes that are not UTF-8", bytes('{"name":"', [0xff], '"}')],
    ["half a character", bytes('{"name":"', [0xf0, 0x9f, 0x98], '"}')],
    ["half a character at the end", bytes(VALID, [0xc3])],
    ["an overlong character", bytes('{"name":"', [0xc0, 0xaf], '"}')],
    ["an encoded surrogate", bytes('{"name":"', [0xed, 0xa0, 0xbd], '"}')],
    ["beyond Unicode", bytes('{"name":"', [0xf4, 0x90, 0x80, 0x80], '"}')],
    ["UTF-16", bytes([0xff, 0xfe, 0x7b, 0, 0x7d, 0])],
    ["UTF-16 without a mark", bytes([0x7b, 0, 0x7d, 0])],
    ["gzip", bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
  ])("%s", async (_name, body) => {
    expect(await refused(body, 400, "malformed_request")).toEqual([]);
  });

  test("half a character at the end of a body does not affect the next request", async () => {
    await refused(bytes(VALID, [0xe2, 0x82]), 400, "malformed_request");
    const name = "Grüße 🌮";
    expect(expectLink(await post(service, "/v1/links", linkBody(undefined, { name }), { key })).name).toBe(
      name,
    );
  });
});

describe("design: nesting deeper than 64 is a 400 malformed_request", () => {
  test.each([
    ["65 arrays", nested(65, "[", "]")],
    ["65 objects", nested(65, '{"a":', "}", "1")],
    ["65 with the body, in metadata", withMember(`"metadata":{"a":${nested(63, "[", "]")}}`)],
    ["100,000 arrays", nested(100_000, "[", "]")],
    ["100,000 objects", nested(100_000, '{"a":', "}", "1")],
    ["100,000 in metadata", withMember(`"metadata":{"a":${nested(100_000, '[{"a":', "}]", "1")}}`)],
    ["4,000,000 open ones", "[".repeat(4_000_000)],
    ["closed before opened", `${"]".repeat(100_000)}${"[".repeat(100_000)}`],
  ])("%s", async (_name, body) => {
    await refused(body, 400, "malformed_request");
  });

  test("64 levels, including the body, are accepted; brackets in strings don't count", async () => {
    const deep = withMember(`"metadata":{"a":${nested(62, "[", "]")},"b":"${'[{\\"'.repeat(100)}"}`);
    const created = await post(service, "/v1/links", deep, { key });
    expectLink(created);
    expect(await refused(nested(64, "[", "]"), 400, "validation_failed")).toEqual(["body"]);
  });
});

describe("design: validation_failed for a body that is not an object", () => {
  test.each(["[]", "[{}]", '"{}"', "1", "-0", "1e400", "true", "null"])("%s", async (body) => {
    expect(await refused(body, 400, "validation_failed")).toEqual(["body"]);
  });
});

describe("design: media type is not application/json: 415 unsupported_media_type", () => {
  test.each([
    { "Content-Type": "text/plain" },
    { "Content-Type": "text/json" },
    { "Content-Type": "application/x-www-form-urlencoded" },
    { "Content-Type": "multipart/form-data; boundary=x" },
    { "Content-Type": "application/vnd.api+json" },
    { "Content-Type": "application/jsonp" },
    { "Content-Type": "application/json, text/plain" },
    { "Content-Type": "text/plain; application/json" },
    { "Content-Type": "application/json; charset=iso-8859-1" },
    { "Content-Type": "application/json; charset=utf-16" },
    { "Content-Type": "application/json; charset=utf-8; charset=latin1" },
    { "Content-Type": "application/json; charset=" },
    { "Content-Type": "" },
    { "Content-Encoding": "gzip" },
    { "Content-Encoding": "br" },
    { "Content-Encoding": "identity, gzip" },
  ])("%j", async (headers) => {
    await refused(VALID, 415, "unsupported_media_type", headers);
  });

  test("a missing media type is rejected", async () => {
    const init = { method: "POST", headers: { "X-Service-API-Key": key }, body: bytes(VALID) };
    const response = await service.fetch("/v1/links", init);
    expect([response.status, await response.json()]).toMatchObject([
      415,
      { error: { code: "unsupported_media_type" } },
    ]);
  });

  test.each([
    { "Content-Type": "application/json" },
    { "Content-Type": "application/json; charset=utf-8" },
    { "Content-Type": "application/json;charset=UTF8" },
    { "Content-Type": 'application/json; charset="utf8";' },
    { "Content-Type": "application/json; charset='UTF-8'" },
    { "Content-Type": "application/json; charset = utf-8" },
    { "Content-Type": "application/json; charset=us-ascii" },
    { "Content-Type": 'APPLICATION/JSON ;Charset="UTF-8" ; version=1' },
    { "Content-Encoding": "identity" },
  ])("%j is accepted", async (headers) => {
    expectQrCode(await post(service, path, "{}", { key, headers }));
  });
});

test("a byte order mark before the body is skipped, as RFC 8259 allows", async () => {
  expectQrCode(await post(service, path, "\ufeff{}", { key }));
});

describe("spec: Idempotency-Key and X-Correlation-ID, 8-128 characters", () => {
  const PRINTABLE = " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~".trim();
  const NAMES = ["Idempotency-Key", "X-Correlation-ID"];
  test.each(["1234567", "x".repeat(129), "tab\tinside", "naïve-header"])(
    "%j is rejected by name",
    async (value) => {
      const headers = Object.fromEntries(NAMES.map((name) => [name, value]));
      expect((await refused(VALID, 400, "validation_failed", headers)).sort()).toEqual(NAMES);
    },
  );

  test.each(["12345678", "x".repeat(128), PRINTABLE, "a b c d e"])(
    "%j is accepted, and the correlation id returned",
    async (value) => {
      const headers = Object.fromEntries(NAMES.map((name) => [name, value]));
      const answer = await post(service, path, {}, { key, headers });
      expectQrCode(answer);
      expect(answer.headers.get("X-Correlation-ID")).toBe(value);
    },
  );
});

test("rejected requests write nothing", async () => {
  // Two links, nine codes by media type, one with a BOM, and four with an Idempotency-Key.
  const codes = 9 + 1 + 4;
  expect(await storedIn(service)).toEqual({
    links: before.links + 2,
    redirects: before.redirects + 2,
    qr_codes: before.qr_codes + 2 + codes,
    images: before.images,
    idempotency_claims: 4,
    replays: 4,
  });
});

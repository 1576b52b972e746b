import { describe, expect, test } from "vitest";
import { MAX_BODY_BYTES, readJsonObject } from "../../src/surfaces/api/json-body.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { useService } from "../use-service.ts";
import { sendRaw } from "./raw-http.ts";
import { storedIn } from "./stored.ts";

const service = await useService();
const { key } = await service.issueKey();
const links = new URL("/v1/links", service.url);

const VALID = JSON.stringify(linkBody());
/** A valid body of `length` bytes, padded with trailing spaces. */
const padded = (length: number) => new TextEncoder().encode(VALID.padEnd(length));
const headers = () => ({ "X-Service-API-Key": key, "Content-Type": "application/json" });

function* cut(bytes: Uint8Array, size = 64 * 1024): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function* endless(): Generator<Uint8Array> {
  yield new TextEncoder().encode('{"name":"');
  const chunk = new Uint8Array(64 * 1024).fill(0x78);
  for (;;) yield chunk;
}

function* counted(chunks: Iterable<Uint8Array>, count: (bytes: number) => void): Generator<Uint8Array> {
  for (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

describe("design: body over 4 MiB, counted while reading: 413 payload_too_large", () => {
  const MiB4 = 4 * 1024 * 1024;
  test("exactly 4 MiB are accepted, with Content-Length and chunked", async () => {
    expect(MAX_BODY_BYTES).toBe(MiB4);
    const withLength = { headers: { ...headers(), "Content-Length": MiB4 } };
    expectLink(await sendRaw(links, withLength, cut(padded(MiB4))));
    expectLink(await sendRaw(links, { headers: headers() }, cut(padded(MiB4))));
  });

  test.each([MiB4 + 1, 3 * MiB4])(
    "%i bytes are rejected, with Content-Length and chunked",
    async (length) => {
      const withLength = { headers: { ...headers(), "Content-Length": length } };
      expectError(await sendRaw(links, withLength, cut(padded(length))), 413, "payload_too_large");
      expectError(
        await sendRaw(links, { headers: headers() }, cut(padded(length))),
        413,
        "payload_too_large",
      );
    },
  );

  test("reading an endless body stops at the limit", async () => {
    let sent = 0;
    // A client that keeps sending may notice the closed connection before it reads the response.
    const outcome = await sendRaw(
      links,
      { headers: headers() },
      counted(endless(), (bytes) => (sent += bytes)),
    ).then(
      (answer) => expectError(answer, 413, "payload_too_large").code,
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(["payload_too_large", "ECONNRESET", "EPIPE"]).toContain(outcome);
    expect(sent).toBeGreaterThan(MiB4);
    expect(sent).toBeLessThan(64 * MiB4);
  });
});

test("spec: Idempotency-Key and X-Correlation-ID have 8-128 characters: empty ones are rejected", async () => {
  const empty = { headers: { ...headers(), "Idempotency-Key": "", "X-Correlation-ID": "" } };
  const error = expectError(await sendRaw(links, empty, cut(padded(1000))), 400, "validation_failed");
  expect(error.details?.map(({ field }) => field).sort()).toEqual(["Idempotency-Key", "X-Correlation-ID"]);
});

test("rejected requests write nothing", async () => {
  const before = await storedIn(service);
  const tooLarge = cut(padded(MAX_BODY_BYTES + 1));
  expectError(await sendRaw(links, { headers: headers() }, tooLarge), 413, "payload_too_large");
  const empty = { headers: { ...headers(), "Idempotency-Key": "" } };
  expectError(await sendRaw(links, empty, cut(padded(1000))), 400, "validation_failed");
  expect(await storedIn(service)).toEqual(before);
});

/** Tested below HTTP, because the local runtime itself responds when a client aborts. */
test.each([
  ["with its length", { "Content-Length": "100" }],
  ["chunked", {}],
])("a truncated body is malformed, %s", async (_, length) => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"name":')),
    pull: (controller) => controller.error(new Error("Network connection lost.")),
  });
  const init = { method: "POST", body, duplex: "half", headers: { ...headers(), ...length } };
  await expect(readJsonObject(new Request(links, init))).rejects.toMatchObject({
    code: "malformed_request",
    message: "The body ended early.",
  });
});

test.each([
  [401, "/v1/links", {}],
  [404, "/v1/nothing", {}],
  [405, "/openapi.json", {}],
  [405, "/abcdefgh", { Accept: "application/json" }],
  [413, "/v1/links", { "X-Service-API-Key": "ours", "Content-Type": "application/json" }],
  [415, "/v1/links", { "X-Service-API-Key": "ours", "Content-Type": "text/plain" }],
] as [number, string, Record<string, string>][])(
  "a client that sends 8 MiB gets its %s from %s although the body is not read",
  async (status, path, headers) => {
    const ours = "X-Service-API-Key" in headers ? { "X-Service-API-Key": key } : {};
    const response = await service.fetch(path, {
      method: "POST",
      body: "x".repeat(8 * 1024 * 1024),
      headers: { ...headers, ...ours },
    });
    expect([response.status, await response.json()]).toMatchObject([status, { error: {} }]);
  },
);

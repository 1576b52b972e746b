import { afterEach, expect, test } from "vitest";
import { type Patience, responseOf, ShoppableLinks, ShoppableLinksError } from "../../client/src/index.ts";
import { type Scripted, scriptedServer } from "./server.ts";

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

/** A client of a server that gives these answers in turn. */
async function scripted(answers: Scripted[], options: Patience = {}) {
  const server = await scriptedServer(answers);
  opened.push(server);
  const client = new ShoppableLinks({ key: "slk_test", baseUrl: server.baseUrl, ...options });
  return { client, received: server.received, baseUrl: server.baseUrl };
}

const soon = { "Retry-After": "0" };
const refusal = (code: string) => ({ error: { code, message: "No.", correlationId: "correlation-1" } });
const link = {
  projectId: "demo",
  name: "A",
  retailer: "custom",
  intent: "custom_url",
  customUrl: "https://example.com/",
} as const;

test("a write carries a random Idempotency-Key, and the same one when it is repeated", async () => {
  const { client, received } = await scripted([
    "hang up",
    { status: 503, headers: soon, body: refusal("service_unavailable") },
    {
      status: 201,
      headers: { "X-Correlation-ID": "correlation-2", "Idempotent-Replayed": "true" },
      body: { data: { id: "lnk_1" } },
    },
    { status: 201, body: { data: { id: "lnk_2" } } },
  ]);
  const created = await client.links.create(link);
  await client.links.create(link);
  const keys = received.map(({ headers }) => headers["idempotency-key"]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(keys[3]).not.toBe(keys[0]);
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([link, link, link, link]);
  expect(received[0]?.headers).toMatchObject({
    "x-service-api-key": "slk_test",
    "content-type": "application/json",
  });
  expect(responseOf(created)).toEqual({
    status: 201,
    headers: expect.any(Headers),
    correlationId: "correlation-2",
    etag: undefined,
    replayed: true,
  });
});

test.each([408, 429, 500, 502, 503, 504, 520, 524, 530])(
  "%s is tried again, twice, and then thrown",
  async (status) => {
    const answer = { status, headers: soon, body: refusal("rate_limited") };
    const { client, received } = await scripted([answer, answer, answer, answer]);
    const error = await client.links.get("lnk_1").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ShoppableLinksError);
    expect(error).toMatchObject({
      status,
      code: "rate_limited",
      message: "No.",
      correlationId: "correlation-1",
      details: [],
    });
    expect(received).toHaveLength(3);
  },
);

test.each([400, 401, 403, 404, 409, 412, 422])("%s is thrown at once, with its details", async (status) => {
  const details = [{ field: "name", message: "is required" }];
  const body = { error: { ...refusal("validation_failed").error, details } };
  const { client, received } = await scripted([{ status, body }]);
  await expect(client.links.create(link)).rejects.toMatchObject({
    status,
    code: "validation_failed",
    details,
  });
  expect(received).toHaveLength(1);
});

test("a wait that the service asks for above a minute is left to the caller", async () => {
  const { client, received } = await scripted([
    { status: 429, headers: { "Retry-After": "3600" }, body: refusal("rate_limited") },
  ]);
  await expect(client.links.get("lnk_1")).rejects.toMatchObject({ status: 429 });
  expect(received).toHaveLength(1);
});

test("a date in Retry-After is a wait, too; one that is past is none", async () => {
  const { client, received } = await scripted([
    {
      status: 503,
      headers: { "Retry-After": new Date(0).toUTCString() },
      body: refusal("service_unavailable"),
    },
    { status: 200, body: { data: { id: "lnk_1" } } },
  ]);
  expect(await client.links.get("lnk_1")).toEqual({ id: "lnk_1" });
  expect(received).toHaveLength(2);
});

test("without an answer, the error says why", async () => {
  const gone = await scripted(["hang up"], { retries: 0 });
  await expect(gone.client.links.get("lnk_1")).rejects.toMatchObject({
    status: 0,
    code: "connection_failed",
    retryAfter: undefined,
  });
  const slow = await scripted(["never"], { retries: 0, timeout: 20 });
  await expect(slow.client.links.get("lnk_1")).rejects.toMatchObject({ status: 0, code: "timeout" });
});

test.each(["<html>", "null", "7"])(
  "an answer that is not the service's is invalid_response: %s",
  async (body) => {
    const { client } = await scripted([
      { status: 200, headers: { "X-Correlation-ID": "correlation-3" }, body },
    ]);
    await expect(client.links.get("lnk_1")).rejects.toMatchObject({
      status: 200,
      code: "invalid_response",
      correlationId: "correlation-3",
    });
    const proxy = await scripted([{ status: 404, body }]);
    await expect(proxy.client.links.get("lnk_1")).rejects.toMatchObject({
      status: 404,
      code: "invalid_response",
    });
  },
);

test("a signal gives up the call and the wait before a retry", async () => {
  const aborted = new Error("enough");
  const { client, received } = await scripted([
    { status: 503, headers: { "Retry-After": "30" }, body: refusal("service_unavailable") },
  ]);
  const controller = new AbortController();
  const call = client.links.get("lnk_1", { signal: controller.signal });
  await expect.poll(() => received.length).toBe(1);
  controller.abort(aborted);
  await expect(call).rejects.toBe(aborted);
  await expect(client.links.get("lnk_1", { signal: AbortSignal.abort(aborted) })).rejects.toBe(aborted);
  expect(received).toHaveLength(1);
});

test("lists go on after empty pages, to the end", async () => {
  const { client, received } = await scripted([
    { status: 200, body: { data: [{ id: "lnk_3" }], nextCursor: "a" } },
    { status: 200, body: { data: [], nextCursor: "b" } },
    { status: 200, body: { data: [{ id: "lnk_2" }, { id: "lnk_1" }] } },
  ]);
  const ids: string[] = [];
  for await (const { id } of client.links.list({ q: "a b", limit: 1 })) ids.push(id);
  expect(ids).toEqual(["lnk_3", "lnk_2", "lnk_1"]);
  expect(received.map(({ path }) => path)).toEqual([
    "/v1/links?q=a+b&limit=1",
    "/v1/links?q=a+b&limit=1&cursor=a",
    "/v1/links?q=a+b&limit=1&cursor=b",
  ]);
});

test("a bulk is repeated with the same key while rows are missing for a reason that passes", async () => {
  const made = { status: 201, body: { data: { id: "lnk_1" } } };
  const { client, received } = await scripted([
    {
      status: 200,
      headers: soon,
      body: { data: [made, { status: 503, body: refusal("service_unavailable") }] },
    },
    { status: 200, body: { data: [made, { status: 422, body: refusal("url_not_allowed") }] } },
  ]);
  const rows = await client.links.createMany([link, link]);
  expect(rows.map(({ status }) => status)).toEqual([201, 422]);
  expect(received[0]?.headers["idempotency-key"]).toBe(received[1]?.headers["idempotency-key"]);
});

test("paths, If-Match and correlation ids are sent as given", async () => {
  const ok = { status: 200, headers: { ETag: '"5"' }, body: { data: {} } };
  const { client, received } = await scripted([ok, ok, ok]);
  const read = await client.links.get("lnk/1?", { correlationId: "correlation-4" });
  const etag = responseOf(read).etag ?? "";
  await client.links.change("lnk_1", { name: "B" }, { ifMatch: etag, idempotencyKey: "change-4711" });
  await client.qrCodes.change("lnk_1", "door", { name: "Door" });
  expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /v1/links/lnk%2F1%3F",
    "PATCH /v1/links/lnk_1",
    "PATCH /v1/links/lnk_1/qr-codes/door",
  ]);
  expect(received[0]?.headers["x-correlation-id"]).toBe("correlation-4");
  expect(received[1]?.headers).toMatchObject({ "if-match": '"5"', "idempotency-key": "change-4711" });
});

test("an error has the wait that the service asks for, and the headers of the answer", async () => {
  const headers = { "Retry-After": "17", "X-Proxy": "one" };
  const { client } = await scripted([{ status: 429, headers, body: refusal("rate_limited") }], {
    retries: 0,
  });
  const error: unknown = await client.links.get("lnk_1").catch((thrown: unknown) => thrown);
  if (!(error instanceof ShoppableLinksError)) throw error;
  expect([error.code, error.retryAfter, error.headers.get("X-Proxy")]).toEqual(["rate_limited", 17, "one"]);
});

test("retries and timeout of a call go before those of the client", async () => {
  const down = { status: 503, headers: soon, body: refusal("service_unavailable") };
  const patient = await scripted([down, down, { status: 200, body: { data: { id: "lnk_1" } } }], {
    retries: 0,
  });
  expect(await patient.client.links.get("lnk_1", { retries: 2 })).toEqual({ id: "lnk_1" });
  const slow = await scripted(["never"], { retries: 0 });
  await expect(slow.client.links.get("lnk_1", { timeout: 20 })).rejects.toMatchObject({ code: "timeout" });
});

test.each<[string, unknown]>([
  ["There is no API key", undefined],
  ["There is no API key", " "],
  ["The API key is damaged", "slk_test\n"],
  ["The API key is damaged", "Bearer slk_test"],
])("a key that can't be one is refused before a request: %s", (words, key) => {
  const make = () => new ShoppableLinks({ key: key as string, baseUrl: "https://go.example.com" });
  expect(make).toThrow(
    expect.objectContaining({ code: "invalid_key", message: expect.stringContaining(words) }),
  );
});

test.each(["", "go.example.com", "ftp://go.example.com"])(
  "an address that can't be one is refused: %s",
  (baseUrl) => {
    const make = () => new ShoppableLinks({ key: "slk_test", baseUrl });
    expect(make).toThrow(expect.objectContaining({ code: "invalid_base_url" }));
  },
);

test("include is sent with every call that gives links or codes, with commas between its words", async () => {
  const one = { status: 200, body: { data: {} } };
  const { client, received } = await scripted([one, one, one, { status: 200, body: { data: [] } }, one, one]);
  const include = ["slug", "state"] as const;
  await client.links.create(link, { include });
  await client.links.get("lnk_1", { include });
  await client.links.change("lnk_1", {}, { include });
  for await (const each of client.links.list({ status: "active" }, { include })) throw new Error(each.id);
  await client.qrCodes.get("lnk_1", "door", { include: ["style"] });
  await client.links.get("lnk_1");
  expect(received.map(({ path }) => path)).toEqual([
    "/v1/links?include=slug%2Cstate",
    "/v1/links/lnk_1?include=slug%2Cstate",
    "/v1/links/lnk_1?include=slug%2Cstate",
    "/v1/links?status=active&include=slug%2Cstate",
    "/v1/links/lnk_1/qr-codes/door?include=style",
    "/v1/links/lnk_1",
  ]);
});

test("a picture of a code is asked for without the key, and given as bytes", async () => {
  const { client, received, baseUrl } = await scripted([{ status: 200, body: "%PDF" }]);
  const imageUrl = `${baseUrl}/qr/qr_lnk_1_default.svg`;
  const bytes = await client.qrCodes.file({ imageUrl }, { format: "pdf", size: 80 });
  expect(new TextDecoder().decode(bytes)).toBe("%PDF");
  expect(responseOf(bytes).status).toBe(200);
  expect(received[0]?.path).toBe("/qr/qr_lnk_1_default.pdf?size=80");
  expect(received[0]?.headers["x-service-api-key"]).toBeUndefined();
});

test("a logo is sent as it is", async () => {
  const { client, received } = await scripted([{ status: 200, body: { data: { id: "demo" } } }]);
  const project = await client.projects.putLogo("demo", new TextEncoder().encode("<svg/>"));
  expect(project.id).toBe("demo");
  expect(received[0]).toMatchObject({ method: "PUT", path: "/v1/projects/demo/logo", body: "<svg/>" });
});

import { expect, test } from "vitest";
import { responseOf, ShoppableLinksError } from "../../client/src/index.ts";
import { errorBody, link, scripted, soon } from "./scripted-client.ts";

test("a write has a random Idempotency-Key, and its retries have the same key", async () => {
  const { client, received } = await scripted([
    "hang up",
    { status: 503, headers: soon, body: errorBody("service_unavailable") },
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
  "%s is retried twice, then thrown",
  async (status) => {
    const answer = { status, headers: soon, body: errorBody("rate_limited") };
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

test.each([400, 401, 403, 404, 409, 412, 422])(
  "%s is thrown without a retry, with its details",
  async (status) => {
    const details = [{ field: "name", message: "is required" }];
    const body = { error: { ...errorBody("validation_failed").error, details } };
    const { client, received } = await scripted([{ status, body }]);
    await expect(client.links.create(link)).rejects.toMatchObject({
      status,
      code: "validation_failed",
      details,
    });
    expect(received).toHaveLength(1);
  },
);

test("a Retry-After above a minute is left to the caller", async () => {
  const { client, received } = await scripted([
    { status: 429, headers: { "Retry-After": "3600" }, body: errorBody("rate_limited") },
  ]);
  await expect(client.links.get("lnk_1")).rejects.toMatchObject({ status: 429 });
  expect(received).toHaveLength(1);
});

test("Retry-After may be a date; a past date means no wait", async () => {
  const { client, received } = await scripted([
    {
      status: 503,
      headers: { "Retry-After": new Date(0).toUTCString() },
      body: errorBody("service_unavailable"),
    },
    { status: 200, body: { data: { id: "lnk_1" } } },
  ]);
  expect(await client.links.get("lnk_1")).toEqual({ id: "lnk_1" });
  expect(received).toHaveLength(2);
});

test("without a response, the error says why", async () => {
  const gone = await scripted(["hang up"], { retries: 0 });
  await expect(gone.client.links.get("lnk_1")).rejects.toMatchObject({
    status: 0,
    code: "connection_failed",
    retryAfter: undefined,
  });
  const slow = await scripted(["never"], { retries: 0, timeout: 20 });
  await expect(slow.client.links.get("lnk_1")).rejects.toMatchObject({ status: 0, code: "timeout" });
});

test.each(["<html>", "null", "7"])("a response from something else is invalid_response: %s", async (body) => {
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
});

test("a signal aborts the call and the wait before a retry", async () => {
  const aborted = new Error("enough");
  const { client, received } = await scripted([
    { status: 503, headers: { "Retry-After": "30" }, body: errorBody("service_unavailable") },
  ]);
  const controller = new AbortController();
  const call = client.links.get("lnk_1", { signal: controller.signal });
  await expect.poll(() => received.length).toBe(1);
  controller.abort(aborted);
  await expect(call).rejects.toBe(aborted);
  await expect(client.links.get("lnk_1", { signal: AbortSignal.abort(aborted) })).rejects.toBe(aborted);
  expect(received).toHaveLength(1);
});

test("lists continue after empty pages to the end", async () => {
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

test("a bulk request is retried with the same key while rows fail temporarily", async () => {
  const made = { status: 201, body: { data: { id: "lnk_1" } } };
  const { client, received } = await scripted([
    {
      status: 200,
      headers: soon,
      body: { data: [made, { status: 503, body: errorBody("service_unavailable") }] },
    },
    { status: 200, body: { data: [made, { status: 422, body: errorBody("url_not_allowed") }] } },
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

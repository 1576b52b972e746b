import { describe, expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { type Answer, DOWN, get, type Json, post, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { sendRaw } from "./raw-http.ts";

/** Part of every body, header and query below; a log line with it contains a caller's input. */
const MARKER = "confidential-7f3a";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey();
const { key: unknown } = await newApiKey();
const linkId = expectLink(await post(service, "/v1/links", linkBody(), full)).id;

const body = (changes: object = {}) =>
  linkBody("custom custom_url", { name: MARKER, metadata: { note: MARKER }, ...changes });
const create = (headers: Record<string, string>, sent: unknown = body()) =>
  post(service, "/v1/links", sent, { ...full, headers, idempotencyKey: `${MARKER}-${crypto.randomUUID()}` });

async function withoutQrCodes(request: () => Promise<Answer>): Promise<Answer> {
  await service.env.DB.exec("ALTER TABLE qr_codes RENAME TO absent");
  try {
    return await request();
  } finally {
    await service.env.DB.exec("ALTER TABLE absent RENAME TO qr_codes");
  }
}

interface Row {
  route: string;
  status: number;
  method?: string;
  known?: boolean;
  request(headers: Record<string, string>): Promise<Answer>;
}
const ROWS: Row[] = [
  { route: "/v1/links", status: 201, method: "POST", known: true, request: (headers) => create(headers) },
  {
    route: "/v1/links",
    status: 400,
    method: "POST",
    known: true,
    request: (headers) => create(headers, body({ [MARKER]: MARKER })),
  },
  {
    route: "/v1/links",
    status: 400,
    method: "POST",
    known: true,
    request: (headers) => create(headers, `{"${MARKER}`),
  },
  {
    route: "/v1/links",
    status: 401,
    method: "POST",
    request: (headers) => post(service, "/v1/links", body(), { key: unknown, headers }),
  },
  {
    route: "/v1/links",
    status: 500,
    method: "POST",
    known: true,
    request: (headers) => withoutQrCodes(() => create(headers)),
  },
  {
    route: "/v1/links",
    status: 503,
    method: "POST",
    known: true,
    request: (headers) => create({ ...headers, [DOWN]: "DB" }),
  },
  {
    route: "/v1/links/:linkId",
    status: 200,
    known: true,
    request: (headers) => get(service, `/v1/links/${linkId}`, { ...full, headers }),
  },
  {
    route: "/v1/links/:linkId",
    status: 404,
    known: true,
    request: (headers) => get(service, `/v1/links/${full.key}`, { ...full, headers }),
  },
  {
    route: "/v1/links/:linkId/qr-codes",
    status: 201,
    method: "POST",
    known: true,
    request: (headers) =>
      post(service, `/v1/links/${linkId}/qr-codes`, { name: MARKER }, { ...full, headers }),
  },
  {
    route: "/v1/retailers",
    status: 200,
    known: true,
    request: (headers) => get(service, `/v1/retailers?q=${MARKER}`, { ...full, headers }),
  },
  { route: "/health", status: 200, request: (headers) => get(service, "/health", { headers }) },
  {
    route: "/health",
    status: 405,
    method: "PUT",
    request: (headers) => send(service, "PUT", "/health", MARKER, { headers }),
  },
  ...["/health", "/v1/links", "/docs"].map((route) => ({
    ...{ route, status: 400 },
    request: (headers: Record<string, string>) =>
      sendRaw(new URL(route, service.url), { method: "GET", headers: { ...headers, Host: "[" } }, []),
  })),
];

/** Waits for the log lines of one request. */
async function linesOf(correlationId: string): Promise<Json[]> {
  const lines = () => service.logs().filter((line) => line.includes(correlationId));
  await expect.poll(lines).not.toEqual([]);
  return lines().map((line) => JSON.parse(line));
}

describe("each request logs one line of JSON", () => {
  test.each(ROWS)("$status $route", async ({ route, status, method = "GET", known, request }) => {
    const correlationId = crypto.randomUUID();
    const answer = await request({ "X-Correlation-ID": correlationId });
    expect(answer.status, answer.text).toBe(status);
    const [line, ...more] = await linesOf(correlationId);
    expect(more).toEqual([]);
    const { milliseconds, cause, ...rest } = line;
    expect(rest).toEqual({
      event: "request",
      correlationId,
      method,
      route,
      status,
      ...(known && { keyId: full.id }),
    });
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    // Internal errors are only in the log.
    expect(cause !== undefined).toBe(status >= 500);
    if (status === 500) expect(cause).toContain("no such table");
  });

  test("an unknown path is not in the log", async () => {
    const correlationId = crypto.randomUUID();
    await get(service, `/${MARKER}/${full.key}`, { headers: { "X-Correlation-ID": correlationId } });
    const [line] = await linesOf(correlationId);
    expect(line).toMatchObject({ status: 404, method: "GET" });
  });

  test("no log line contains a key, a body, a header or a query", () => {
    const everything = service.logs().join("\n");
    expect(everything).toContain(full.id);
    for (const secret of [full.key, unknown, MARKER]) expect(everything).not.toContain(secret);
  });
});

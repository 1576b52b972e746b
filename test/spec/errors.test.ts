import { beforeAll, describe, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "../../src/surfaces/api/json-body.ts";
import { linkBody } from "../bodies.ts";
import { expectApiHeaders, expectContractHeaders, expectError, expectLink } from "../expectations.ts";
import { type Answer, DOWN, get, post, type RequestOptions, send } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
let full: IssuedKey;
let poor: IssuedKey;
let linkId: string;
let inactiveId: string;
beforeAll(async () => {
  full = await service.issueKey();
  poor = await service.issueKey({ scopes: ["links:write", "retailers:custom"], projects: [] });
  const create = async () => expectLink(await post(service, "/v1/links", linkBody(), full)).id;
  [linkId, inactiveId] = [await create(), await create()];
  await service.env.DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(inactiveId).run();
});

/** Checks the headers of successful responses at a path. */
const expectHeaders = (path: string) => (path === "/openapi.json" ? expectContractHeaders : expectApiHeaders);

type Send = (headers: Record<string, string>) => Promise<Answer>;
const creating =
  (body: unknown, options: () => RequestOptions = () => full): Send =>
  (headers) => {
    const { headers: own, ...rest } = options();
    return post(service, "/v1/links", body, { ...rest, headers: { ...own, ...headers } });
  };
const addingCode =
  (id: () => string, body: object): Send =>
  (headers) =>
    post(service, `/v1/links/${id()}/qr-codes`, body, { key: full.key, headers });

/** Fails like a forgotten migration. */
async function withoutTable(table: string, request: () => Promise<Answer>): Promise<Answer> {
  await service.env.DB.exec(`ALTER TABLE ${table} RENAME TO absent`);
  try {
    return await request();
  } finally {
    await service.env.DB.exec(`ALTER TABLE absent RENAME TO ${table}`);
  }
}

const IDEMPOTENT = { "Idempotency-Key": "error-table-1" };
const CASES: [number, string, Send][] = [
  [400, "malformed_request", creating("{")],
  [400, "validation_failed", creating({})],
  [401, "unauthorized", creating(linkBody(), () => ({}))],
  [403, "insufficient_scope", creating(linkBody("grocer_a product_detail"), () => poor)],
  [403, "project_access_denied", creating(linkBody(), () => poor)],
  [404, "not_found", (headers) => get(service, "/v1/nothing", { headers })],
  [404, "not_found", (headers) => get(service, "/v1/links/lnk_none", { key: full.key, headers })],
  [404, "not_found", (headers) => get(service, "/qr/none.svg", { headers })],
  [405, "method_not_allowed", (headers) => send(service, "DELETE", "/v1/links", undefined, { headers })],
  [409, "duplicate_identifier", addingCode(() => linkId, { identifier: "default" })],
  [409, "link_inactive", addingCode(() => inactiveId, {})],
  [409, "idempotency_conflict", creating(linkBody(), () => ({ key: full.key, headers: IDEMPOTENT }))],
  [413, "payload_too_large", creating("x".repeat(MAX_BODY_BYTES + 1))],
  [
    415,
    "unsupported_media_type",
    creating("{}", () => ({ key: full.key, headers: { "Content-Type": "text/plain" } })),
  ],
  [
    422,
    "unsupported_retailer_intent",
    creating({ ...linkBody("grocer_a product_detail"), intent: "add_to_cart" }),
  ],
  [
    422,
    "url_not_allowed",
    creating(linkBody("custom custom_url", { customUrl: "https://user:pass@example.com/" })),
  ],
  [
    500,
    "internal_error",
    (headers) =>
      withoutTable("delivery_app_retailers", () => get(service, "/v1/retailers", { key: full.key, headers })),
  ],
  [500, "internal_error", (headers) => withoutTable("qr_codes", () => creating(linkBody())(headers))],
  [503, "service_unavailable", creating(linkBody(), () => ({ key: full.key, headers: { [DOWN]: "DB" } }))],
  [
    503,
    "service_unavailable",
    (headers) =>
      get(service, `/v1/links/${linkId}`, { key: full.key, headers: { ...headers, [DOWN]: "DB" } }),
  ],
];

describe("spec: Errors, the body is {error} and every response has X-Correlation-ID", () => {
  beforeAll(async () => {
    const other = linkBody("custom custom_url", { name: "Another" });
    expectLink(await post(service, "/v1/links", other, { key: full.key, headers: IDEMPOTENT }));
  });

  test.each(CASES)("%i %s", async (status, code, request) => {
    const given = expectError(await request({ "X-Correlation-ID": "caller-0001" }), status, code);
    expect(given.correlationId).toBe("caller-0001");
    const { correlationId, message, details } = expectError(await request({}), status, code);
    expect(correlationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(message).toMatch(/^[A-Z][^\n]*\.$/);
    // No internals: no SQL, table, stack, file or platform message.
    expect(message).not.toMatch(/sqlite|d1_|absent|delivery_app_retailers|network|\bat \w+ \(|\.ts\b/i);
    const explained = ["validation_failed", "duplicate_identifier", "url_not_allowed"];
    expect(details !== undefined).toBe(explained.includes(code));
  });

  test("503 has Retry-After", async () => {
    const answer = await get(service, "/v1/retailers", { key: full.key, headers: { [DOWN]: "DB" } });
    expectError(answer, 503, "service_unavailable");
    expect(answer.headers.get("Retry-After")).toMatch(/^[1-9][0-9]*$/);
  });

  test("GET /ready is 503 while the database is down, GET /health is not", async () => {
    const headers = { [DOWN]: "DB" };
    const ready = await get(service, "/ready", { headers });
    expect([ready.status, ready.json]).toEqual([503, { status: "unavailable", service: "shoppable-links" }]);
    expectApiHeaders(ready);
    expect((await get(service, "/health", { headers })).status).toBe(200);
  });
});

describe("spec: X-Correlation-ID, length 8-128, is echoed when supplied and generated otherwise", () => {
  test.each([7, 8, 128, 129])("%i characters", async (length) => {
    const sent = "c".repeat(length);
    const options = { key: full.key, headers: { "X-Correlation-ID": sent } };
    const answer = await get(service, "/v1/retailers", options);
    if (length === 8 || length === 128) {
      expect([answer.status, answer.headers.get("X-Correlation-ID")]).toEqual([200, sent]);
    } else {
      const { correlationId, details } = expectError(answer, 400, "validation_failed");
      expect(correlationId).not.toBe(sent);
      expect(details?.map(({ field }) => field)).toEqual(["X-Correlation-ID"]);
    }
  });

  test.each(["/health", "/ready", "/openapi.json", "/v1/retailers"])("%s without one", async (path) => {
    const ids = [await get(service, path, full), await get(service, path, full)].map((answer) => {
      expect(answer.status).toBe(200);
      expectHeaders(path)(answer);
      return answer.headers.get("X-Correlation-ID");
    });
    expect(new Set(ids).size).toBe(2);
  });
});

describe("design: 404 for an unknown path, 405 with Allow for a wrong method", () => {
  const PATHS: [string, string][] = [
    ["/v1/links", "POST, GET, HEAD"],
    ["/v1/links/lnk_any", "GET, HEAD, PATCH"],
    ["/v1/links/lnk_any/definition", "GET, HEAD"],
    ["/v1/links/lnk_any/history", "GET, HEAD"],
    ["/v1/links/lnk_any/visits", "GET, HEAD"],
    ["/v1/links/lnk_any/qr-codes", "POST, GET, HEAD"],
    ["/v1/links/lnk_any/qr-codes/any", "GET, HEAD, PATCH"],
    ["/v1/visits", "GET, HEAD"],
    ["/v1/retailers", "GET, HEAD"],
    ["/health", "GET, HEAD"],
    ["/ready", "GET, HEAD"],
    ["/openapi.json", "GET, HEAD"],
    ["/qr/any.svg", "GET, HEAD"],
  ];
  test.each(PATHS)("%s supports %s", async (path, allow) => {
    const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"];
    for (const method of methods.filter((name) => !allow.split(", ").includes(name))) {
      const answer = await send(service, method, path, undefined, full);
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get("Allow")).toBe(allow);
      expectApiHeaders(answer);
      if (method !== "HEAD") expectError(answer, 405, "method_not_allowed");
    }
  });

  test.each(["/health", "/ready", "/openapi.json", "/v1/retailers", "link", "/v1/links/lnk_none"])(
    "HEAD %s responds like GET, without a body",
    async (name) => {
      const path = name === "link" ? `/v1/links/${linkId}` : name;
      const [head, whole] = [
        await send(service, "HEAD", path, undefined, full),
        await get(service, path, full),
      ];
      expect([head.status, head.text]).toEqual([whole.status, ""]);
      expect(head.headers.get("Content-Type")).toBe(whole.headers.get("Content-Type"));
      expectHeaders(path)(head);
    },
  );

  test.each(["/v1", "/v2/links", "/v1/links/", "/v1/links/a/b", "/V1/links", "/health/x", "/qr/"])(
    "%s is not found",
    async (path) => {
      expectError(await get(service, path, full), 404, "not_found");
    },
  );
});

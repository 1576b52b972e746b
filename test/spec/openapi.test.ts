import { describe, expect, test } from "vitest";
import { app } from "../../src/app.ts";
import { EVENT_TYPES } from "../../src/features/writes/event.ts";
import { ERROR_STATUS } from "../../src/ground/platform/error-status.ts";
import {
  API_ERROR_CODES,
  type ApiErrorCode,
  ERROR_EXPLANATIONS,
} from "../../src/surfaces/api/error-messages.ts";
import { get, type Json } from "../requests.ts";
import { useService } from "../use-service.ts";
import { readContract } from "./openapi-contract.ts";

const service = await useService();
const { answer: contract, document, operations, answerAt } = await readContract(service);

test("the OpenAPI document can be cached and revalidated with its ETag", async () => {
  expect(contract.status).toBe(200);
  expect(contract.headers.get("Content-Type")).toBe("application/json");
  expect(contract.headers.get("Cache-Control")).toBe("public, max-age=300");
  const etag = contract.headers.get("ETag") ?? "";
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await get(service, "/openapi.json", { headers: { "If-None-Match": tag } });
    expect([tag, again.status, again.text, again.headers.get("ETag")]).toEqual([tag, 304, "", etag]);
  }
  const other = await get(service, "/openapi.json", { headers: { "If-None-Match": '"other"' } });
  expect([other.status, other.text]).toEqual([200, contract.text]);
});

describe("the document", () => {
  test("is OpenAPI 3.1 with the version in the specification", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ title: "shoppable-links", version: "1.0.0" });
  });

  test("every reference resolves, and every component is used", () => {
    const text = JSON.stringify(document);
    const used = new Set(Array.from(text.matchAll(/"\$ref":"([^"]+)"/g), ([, pointer]) => pointer));
    const { responses, schemas, examples, parameters } = document.components;
    const there = [
      ...Object.keys(parameters).map((name) => `#/components/parameters/${name}`),
      ...Object.keys(examples).map((name) => `#/components/examples/${name}`),
      ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
    ];
    expect([...used].sort()).toEqual(there.sort());
    expect(text).not.toContain("$defs");
  });

  test("lists exactly the routes and methods of the API", () => {
    /** Routes that are not for API clients, and images, whose formats share a route or whose URLs are in responses. */
    const pages = [
      "/mcp",
      "/qr/",
      "/brands/",
      "/lists/",
      "/dashboard",
      "/assets/",
      "/shared/",
      "/mail/",
      "/exports/",
      "/oauth/",
      "/.well-known/",
    ];
    const routes = app.routes
      .filter(
        ({ method, path }) =>
          method !== "ALL" && path !== "/" && !pages.some((page) => path.startsWith(page)),
      )
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
    const described = operations()
      .filter(([path]) => !/^\/(qr|lists|01|\{shortId\})/.test(path))
      .map(([path, method]) => `${method.toUpperCase()} ${path}`);
    expect(described.sort()).toEqual([...new Set(routes)].sort());
  });

  test("each operation has a unique id, a known tag, a summary and described parameters", () => {
    const ids = operations().map(([, , operation]) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }: Json) => name);
    for (const [path, , operation] of operations()) {
      expect(operation.summary).toMatch(/\w/);
      expect(tags).toContain(operation.tags[0]);
      const parameters: Json[] = operation.parameters ?? [];
      const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
      expect(inPath).toEqual(Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name));
      const secured = path.startsWith("/v1/");
      expect(operation.security).toEqual(secured ? undefined : []);
      if (secured) expect(parameters.map(({ name }) => name)).toContain("X-Correlation-ID");
    }
  });

  test("each error response lists exactly the codes of its status, with cause and fix", () => {
    const told = new Set<string>();
    for (const [path, method, { responses }] of operations()) {
      for (const status of Object.keys(responses).filter((each) => each >= "400")) {
        const { response } = answerAt(path, method, Number(status));
        const codes: string[] = response["x-error-codes"] ?? [];
        // Inactive short links and the readiness probe have no error codes.
        if (codes.length === 0) expect([path, status]).toEqual([path, path === "/ready" ? "503" : "410"]);
        for (const code of codes) {
          told.add(code);
          expect(ERROR_STATUS[code as ApiErrorCode]).toBe(Number(status));
          const { cause, fix } = ERROR_EXPLANATIONS[code as ApiErrorCode];
          expect(response.description).toContain(`\`${code}\`: ${cause} ${fix}`);
        }
      }
    }
    const undescribed = ["method_not_allowed", "origin_not_allowed"];
    expect([...told].sort()).toEqual(API_ERROR_CODES.filter((code) => !undescribed.includes(code)).sort());
    expect(document.components.responses.IdempotencyConflict["x-error-codes"]).toEqual([
      "idempotency_conflict",
    ]);
    expect(JSON.stringify(document)).not.toContain("last_owner");
  });

  test.each([
    ["/v1/links", "post", "201 400 401 403 409 413 415 422 429 500 503"],
    ["/v1/links/bulk", "post", "200 400 401 403 409 413 415 429 500 503"],
    ["/v1/links", "get", "200 400 401 403 429 500 503"],
    ["/v1/links/preview", "post", "200 400 401 403 409 413 415 422 429 500 503"],
    ["/v1/links/{linkId}", "get", "200 304 400 401 403 404 429 500 503"],
    ["/v1/links/{linkId}/destination", "get", "200 304 400 401 403 404 429 500 503"],
    ["/v1/links/{linkId}/qr-codes", "post", "201 400 401 403 404 409 413 415 429 500 503"],
    ["/v1/retailers", "get", "200 400 401 429 500 503"],
    ["/v1/links/{linkId}/visits", "get", "200 400 401 403 404 429 500 503"],
    ["/v1/visits", "get", "200 400 401 403 404 429 500 503"],
    ["/v1/links/{linkId}/sales", "get", "200 400 401 403 404 429 500 503"],
    ["/v1/sales", "get", "200 400 401 403 404 429 500 503"],
    ["/v1/events", "get", "200 400 401 403 429 500 503"],
    ["/v1/events/{eventId}", "get", "200 400 401 403 404 429 500 503"],
    ["/qr/{qrCodeId}.svg", "get", "200 304 400 404 429 500 503"],
    ["/qr/{qrCodeId}.eps", "get", "200 304 400 404 429 500 503"],
    ["/{shortId}", "get", "200 302 404 410 429 503"],
    ["/lists/{shortId}", "get", "200 404 410 429 503"],
    ["/01/{gtin}", "get", "200 300 307 400 404 410 429 503"],
    ["/openapi.json", "get", "200 304"],
    ["/health", "get", "200"],
    ["/ready", "get", "200 503"],
  ])("%s %s: %s", (path, method, statuses) => {
    expect(Object.keys(document.paths[path][method].responses).join(" ")).toBe(statuses);
  });
});

test("a short link is described with the parameters that it reads, and its shortest slug", () => {
  const { parameters } = document.paths["/{shortId}"].get;
  expect(parameters.map(({ name }: Json) => name)).toEqual([
    ...["shortId", "qr", "via", "all", "choose", "remember", "forwarded"],
  ]);
  expect(parameters[0].schema).toMatchObject({ minLength: 3, maxLength: 64 });
});

test("webhooks are described with a message of each type, which Event has too", () => {
  const types = [...EVENT_TYPES, "webhook.test"];
  expect(Object.keys(document.webhooks).sort()).toEqual(types.sort());
  const typeOf = ({ $ref }: Json): string =>
    document.components.schemas[$ref.split("/").at(-1)].properties.type.const;
  for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
    expect(typeOf(post.requestBody.content["application/json"].schema)).toBe(type);
    expect(post.parameters.map(({ $ref }: Json) => $ref.split("/").at(-1))).toEqual([
      ...["webhook-id", "webhook-timestamp", "webhook-signature"],
    ]);
  }
  expect(document.components.schemas.Event.anyOf.map(typeOf).sort()).toEqual(types);
});

test("enumerations that will grow say so, and a status is one of HTTP", () => {
  const { schemas } = document.components;
  for (const name of ["AvailabilityOutcome", "HealthOutcome", "BrokenOutcome", "WebhookDisabledReason"])
    expect([name, schemas[name].description]).toEqual([
      name,
      expect.stringContaining("Later versions may add values."),
    ]);
  expect(schemas.LinkBrokenEvent.properties.data.properties.outcome.anyOf).toHaveLength(2);
  const { status } = schemas.WebhookDelivery.properties.lastAttempt.properties;
  expect(status).toMatchObject({ minimum: 100, maximum: 999 });
  expect(JSON.stringify(document)).not.toContain("-9007199254740991");
});

test("visits are described as CSV too, without a parameter for Accept", () => {
  for (const path of ["/v1/visits", "/v1/links/{linkId}/visits"]) {
    const { responses, parameters } = document.paths[path].get;
    expect(Object.keys(responses[200].content)).toEqual(["application/json", "text/csv"]);
    expect(parameters.map(({ name }: Json) => name.toLowerCase())).not.toContain("accept");
  }
});

test.each([
  ["svg", "image/svg+xml", [64, 4096]],
  ["png", "image/png", [64, 4096]],
  ["pdf", "application/pdf", [10, 1000]],
  ["eps", "application/postscript", [10, 1000]],
])("design: images as %s are %s, with bounds for their size", (format, mediaType, [least, most]) => {
  const { description, parameters, responses } = document.paths[`/qr/{qrCodeId}.${format}`].get;
  expect(description).toContain("Other parameters are ignored");
  expect(Object.keys(responses[200].content)).toEqual([mediaType]);
  const names = parameters.map(({ name }: Json) => name);
  expect(names.slice(0, 7)).toEqual([
    "qrCodeId",
    "size",
    "level",
    "color",
    "background",
    "surface",
    "quietZone",
  ]);
  expect(names.slice(7)).toEqual([
    "modules",
    "finders",
    "logo",
    "frame",
    "frameText",
    "hri",
    "style",
    "name",
  ]);
  expect(parameters[1].schema).toMatchObject({ type: "integer", minimum: least, maximum: most });
  expect(parameters[2].schema).toMatchObject({ enum: ["L", "M", "Q", "H"], default: "M" });
  expect(parameters[6].schema).toMatchObject({ type: "integer", minimum: 2, maximum: 16, default: 4 });
});

import { beforeAll, describe, expect, test } from "vitest";
import { SCOPES, type Scope } from "../../src/ground/core/vocabulary.ts";
import { MAX_BODY_BYTES } from "../../src/surfaces/api/json-body.ts";
import { linkBody } from "../bodies.ts";
import { expectError, expectLink, expectQrCode } from "../expectations.ts";
import { type Answer, post, type RequestOptions, send } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";

const without = (...missing: Scope[]) => SCOPES.filter((scope) => !missing.includes(scope));

const service = await useService();
const full = await service.issueKey();
const narrow = await service.issueKey({ scopes: without("retailers:custom"), projects: ["main"] });

const invalid = { projectId: 1 };
const loop = () => ({ customUrl: `${origin}/abcdefgh` });
let origin: string;
beforeAll(async () => {
  const link = expectLink(await post(service, "/v1/links", linkBody(), full));
  origin = new URL(link.shortLink).origin;
});

/** Requests that fail several checks: the first one decides the error. */
interface Fault {
  wins: [number, string];
  path?: string;
  method?: string;
  key?: () => IssuedKey | Promise<IssuedKey>;
  headers?: Record<string, string>;
  body: () => unknown;
}

const badHeader = { "X-Correlation-ID": "short", "Idempotency-Key": "short" };
const notJson = { "Content-Type": "text/plain" };
const tooLarge = () => "x".repeat(MAX_BODY_BYTES + 1);
const noScope = () => service.issueKey({ scopes: [] });
const everything = { ...badHeader, ...notJson };
const unsupported = { retailer: "grocer_a", intent: "add_to_cart" };

const FAULTS: [string, Fault][] = [
  [
    "route before method and key",
    { wins: [404, "not_found"], path: "/v1/nothing", headers: everything, body: tooLarge },
  ],
  [
    "method before key",
    { wins: [405, "method_not_allowed"], method: "PUT", headers: everything, body: () => "{" },
  ],
  ["key before header formats", { wins: [401, "unauthorized"], headers: everything, body: tooLarge }],
  [
    "scope before header formats",
    { wins: [403, "insufficient_scope"], key: noScope, headers: everything, body: tooLarge },
  ],
  [
    "header formats before media type",
    { wins: [400, "validation_failed"], key: () => full, headers: everything, body: tooLarge },
  ],
  [
    "media type before size",
    { wins: [415, "unsupported_media_type"], key: () => full, headers: notJson, body: tooLarge },
  ],
  ["size before JSON", { wins: [413, "payload_too_large"], key: () => full, body: tooLarge }],
  ["JSON before all in it", { wins: [400, "malformed_request"], key: () => narrow, body: () => "{" }],
  [
    "pair before schema",
    {
      wins: [422, "unsupported_retailer_intent"],
      key: () => narrow,
      body: () => ({ ...invalid, ...unsupported }),
    },
  ],
  [
    "schema before retailer scope",
    {
      wins: [400, "validation_failed"],
      key: () => narrow,
      body: () => linkBody("custom custom_url", { ...loop(), name: "" }),
    },
  ],
  [
    "retailer scope before project",
    {
      wins: [403, "insufficient_scope"],
      key: () => narrow,
      body: () => linkBody("custom custom_url", { ...loop(), projectId: "ghost" }),
    },
  ],
  [
    "project before business rules",
    {
      wins: [403, "project_access_denied"],
      key: () => full,
      body: () => linkBody("custom custom_url", { ...loop(), projectId: "ghost" }),
    },
  ],
  [
    "business rules last",
    { wins: [422, "url_not_allowed"], key: () => full, body: () => linkBody("custom custom_url", loop()) },
  ],
];

describe("design: order of checks on POST /v1/links", () => {
  test.each(FAULTS)("%s", async (_, { wins, path = "/v1/links", method = "POST", key, headers, body }) => {
    const issued = await key?.();
    const options = { ...(issued && { key: issued.key }), ...(headers && { headers }) };
    const [status, code] = wins;
    expectError(await send(service, method, path, body(), options), status, code);
  });

  test("all problems of one step are reported together", async () => {
    const answer = await post(service, "/v1/links", linkBody(), { key: full.key, headers: badHeader });
    const { details } = expectError(answer, 400, "validation_failed");
    expect(details?.map(({ field }) => field)).toEqual(["X-Correlation-ID", "Idempotency-Key"]);
    const qrCode = await post(service, "/v1/links/ab/qr-codes", {}, { key: full.key, headers: badHeader });
    const problems = expectError(qrCode, 400, "validation_failed").details;
    expect(problems?.map(({ field }) => field)).toEqual(["X-Correlation-ID", "Idempotency-Key", "linkId"]);
  });

  test("idempotency is checked after access and before business rules", async () => {
    const idempotencyKey = "order-of-checks-1";
    const create = (changes: object, issued: IssuedKey) =>
      post(service, "/v1/links", linkBody("custom custom_url", changes), {
        key: issued.key,
        idempotencyKey,
      });
    expectLink(await create({}, full));
    expectError(await create({}, narrow), 403, "insufficient_scope");
    expectError(await create({ name: "" }, full), 400, "validation_failed");
    expectError(await create(loop(), full), 409, "idempotency_conflict");
  });
});

describe("design: order of checks on POST /v1/links/{linkId}/qr-codes", () => {
  test("checks run in order: schema, link, idempotency, business rules", async () => {
    const { id } = expectLink(await post(service, "/v1/links", linkBody(), full));
    const add = (linkId: string, body: object, more: RequestOptions = {}): Promise<Answer> =>
      post(service, `/v1/links/${linkId}/qr-codes`, body, { key: full.key, ...more });
    expectError(await add("ab", {}, { headers: notJson }), 400, "validation_failed");
    expectError(await add("lnk_none", { identifier: "a" }), 400, "validation_failed");
    expectError(await add("lnk_none", { identifier: "shelf" }), 404, "not_found");
    expectQrCode(await add(id, { identifier: "shelf" }, { idempotencyKey: "shelf-code-1" }));
    const other = { identifier: "default" };
    expectError(await add(id, other, { idempotencyKey: "shelf-code-1" }), 409, "idempotency_conflict");
    expectError(await add(id, other), 409, "duplicate_identifier");
    await service.env.DB.prepare("UPDATE links SET status = 'inactive' WHERE id = ?1").bind(id).run();
    expectError(await add(id, other), 409, "link_inactive");
    expectError(
      await add(id, other, { key: narrow.key, idempotencyKey: "shelf-code-1" }),
      403,
      "insufficient_scope",
    );
  });
});

import type { Row } from "./row.ts";

const KEY = "X-Service-API-Key";
const REFUSED = "401 unauthorized";
const WHO = { "WWW-Authenticate": /^\w+ / };

/** A caller without a valid key learns nothing else, for any request. */
export const AUTHENTICATION: readonly Row[] = [
  ["GET /v1/links", { key: "none" }, REFUSED, WHO],
  ["GET /v1/links", { key: "expired" }, REFUSED, WHO],
  ["GET /v1/links", { key: "revoked" }, REFUSED, WHO],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "" } }, REFUSED, WHO],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "null" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "' OR '1'='1" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "*" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "slk_" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "{unknown key}" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "{key}0" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "x{key}" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "{key},{key}" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: ["{key}", "{key}"] } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: ["{unknown key}", "{key}"] } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: '"{key}"' } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { [KEY]: "Bearer {key}" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { Authorization: "Bearer {key}" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { Authorization: "Basic {key}" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { "X-API-Key": "{key}" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { X_SERVICE_API_KEY: "{key}" } }, REFUSED],
  ["GET /v1/links", { key: "none", headers: { Cookie: `${KEY}={key}` } }, REFUSED],
  [`GET /v1/links?${KEY}={key}`, { key: "none" }, REFUSED],
  ["GET /v1/links?key={key}", { key: "none" }, REFUSED],
  ["GET /v1/links?limit=0", { key: "none" }, REFUSED],
  ["GET /v1/links/{link}", { key: "none", headers: { "Cf-Access-Jwt-Assertion": "x.y.z" } }, REFUSED],
  ["GET /v1/links/{link}", { key: "none", headers: { "X-Forwarded-For": "127.0.0.1" } }, REFUSED],
  ["GET /v1/links/{link}", { key: "none", headers: { "X-Original-URL": "/health" } }, REFUSED],
  ["GET /v1/links/none-such-link", { key: "none" }, REFUSED],
  ["POST /v1/links", { key: "none", body: "{" }, REFUSED],
  ["POST /v1/links", { key: "none", headers: { "Content-Type": "text/plain" }, body: "x" }, REFUSED],
  ["PATCH /v1/links/{link}", { key: "none", body: { status: "inactive" } }, REFUSED],
  ["POST /v1/links/{link}/qr-codes", { key: "none", body: {} }, REFUSED],
  ["GET /v1/links", { headers: { [KEY]: " {key} " } }, "200"],
  ["GET /v1/links", { headers: { Authorization: "Bearer {unknown key}" } }, "200"],
  ["GET /health", { key: "none", headers: { [KEY]: "{unknown key}" } }, "200"],
  ["GET /ready", { key: "none" }, "200"],
];

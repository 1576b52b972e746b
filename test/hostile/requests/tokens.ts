import type { Row, Sent } from "./row.ts";

const JWT = "Cf-Access-Jwt-Assertion";
const by = (token: string, headers: Record<string, string> = {}): Sent => ({
  key: "none",
  headers: { Accept: "text/html", [JWT]: token, ...headers },
});
const LINKS = "GET /dashboard/o/acme/links";
const PRIVATE = {
  "Cache-Control": /no-store/,
  "Content-Security-Policy": /default-src 'none'/,
  "Set-Cookie": null,
};

/** Tokens of sign-in and of shared reports. forged-sign-ins.test.ts has many more. */
export const TOKENS: readonly Row[] = [
  [LINKS, by("{owner}"), "200", PRIVATE],
  [LINKS, by("{viewer}"), "200", PRIVATE],
  [LINKS, by("{eve}"), "403", PRIVATE],
  [LINKS, by(""), "403"],
  [LINKS, by("x.y.z"), "403"],
  [LINKS, by("{owner}x"), "403"],
  [LINKS, by("{owner}.x"), "403"],
  [LINKS, by("{owner},{owner}"), "403"],
  [LINKS, by("Bearer {owner}"), "403"],
  [LINKS, by("{unsigned}"), "403"],
  [LINKS, by("{without signature}"), "403"],
  [LINKS, by("{of another person}"), "403"],
  [LINKS, { key: "full", headers: { Accept: "text/html" } }, "403"],
  [LINKS, { key: "none", headers: { Cookie: "CF_Authorization={owner}" } }, "403"],
  [LINKS, { key: "none", headers: { "Cf-Access-Authenticated-User-Email": "owner@acme.example" } }, "403"],
  ["GET /dashboard/o/globex/links", by("{owner}"), "404"],
  ["GET /dashboard/o/acme/links/{foreign link}", by("{owner}"), "404"],
  ["GET /dashboard/o/acme/keys", by("{viewer}"), "403"],
  ["GET /dashboard/o/acme/../globex/links", by("{owner}"), "404"],
  ["GET /dashboard/o/acme/none", by("{owner}"), "404"],
  ["GET /v1/links", { key: "none", headers: { [JWT]: "{owner}" } }, "401 unauthorized"],
  ["GET /shared/x", { key: "none" }, "404", { "Cache-Control": /no-store/ }],
  ["GET /shared/{key}", { key: "none" }, "404"],
  ["GET /shared/..%2fdashboard", { key: "none" }, "404"],
  ["POST /mcp", { key: "none", body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }, "401 unauthorized"],
];

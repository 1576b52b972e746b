// @module-tag all
import { expect, test } from "vitest";
import { useDashboard } from "../dashboard/dashboard.ts";
import { sendRaw } from "../spec/raw-http.ts";

/** A body in pieces, without its length, is counted while it arrives: the service never holds more than the limit. */
const dashboard = await useDashboard();
const { service } = dashboard;
const { key } = await service.issueKey();
await dashboard.add("acme", "owner@acme.example", "owner");
const MIB = 1024 * 1024;

const ofKey = { "X-Service-API-Key": key };
const ofOwner = {
  ...(await dashboard.identity("owner@acme.example")),
  Origin: service.url.origin,
  "Sec-Fetch-Site": "same-origin",
  Accept: "text/html",
};
const JSON_TYPE = { "Content-Type": "application/json" };
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const UPLOAD = { "Content-Type": "multipart/form-data; boundary=edge" };
const PNG = { "Content-Type": "image/png" };
const PLACE = "/dashboard/o/acme";

test.each([
  ["POST", "/v1/links", { ...ofKey, ...JSON_TYPE }],
  ["POST", "/v1/links/bulk", { ...ofKey, ...JSON_TYPE }],
  ["PUT", "/v1/projects/main/logo", { ...ofKey, ...PNG }],
  ["POST", "/mcp", { ...ofKey, ...JSON_TYPE, Accept: "application/json, text/event-stream" }],
  ["POST", `${PLACE}/links/new`, { ...ofOwner, ...FORM }],
  ["POST", `${PLACE}/links/bulk`, { ...ofOwner, ...FORM }],
  ["POST", `${PLACE}/projects/new`, { ...ofOwner, ...FORM }],
  ["POST", `${PLACE}/links/import`, { ...ofOwner, ...UPLOAD }],
  ["POST", `${PLACE}/projects/main/brand`, { ...ofOwner, ...UPLOAD }],
])("%s %s gets its response long before 60 MB", async (method, path, headers) => {
  let sent = 0;
  function* pieces(): Generator<Uint8Array> {
    const piece = new Uint8Array(64 * 1024).fill(0x78);
    for (; sent < 60 * MIB; sent += piece.length) yield piece;
  }
  const outcome = await sendRaw(new URL(path, service.url), { method, headers }, pieces()).then(
    ({ status }) => status,
    // A client that keeps sending may see the closed connection before the response.
    (error: NodeJS.ErrnoException) => error.code,
  );
  expect([413, "ECONNRESET", "EPIPE"]).toContain(outcome);
  expect(sent).toBeLessThan(40 * MIB);
});

import { expect, test } from "vitest";
import { useService } from "../use-service.ts";

/** Far more than a runtime reads ahead of an answer. */
const BODY = "x".repeat(8 * 1024 * 1024);

const service = await useService();
const key = (await service.issueKey()).key;

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
      body: BODY,
      headers: { ...headers, ...ours },
    });
    expect([response.status, await response.json()]).toMatchObject([status, { error: {} }]);
  },
);

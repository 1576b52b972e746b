import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import { linkBody } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import { batchOf, postMessages } from "../mcp/messages.ts";
import { type Answer, DOWN, get, post } from "../requests.ts";
import { type Service, startService } from "../service.ts";

const LIMIT = 3;
const limiter = (name: string, id: string, period: number) => ({
  name,
  namespace_id: id,
  simple: { limit: LIMIT, period },
});

let service: Service;
let unknown: string;
beforeAll(async () => {
  const ratelimits = [
    limiter("API_RATE_LIMIT", "1", 10),
    limiter("AUTHENTICATION_RATE_LIMIT", "2", 60),
    limiter("UNKNOWN_LINK_RATE_LIMIT", "3", 60),
    limiter("IMAGE_RATE_LIMIT", "4", 60),
  ];
  service = await startService({ config: { main: "test/faults/worker.ts", ratelimits } });
  ({ key: unknown } = await newApiKey());
});
afterAll(() => service.close());

const ask = (key: string, headers: Record<string, string> = {}) =>
  get(service, "/v1/retailers", { key, headers });

/** Windows follow the wall clock: requests may span two of them, so more than two windows' worth is sent. */
async function exhaust(send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let sent = 0; sent < 3 * LIMIT; sent++) answers.push(await send());
  return answers;
}

function expectLimited(answers: Answer[], otherwise: number, period: number): void {
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThanOrEqual(LIMIT);
  for (const answer of limited) {
    expectError(answer, 429, "rate_limited");
    expect(answer.headers.get("Retry-After")).toBe(String(period));
  }
  const others = answers.filter((answer) => !limited.includes(answer)).map(({ status }) => status);
  expect(others.length).toBeGreaterThanOrEqual(LIMIT);
  expect(new Set(others)).toEqual(new Set([otherwise]));
}

describe("spec: 429, rate limit exceeded", () => {
  test("counts by API key: another key of the same organization is not affected", async () => {
    const [busy, calm] = [await service.issueKey(), await service.issueKey()];
    const answers = await exhaust(() => ask(busy.key));
    expectLimited(answers, 200, 10);
    // Its limit is known before it is reached.
    const policies = answers.map(({ headers }) => headers.get("RateLimit-Policy"));
    expect(new Set(policies)).toEqual(new Set(['"key";q=1000;w=10']));
    expect((await ask(calm.key)).status).toBe(200);
  });

  test("counts a bulk request as ten requests", async () => {
    // Fewer requests than the limit. A new window may start within one of the two pairs, but not within both.
    const statuses: number[] = [];
    for (let pair = 0; pair < 2; pair++) {
      const { key } = await service.issueKey();
      const bulk = await post(service, "/v1/links/bulk", { links: [linkBody()] }, { key });
      expect(bulk.status).toBe(200);
      statuses.push((await ask(key)).status);
    }
    expect(statuses).toContain(429);
  });

  test.each(["tools/list", "tools/call", "ping"])(
    "counts each message of an MCP request: %s",
    async (method) => {
      const batch = batchOf(LIMIT + 1, method, { name: "find_links", arguments: {} });
      const statuses: number[] = [];
      for (let pair = 0; pair < 2; pair++) {
        const key = await service.issueKey();
        expect((await postMessages(service, key, batch)).status).toBe(200);
        statuses.push((await ask(key.key)).status);
      }
      expect(statuses).toContain(429);
    },
  );

  test("is checked before scopes, headers and body", async () => {
    const { key } = await service.issueKey({ scopes: [] });
    const headers = { "X-Correlation-ID": "short" };
    expectLimited(await exhaust(() => get(service, "/v1/links/x", { key, headers })), 403, 10);
  });

  test("counts failed authentications by client IP", async () => {
    const from = (address: string) => ({ "CF-Connecting-IP": address });
    expectLimited(await exhaust(() => ask(unknown, from("192.0.2.1"))), 401, 60);
    expectError(await ask(unknown, from("192.0.2.2")), 401, "unauthorized");
    // Cached keys need no look-up and so no limit.
    const { key } = await service.issueKey();
    expect((await ask(key, from("192.0.2.2"))).status).toBe(200);
    expect((await ask(key, from("192.0.2.1"))).status).toBe(200);
  });

  test("a client with a wrong key does not block the valid keys of its address", async () => {
    const from = { "CF-Connecting-IP": "192.0.2.3" };
    expectLimited(await exhaust(() => ask(unknown, from)), 401, 60);
    const { key } = await service.issueKey();
    expect((await ask(key, from)).status).toBe(200);
  });

  test("different wrong keys of an address are limited together, but not keys that were valid there", async () => {
    const from = { "CF-Connecting-IP": "192.0.2.4" };
    const [{ key: used }, { key: fresh }] = [await service.issueKey(), await service.issueKey()];
    expect((await ask(used, from)).status).toBe(200);
    expectLimited(await exhaust(async () => ask((await newApiKey()).key, from)), 401, 60);
    // A guess that is right is not let through either.
    expect((await exhaust(() => ask(fresh, from))).some(({ status }) => status === 429)).toBe(true);
    expect((await ask(used, from)).status).toBe(200);
  });

  test("probes are not limited", async () => {
    const answers = await exhaust(() => get(service, "/health"));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("design: a limiter that fails lets requests through", () => {
  test("of an API key", async () => {
    const { key } = await service.issueKey();
    const answers = await exhaust(() => ask(key, { [DOWN]: "API_RATE_LIMIT" }));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("of failed authentications: they still get 401", async () => {
    const answers = await exhaust(() => ask(unknown, { [DOWN]: "AUTHENTICATION_RATE_LIMIT" }));
    for (const answer of answers) expectError(answer, 401, "unauthorized");
  });
});

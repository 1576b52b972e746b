import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import type { RedirectEntry } from "../../src/features/short-links/entry.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { linkBody } from "../bodies.ts";
import { setStatus } from "../dependencies.ts";
import { expectLink } from "../expectations.ts";
import { type Answer, get, post } from "../requests.ts";
import { type Service, startService } from "../service.ts";
import { type Fault, faultHeader, LATER } from "./faults.ts";

const DESTINATION = "https://example.com/welcome";
const STORAGE = ["DB", "LINKS", "IDEMPOTENCY", "QR_IMAGES"];
const ALL = [...STORAGE, "VISITS", "API_RATE_LIMIT", "AUTHENTICATION_RATE_LIMIT", "UNKNOWN_LINK_RATE_LIMIT"];
const DEAD: Fault[] = ["throws", "hangs"];

let service: Service;
let key: string;
beforeAll(async () => {
  const ratelimits = ["API_RATE_LIMIT", "AUTHENTICATION_RATE_LIMIT", "UNKNOWN_LINK_RATE_LIMIT"].map(
    (name, index) => ({
      name,
      namespace_id: String(index),
      simple: { limit: name === "UNKNOWN_LINK_RATE_LIMIT" ? 20 : 100_000, period: 60 },
    }),
  );
  service = await startService({ config: { main: "test/faults/worker.ts", ratelimits } });
  ({ key } = await service.issueKey());
});
afterAll(() => service.close());

const inKv = (shortId: string) => service.env.LINKS.get<RedirectEntry>(redirectKey(shortId), "json");

/** A link in KV that no isolate has redirected yet. */
async function newLink(): Promise<LinkResource> {
  const link = expectLink(await post(service, "/v1/links", linkBody(), { key }));
  await expect.poll(() => inKv(link.shortId)).toMatchObject({ linkId: link.id, status: "active" });
  return link;
}

interface Conditions {
  later?: number;
  headers?: Record<string, string>;
}

const visit = (
  shortId: string,
  faults: Record<string, Fault> = {},
  { later = 0, headers }: Conditions = {},
) =>
  get(service, `/${shortId}`, {
    headers: { ...headers, ...faultHeader(faults), [LATER]: String(later) },
  });

const together = (bindings: string[], fault: Fault) =>
  Object.fromEntries(bindings.map((name) => [name, fault]));

const expectRedirect = (answer: Answer) =>
  expect([answer.status, answer.headers.get("Location")], answer.text).toEqual([302, DESTINATION]);

describe.each(DEAD)("design: a known link redirects when a binding %s", (fault) => {
  test.each(ALL)("%s alone, with or without the link in the isolate's cache", async (binding) => {
    const { shortId } = await newLink();
    expectRedirect(await visit(shortId, { [binding]: fault }));
    expectRedirect(await visit(shortId, { [binding]: fault }));
    expectRedirect(await visit(shortId, { [binding]: fault }, { later: 10_001 }));
  });

  test("everything at once, for a cached link of any age", async () => {
    const { shortId } = await newLink();
    expectRedirect(await visit(shortId));
    const down = together(ALL, fault);
    for (const later of [0, 10_001, 86_400_000]) expectRedirect(await visit(shortId, down, { later }));
  });

  test("everything at once, for an uncached link: 503, as a page and as JSON", async () => {
    const { shortId } = await newLink();
    const page = await visit(shortId, together(ALL, fault), { headers: { Accept: "text/html" } });
    expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    const headers = { Accept: "application/json" };
    const answer = await visit(shortId, together(ALL, fault), { headers });
    expect([answer.status, answer.json.error.code]).toEqual([503, "service_unavailable"]);
    // It is not cached.
    expectRedirect(await visit(shortId));
  });

  test("an unknown id with D1 down gives no 404", async () => {
    expect((await visit("zzzzzzz1", { DB: fault })).status).toBe(503);
    expect((await visit("zzzzzzz1")).status).toBe(404);
  });

  test("an unknown id with KV down gives a 404", async () => {
    expect((await visit(`zzzzzz2${fault.charAt(0)}`, { LINKS: fault })).status).toBe(404);
  });
});

describe("design: the tiers replace each other over a whole run", () => {
  test.each([
    ["D1", { DB: "throws" }],
    ["KV", { LINKS: "throws" }],
    ["a KV that is slow", { LINKS: "late" }],
  ] as const)("50 links, each met for the first time and again, without %s", async (_, faults) => {
    const links = await Promise.all(Array.from({ length: 50 }, newLink));
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(links.map(({ shortId }) => visit(shortId, faults)));
      for (const answer of answers) expectRedirect(answer);
    }
  });

  test("a slow KV still serves links when D1 is down", async () => {
    const { shortId } = await newLink();
    expectRedirect(await visit(shortId, { LINKS: "late", DB: "throws" }));
  });
});

describe("design: KV may be wrong", () => {
  test.each([
    "",
    "{",
    "null",
    "[]",
    '{"linkId":"lnk_1"}',
    '{"linkId":"l","status":"gone","destination":"x","version":1}',
  ])("%j in KV is ignored in favor of D1, and repaired", async (damaged) => {
    const { shortId, id } = await newLink();
    await service.env.LINKS.put(redirectKey(shortId), damaged);
    expectRedirect(await visit(shortId));
    await expect.poll(() => service.env.LINKS.get(redirectKey(shortId))).toContain(id);
  });

  test("a link missing in KV is found in D1 and written back", async () => {
    const { shortId } = await newLink();
    const entry = await inKv(shortId);
    await service.env.LINKS.delete(redirectKey(shortId));
    expectRedirect(await visit(shortId));
    await expect.poll(() => inKv(shortId)).toEqual(entry);
  });

  test("a copy that is older than the cached link does not replace it", async () => {
    const { shortId, id } = await newLink();
    const old = await service.env.LINKS.get(redirectKey(shortId));
    await setStatus(service.env, id, "inactive");
    expect((await visit(shortId)).status).toBe(410);
    await service.env.LINKS.put(redirectKey(shortId), old ?? "");
    expect((await visit(shortId, {}, { later: 10_001 })).status).toBe(410);
  });
});

describe("design: guessing is limited", () => {
  test("unknown ids from one IP are limited; known links never are", async () => {
    const headers = { "CF-Connecting-IP": "192.0.2.7" };
    const { shortId } = await newLink();
    const guess = (number: number) => visit(`y${String(number).padStart(7, "0")}`, {}, { headers });
    const statuses: number[] = [];
    // A limiter's window may end in between: the next window fills up too.
    for (let number = 0; number < 60; number++) statuses.push((await guess(number)).status);
    expect(statuses.filter((status) => status === 404).length).toBeGreaterThanOrEqual(20);
    expect(statuses).toContain(429);
    const limited = await guess(60);
    expect([limited.status, limited.headers.get("Retry-After")]).toEqual([429, "60"]);
    expectRedirect(await visit(shortId, {}, { headers }));
    const other = await visit("y0000061", {}, { headers: { "CF-Connecting-IP": "192.0.2.8" } });
    expect(other.status).toBe(404);
  });

  test.each(DEAD)("a limiter that %s allows requests", async (fault) => {
    expect((await visit(`zzzzzz3${fault.charAt(0)}`, { UNKNOWN_LINK_RATE_LIMIT: fault })).status).toBe(404);
  });
});

// @module-tag all
import { afterAll, beforeAll, expect, test } from "vitest";
import { newApiKey } from "../../src/features/access/api-key.ts";
import type { Json } from "../requests.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";

const LIMIT = 5;
/** Of a person who is signed in. */
const MEMBER_LIMIT = 60;
const OWNER = "owner@acme.example";
const SCREEN = "/dashboard/o/acme/links";

let dashboard: Dashboard;
let owner: Record<string, string>;
beforeAll(async () => {
  const ratelimits = [
    "API_RATE_LIMIT",
    "AUTHENTICATION_RATE_LIMIT",
    "UNKNOWN_LINK_RATE_LIMIT",
    "IMAGE_RATE_LIMIT",
  ].map((name, index) => {
    const limit = name === "API_RATE_LIMIT" ? MEMBER_LIMIT : LIMIT;
    return { name, namespace_id: String(index), simple: { limit, period: 60 } };
  });
  dashboard = await startDashboard(undefined, { ratelimits });
  await dashboard.add("acme", OWNER, "owner");
  owner = await dashboard.identity(OWNER);
});
afterAll(() => dashboard?.close());

const from = (address: string, headers: Record<string, string> = {}) => ({
  "CF-Connecting-IP": address,
  Accept: "text/html",
  ...headers,
});
const open = (headers: Record<string, string>) => dashboard.service.fetch(SCREEN, { headers });
const damaged = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(owner).map(([name, token]) => [name, `${token.slice(0, -20)}${"A".repeat(20)}`]),
  );

/** Sends requests until one is limited, and gives all statuses. The limiter's window may end once meanwhile. */
async function untilLimited(send: () => Promise<Response>, limit = LIMIT): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < 4 * limit && statuses.at(-1) !== 429) statuses.push((await send()).status);
  return statuses;
}

let clients = 0;
/** The address of a client that nobody has seen yet. */
const newAddress = () => `198.18.0.${++clients}`;

test.each<[string, () => Record<string, string>]>([
  ["without an identity", () => ({})],
  ["with a damaged token", damaged],
  ["with what is no token", () => ({ "Cf-Access-Jwt-Assertion": "a.b.c" })],
])("refused sign-ins %s are limited for each client", async (_, headers) => {
  const address = newAddress();
  const statuses = await untilLimited(() => open(from(address, headers())));
  expect(new Set(statuses)).toEqual(new Set([403, 429]));
  expect(statuses.length).toBeGreaterThan(LIMIT);
  const limited = await open(from(address, headers()));
  // The window may just have ended.
  if (limited.status === 429) {
    expect(limited.headers.get("Retry-After")).toBe("60");
    expect(await limited.text()).toContain("Too many requests");
  }
  // Others are not.
  expect((await open(from("198.51.100.1", owner))).status).toBe(200);
});

test("a person who is signed in has the limit of a key, wherever they come from; others are not counted with them", async () => {
  await dashboard.add("acme", "busy@acme.example", "viewer");
  const busy = await dashboard.identity("busy@acme.example");
  const statuses = await untilLimited(() => open(from(newAddress(), busy)), MEMBER_LIMIT);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.length).toBeGreaterThanOrEqual(MEMBER_LIMIT);
  const limited = await open(from(newAddress(), busy));
  // The window may just have ended.
  if (limited.status === 429) expect(limited.headers.get("Retry-After")).toBe("10");
  expect((await open(from("198.51.100.2", owner))).status).toBe(200);
});

test("who is signed in is not counted for their address, and neither is who was refused once and is then signed in", async () => {
  const address = newAddress();
  expect((await open(from(address))).status).toBe(403);
  for (let number = 0; number < 4 * LIMIT; number++)
    expect((await open(from(address, owner))).status).toBe(200);
});

test("API keys that are not valid and refused sign-ins of one client count together", async () => {
  const address = newAddress();
  const { key } = await newApiKey();
  const statuses = await untilLimited(() =>
    dashboard.service.fetch("/v1/links", { headers: from(address, { "X-Service-API-Key": key }) }),
  );
  expect(statuses.at(-1)).toBe(429);
  // One more than the limit, should the window have ended meanwhile.
  expect(await untilLimited(() => open(from(address)))).toContain(429);
});

test("who comes from the address of one that is over the limit is refused with it, also with an identity", async () => {
  const address = newAddress();
  const statuses: number[] = [];
  // The limiter's window may end once between the two.
  for (let time = 0; time < 2; time++) {
    expect((await untilLimited(() => open(from(address)))).at(-1)).toBe(429);
    statuses.push((await open(from(address, owner))).status);
  }
  expect(statuses).toContain(429);
});

test("a refused sign-in is one line of the log, with the reason", async () => {
  const correlationId = crypto.randomUUID();
  await open(from(newAddress(), { ...damaged(), "X-Correlation-ID": correlationId }));
  const lines = () => dashboard.service.logs().filter((line) => line.includes(correlationId));
  await expect.poll(lines).toHaveLength(1);
  const [line]: Json[] = lines().map((each) => JSON.parse(each));
  expect(line).toMatchObject({
    event: "request",
    status: 403,
    refused: { reason: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED" },
  });
  const events = dashboard.service.logs().map((each): Json => JSON.parse(each).event);
  expect(new Set(events)).toEqual(new Set(["request"]));
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { READS } from "../faults/faults.ts";
import { get } from "../requests.ts";
import { type Dashboard, startDashboard, type Visitor } from "./dashboard.ts";
import { makeSeason } from "./visits.ts";

const VISITS = "/dashboard/o/acme/visits";
const REPORTS = "/dashboard/o/acme/reports";
const LIMIT = 12;
/** D1 is asked once at each view, whether the report is still shared. */
const ONE_VIEW = 1;

let dashboard: Dashboard;
let owner: Visitor;
beforeAll(async () => {
  const limits: [name: string, limit: number][] = [
    ["API_RATE_LIMIT", 10_000],
    ["AUTHENTICATION_RATE_LIMIT", 10_000],
    ["UNKNOWN_LINK_RATE_LIMIT", 10_000],
    ["IMAGE_RATE_LIMIT", 10_000],
    ["SHARED_REPORT_RATE_LIMIT", LIMIT],
  ];
  const ratelimits = limits.map(([name, limit], index) => ({
    name,
    namespace_id: String(index),
    simple: { limit, period: 60 },
  }));
  dashboard = await startDashboard("test/faults/counting-worker.ts", { ratelimits });
  await makeSeason(dashboard.service);
  await dashboard.add("acme", "owner@acme.example", "owner");
  owner = await dashboard.as("owner@acme.example");
});
afterAll(() => dashboard?.close());

/** Shares a view, and gives the path of its address. */
async function share(name: string): Promise<string> {
  const { text } = await owner.send(`${VISITS}/share`, { name, expiresAt: "" });
  return new URL(/id="report-address">([^<]+)</.exec(text)?.[1] ?? "").pathname;
}
const view = (path: string) => get(dashboard.service, path, { headers: { Accept: "text/html" } });
/** The same as a reader with this address, who has a limit of their own. */
const viewFrom = (address: string, path: string) =>
  get(dashboard.service, path, { headers: { "CF-Connecting-IP": address, Accept: "text/html" } });
/** The statements that D1 got since this was asked last. */
const statements = async (): Promise<number> =>
  (await get(dashboard.service, "/", { headers: { [READS]: "1" } })).json["DB statements"] ?? 0;

test("many readers at once, and those of the next seconds, cost one report and a look each", async () => {
  const path = await share("Counted");
  await statements();
  const first = await view(path);
  const cost = await statements();
  expect(first.text).toContain("Counted");
  expect(cost).toBeGreaterThan(5);
  const again = await view(path);
  expect([again.text, await statements()]).toEqual([first.text, ONE_VIEW]);

  const crowded = await share("Crowded");
  await statements();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, reader) => viewFrom(`203.0.113.${reader}`, crowded)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await statements()).toBeLessThanOrEqual(cost + 8 * ONE_VIEW);
});

test("a report that is revoked is gone at the next view, though its page is kept", async () => {
  const path = await share("Revoked at once");
  expect((await view(path)).status).toBe(200);
  const { text } = await owner.open(`${REPORTS}`);
  const asks = `${/href="([^"]+)"><bdi>Revoked at once</.exec(text)?.[1]}/revoke`;
  await owner.send(asks, {});
  const gone = await view(path);
  expect([gone.status, gone.text.includes("Revoked at once")]).toEqual([404, false]);
});

test("a reader has a limit too, and leaves the report to others and other reports to itself", async () => {
  const [busy, other] = [await share("Read again and again"), await share("Read once")];
  const statuses: number[] = [];
  // The window may end once meanwhile.
  while (statuses.length < LIMIT && statuses.at(-1) !== 429)
    statuses.push((await viewFrom("198.51.100.1", busy)).status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.length).toBeLessThan(LIMIT);
  expect((await viewFrom("198.51.100.2", busy)).status).toBe(200);
  expect((await viewFrom("198.51.100.1", other)).status).toBe(200);
});

test("a report has a limit of its own, for all of its readers together", async () => {
  const [busy, other] = [await share("Busy"), await share("Other")];
  const statuses: number[] = [];
  // The window may end once meanwhile.
  while (statuses.length < 4 * LIMIT && statuses.at(-1) !== 429) {
    const answer = await viewFrom(`192.0.2.${statuses.length}`, busy);
    statuses.push(answer.status);
    if (answer.status !== 429) continue;
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect(answer.text).toContain("Many people are reading this report");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
  }
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await view(other)).status).toBe(200);
});

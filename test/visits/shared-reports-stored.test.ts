import { describe, expect, test } from "vitest";
import { getSharedReport, revokeSharedReport } from "../../src/features/visits/manage-shared-reports.ts";
import { type ShareInput, shareReport } from "../../src/features/visits/share-report.ts";
import { findSharedReport, readSharedReport } from "../../src/features/visits/shared-report.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { faulty, intercepted } from "../faults/faults.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { storeAll } from "./visit-messages.ts";
import { LINK, startCounters } from "./visit-tables.ts";

const NOW = new Date("2026-09-20T12:00:00.000Z");
const OWNER = memberOf("owner");
const { env } = await startCounters();

const dependencies = (db: D1Database = env.DB) =>
  openDependencies(
    { ...env, DB: db },
    () => {},
    () => NOW,
  );
const INPUT: ShareInput = {
  ...{ name: "Report", note: "", expiresAt: null, idempotency: null },
  view: { filter: {}, period: { days: 30 }, interval: "day" },
};
/** Shares a report, and gives it with its token. */
async function share(more: Partial<ShareInput> = {}) {
  const result = await shareReport(OWNER, { ...INPUT, ...more }, dependencies());
  if (result.kind !== "made") throw new Error("the report was shared before");
  return result.value;
}

describe("a report is revoked", () => {
  /** All that a batch says is lost, and the batch itself is done. */
  const losing = (db: D1Database) =>
    intercepted(db, async (name, call) => {
      const result = await call();
      if (name === "batch") throw new Error("D1_ERROR: Network connection lost.");
      return result;
    });

  test.each<[string, (db: D1Database) => D1Database]>([
    ["the answer is lost", (db) => faulty(db, "loses first answer")],
    ["every answer of a write is lost", losing],
    ["the first try comes to be done only with the second", (db) => faulty(db, "commits late")],
  ])("once, and the caller learns the result, even if %s", async (_fault, lossy) => {
    const { id } = await share();
    const lost = dependencies(lossy(env.DB));
    expect(await revokeSharedReport(OWNER, { id }, lost)).toEqual({ already: false });
    expect((await getSharedReport(OWNER, { id }, dependencies())).revokedAt).toBe(NOW.toISOString());
    expect(await revokeSharedReport(OWNER, { id }, dependencies())).toEqual({ already: true });
  });
});

test("the activity of sharing a report records its end", async () => {
  const expiresAt = "2026-10-20T00:00:00.000Z";
  const { id } = await share({ expiresAt });
  const changes = await env.DB.prepare("SELECT changes FROM activity WHERE object_id = ?1")
    .bind(id)
    .first<string>("changes");
  expect(JSON.parse(changes ?? "")).toEqual([
    { field: "name", to: "Report" },
    { field: "expiresAt", to: expiresAt },
  ]);
});

test("a report that was not stored is not reported as shared", async () => {
  const scope = (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
  const idempotency = { scope, fingerprint: "0".repeat(64), organizationId: "acme", receipt: () => "Shared" };
  const hold = () => shareReport(OWNER, { ...INPUT, idempotency }, dependencies());
  const reports = async () => (await env.DB.prepare("SELECT id FROM shared_reports").all()).results;
  // Another request holds the key while this one writes, and is undone before this one looks who does.
  let held: unknown[] = [];
  const overtaken = intercepted(env.DB, async (name, call) => {
    if (name !== "batch") return call();
    await hold();
    const result = await call();
    held = await reports();
    await env.DB.prepare("DELETE FROM idempotency_claims WHERE scope = ?1").bind(scope).run();
    return result;
  });
  await expect(shareReport(OWNER, { ...INPUT, idempotency }, dependencies(overtaken))).rejects.toMatchObject({
    code: "service_unavailable",
  });
  expect(await reports()).toEqual(held);
});

test("a link's report reads the same number of rows with any number of projects", async () => {
  await storeAll(env.DB, [{ linkId: LINK.first, hour: "2026-09-19T10" }]);
  const { token } = await share({ view: { ...INPUT.view, filter: { link: LINK.first } } });
  const { db, taken } = countedD1(env.DB);
  const read = async () => {
    const { series } = await readSharedReport(
      await findSharedReport(token, dependencies()),
      dependencies(db),
    );
    return ["totals" in series && series.totals.clicks, taken().read];
  };
  await read();
  const before = await read();
  await env.DB.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100)
     INSERT INTO projects (organization_id, id, name, created_at)
     SELECT 'acme', 'p' || n, 'P', '2026-01-01T00:00:00.000Z' FROM numbers WHERE TRUE ON CONFLICT DO NOTHING`,
  ).run();
  expect(await read()).toEqual(before);
  expect(before[0]).toBe(1);
});

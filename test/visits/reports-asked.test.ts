import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { VisitFilter } from "../../src/features/visits/visit-filter.ts";
import { fillLinkId } from "../links/many-links.ts";
import type { SharedService } from "../use-service.ts";
import { type AskedReport, askReport, LONG, NOW } from "./ask-reports.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

let service: SharedService;
let db: D1Database;
beforeAll(async () => {
  service = await startCounters();
  db = service.env.DB;
});
beforeEach(() => emptyCounters(db));
const ask = (asked?: AskedReport) => askReport(service.env, asked);

test("updatedAt is the time of the newest counted visits", async () => {
  expect(await ask()).toMatchObject({ updatedAt: null, at: NOW });
  const newest = [NOW.getTime() - 90_000, NOW.getTime() - 60_000, NOW.getTime() + 60_000];
  const insert = db.prepare("INSERT INTO visit_senders (id, seen, newest) VALUES (?1, '[[0,0]]', ?2)");
  await db.batch(newest.map((time, index) => insert.bind(`vis_${index}`, time)));
  // The last was made by a clock that is ahead.
  expect((await ask()).updatedAt?.getTime()).toBe(newest[1]);
});

describe("access to reports", () => {
  test("an invalid range is rejected first, and inaccessible objects like unknown ones", async () => {
    const wrong = { from: "2026-09-12", to: "2026-09-10" };
    await expect(ask({ ...wrong, filter: { link: "lnk_none" } })).rejects.toMatchObject({
      code: "validation_failed",
    });
    for (const filter of [
      { link: "lnk_none" },
      { link: fillLinkId(10) },
      { link: LINK.second, projectId: "rare" },
    ])
      await expect(ask({ filter })).rejects.toMatchObject({ code: "not_found" });
    // Of a code, the link and its name among those of the link have to be right.
    await db
      .prepare(
        `INSERT INTO qr_codes (link_id, identifier, name, encoded_url, is_default, created_at)
        VALUES (?1, 'back', 'Back', 'https://go.example/x', 0, '2026-01-01T00:00:00.000Z') ON CONFLICT DO NOTHING`,
      )
      .bind(LINK.third)
      .run();
    await expect(ask({ filter: { qrCode: `qr_${LINK.third}_back` } })).resolves.toMatchObject({
      link: { codeName: "Back" },
    });
    for (const qrCode of [`qr_${LINK.second}_back`, `qr_${LINK.third}_front`])
      await expect(ask({ filter: { qrCode } })).rejects.toMatchObject({ code: "not_found" });
    await expect(ask({ filter: { projectId: "rare" }, projects: ["main"] })).rejects.toMatchObject({
      code: "project_access_denied",
    });
  });
});

describe("rows of many links are read a page at a time", () => {
  const NUMBERED =
    "WITH RECURSIVE n (n) AS (SELECT CAST(?2 AS INTEGER) UNION ALL SELECT n + 1 FROM n WHERE n < ?1)";

  test("of days: each once", async () => {
    await db
      .prepare(
        `${NUMBERED} INSERT INTO visit_days (day, organization_id, project_id, link_id, retailer, scans, clicks, robots, previews, taps, counts, totals, apart)
        SELECT CASE n % 2 WHEN 0 THEN '2026-09-10' ELSE '2026-09-11' END, 'acme', CASE n / 2 % 2 WHEN 0 THEN 'main' ELSE 'shop' END,
          'lnk_' || (n / 8), CASE n / 4 % 2 WHEN 0 THEN 'bigbox_w' ELSE 'custom' END, 0, 1, 0, 0, 0,
          CASE WHEN n % 16 < 4 THEN '{"":{"CA phone":{"0":1}}}' ELSE '{"":{"US phone":{"0":1}}}' END, '{}', '{}' FROM n`,
      )
      // Of one link less, so that a page ends between two retailers of a link.
      .bind(20_047, 1)
      .run();
    const people = async (filter: VisitFilter) => {
      const { breakdowns } = await ask({ filter, by: ["link"] });
      const rows = breakdowns.flatMap(({ answer }) => ("rows" in answer ? answer.rows : []));
      return [rows.length, rows.reduce((sum, { clicks }) => sum + clicks, 0), rows[0]?.clicks];
    };
    expect(await people({ retailer: "custom" })).toEqual([101, 10_024, 4]);
    expect(await people({ dayOfWeek: "thu" })).toEqual([101, 10_023, 4]);
    expect(await people({})).toEqual([101, 20_047, 8]);
    expect(await people({ country: "US" })).toEqual([101, 15_036, 8]);
    expect(await people({ country: "CA" })).toEqual([101, 5_011, 4]);
  });

  test("of months: each once", async () => {
    await db
      .prepare(
        `${NUMBERED} INSERT INTO visit_months (month, organization_id, project_id, link_id, retailer, counts, totals, apart)
        SELECT CASE n % 2 WHEN 0 THEN '2025-10' ELSE '2025-11' END, 'acme', CASE n / 2 % 2 WHEN 0 THEN 'main' ELSE 'shop' END,
          'lnk_' || (n / 4), 'custom', '{"":{"US phone":{"0":1}}}', '{}', '{}' FROM n`,
      )
      .bind(8_003, 0)
      .run();
    const { breakdowns } = await ask({ filter: { country: "US" }, by: ["link"], ...LONG });
    const rows = breakdowns.flatMap(({ answer }) => ("rows" in answer ? answer.rows : []));
    expect([rows.length, rows.reduce((sum, { clicks }) => sum + clicks, 0)]).toEqual([101, 8_004]);
  });
});

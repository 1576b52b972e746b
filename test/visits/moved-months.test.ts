import { beforeEach, describe, expect, test } from "vitest";
import { DIMENSIONS } from "../../src/features/visits/dimensions.ts";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import { moveMonths, moveMonthsAtNight } from "../../src/features/visits/move-months.ts";
import { planReport } from "../../src/features/visits/report-plan.ts";
import { visitReportStore } from "../../src/features/visits/report-store.ts";
import { MOVED_COLUMNS, visitArchives } from "../../src/features/visits/visit-archives.ts";
import { checkedFilter } from "../../src/features/visits/visit-filter.ts";
import { rangeOf } from "../../src/features/visits/visit-range.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { zoneOf } from "../../src/ground/core/zone.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { fillLinkId } from "../links/many-links.ts";
import { NOW } from "./ask-reports.ts";
import { answers, moveOld, SOME, storeOldVisits, VISITED_LINK } from "./old-visits.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const service = await startCounters();
const { env } = service;
const { DB: db, QR_IMAGES: bucket } = env;
const oldVisits = visitArchives(bucket);
beforeEach(async () => {
  await emptyCounters(db);
  const { objects } = await bucket.list();
  await bucket.delete(objects.map(({ key }) => key));
  await storeOldVisits(env);
});

const keys = async () => (await bucket.list()).objects.map(({ key }) => key.replace(/\d+$/, "N"));
/** Links of acme whose rows of 2024 are in D1, without projects as a whole. */
const left = async () =>
  (
    await rowsOf(
      db,
      `SELECT DISTINCT link_id FROM visit_months WHERE organization_id = 'acme' AND month < '2025' AND link_id <> '' ORDER BY 1`,
    )
  ).flat();
const noted = async () => (await rowsOf(db, "SELECT count(*) FROM visit_archive_blocks"))[0]?.[0];

describe("old months of links without visits", () => {
  test("move to an object for each project and year, and every report stays as it was", async () => {
    const before = await answers(env);
    const projects = await rowsOf(db, "SELECT * FROM visit_months WHERE link_id = ''");
    await moveOld(env);
    expect(await left()).toEqual([VISITED_LINK]);
    expect(await rowsOf(db, "SELECT * FROM visit_months WHERE link_id = ''")).toEqual(projects);
    expect(await keys()).toEqual(
      ["acme/main", "acme/rare", "acme/shop", "globex/main", "globex/shop"].flatMap((project) =>
        ["2023", "2024"].map((year) => `visits/${project}/${year}-N`),
      ),
    );
    expect(await answers(env)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(
      '"totals":{"scans":0,"clicks":0,"robots":0,"previews":0}},"comparison"',
    );
    // Nothing is left to do, in this month and in the next.
    await moveOld(env);
    await moveOld(env, {}, new Date(NOW.getTime() + 30 * DAY_MS));
    expect(await noted()).toBe(10);
  });

  test("have all columns there", async () => {
    const columns = await rowsOf(db, "SELECT name FROM pragma_table_info('visit_months') ORDER BY name");
    expect(["organization_id", "project_id", ...MOVED_COLUMNS].sort()).toEqual(columns.flat());
  });

  test("stay in D1 where they are few, and by day", async () => {
    const before = await rowsOf(db, "SELECT * FROM visit_months");
    await moveMonths({ db, oldVisits, now: () => NOW });
    await moveMonthsAtNight({ db, oldVisits, now: () => NOW });
    expect(await rowsOf(db, "SELECT * FROM visit_months")).toEqual(before);
    expect(await keys()).toEqual([]);
  });

  test("in blocks, of which a run writes so many, and the next run the rest", async () => {
    const ranges = [{ from: "2024-02-10", to: "2024-03-01" }];
    const before = await answers(env, SOME, ranges);
    await moveOld(env, { blocks: 1, bytes: 500 });
    expect(await noted()).toBe(1);
    expect(await answers(env, SOME, ranges)).toEqual(before);
    await moveOld(env, { bytes: 500 });
    expect(await left()).toEqual([VISITED_LINK]);
    expect(await noted()).toBeGreaterThan(12);
    expect(await answers(env, SOME, ranges)).toEqual(before);
    expect(await keys()).toHaveLength(11);
  });

  test("move at night, by the cron of the Worker, from 1,000 rows on", async () => {
    const add = (rows: number) =>
      db
        .prepare(
          `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
          INSERT INTO visit_months (month, organization_id, project_id, link_id, retailer, counts, totals, apart)
          SELECT '2022-0' || (1 + n % 9), 'acme', 'main', 'lnk_' || (n / 9), 'custom', '{"":{"US phone":"A"}}', '{}', '{}' FROM n WHERE TRUE
          ON CONFLICT DO NOTHING`,
        )
        .bind(rows)
        .run();
    const moved = async () => (await rowsOf(db, "SELECT year FROM visit_archive_blocks")).flat();
    const cron = (time: string) => service.scheduled("* * * * *", new Date(time));
    await add(999);
    await cron("2026-09-20T02:00:00Z");
    expect(await moved()).toEqual([]);
    await add(1_000);
    // The project was searched this month.
    await cron("2026-09-20T02:01:00Z");
    await cron("2026-10-01T01:59:00Z");
    await cron("2026-10-01T03:00:00Z");
    expect(await moved()).toEqual([]);
    await cron("2026-10-01T02:59:00Z");
    expect(await moved()).toEqual(["2022"]);
    expect(await rowsOf(db, "SELECT count(*) FROM visit_months WHERE month < '2023'")).toEqual([[0]]);
  });

  test("count toward the bound of a report as before", async () => {
    const filter = checkedFilter({ country: "DE" });
    const range = rangeOf({ from: "2024-02-01", to: "2024-03-31", interval: "day" }, zoneOf("UTC"), NOW);
    const { parts } = planReport(filter, range, { by: ["link"] }, NOW);
    const subject = { organizationId: "acme", projects: "all" as const, filter, links: null };
    const counted = await rowsOf(
      db,
      "SELECT count(*) FROM visit_months WHERE organization_id = 'acme' AND link_id <> '' AND month IN ('2024-02', '2024-03')",
    );
    const rows = Number(counted.flat()[0]);
    expect(rows).toBeGreaterThan(5);
    const isAnswered = async (most: number) =>
      (await visitReportStore(db, oldVisits, { most }).read(subject, parts, NOW.getTime())).parts.at(-1) !==
      null;
    for (const move of [async () => {}, () => moveOld(env)]) {
      await move();
      expect([await isAnswered(4 * rows), await isAnswered(4 * rows - 1)]).toEqual([true, false]);
    }
  });

  test("are read by their organization only", async () => {
    const reader = memberOf("viewer", "globex");
    const dependencies = openDependencies(
      env,
      () => {},
      () => NOW,
    );
    const read = async () => {
      const asked = { from: "2024-01-01", to: "2024-12-31", interval: "day" as const, by: DIMENSIONS };
      const found = [{ country: "DE" }, { link: fillLinkId(21) }, { projectId: "main", device: "phone" }].map(
        (filter) => getVisitReport(reader, { ...asked, filter }, dependencies),
      );
      return (await Promise.all(found)).map(({ series, breakdowns }) => ({ series, breakdowns }));
    };
    const before = await read();
    await moveOld(env);
    const { objects } = await bucket.list({ prefix: "visits/acme/" });
    await bucket.delete(objects.map(({ key }) => key));
    expect(await read()).toEqual(before);
    const ofOther = getVisitReport(
      reader,
      { from: "2024-01-01", to: "2024-12-31", interval: "day", by: [], filter: { link: LINK.second } },
      dependencies,
    );
    await expect(ofOther).rejects.toMatchObject({ code: "not_found" });
  });

  test("of a link that is in another project now", async () => {
    const move = (project: string) =>
      db.prepare("UPDATE links SET project_id = ?1 WHERE id = ?2").bind(project, fillLinkId(5)).run();
    await move("shop");
    const about = [{ link: fillLinkId(5) }, { projectId: "main", country: "DE" }, {}];
    const before = await answers(env, about);
    await moveOld(env);
    expect(await answers(env, about)).toEqual(before);
    await move("main");
    expect(await answers(env, about)).not.toEqual(before);
  });
});

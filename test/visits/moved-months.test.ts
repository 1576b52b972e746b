import { beforeEach, describe, expect, test } from "vitest";
import { moveMonths, moveMonthsAtNight } from "../../src/features/visits/move-months.ts";
import { MOVED_COLUMNS, visitArchives } from "../../src/features/visits/visit-archives.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { fillLinkId } from "../links/many-links.ts";
import { NOW } from "./ask-reports.ts";
import { answers, moveOld, SOME, storeOldVisits, VISITED_LINK } from "./old-visits.ts";
import { emptyCounters, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
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
    const before = await answers(env, SOME);
    await moveOld(env, { blocks: 1, bytes: 500 });
    expect(await noted()).toBe(1);
    expect(await answers(env, SOME)).toEqual(before);
    await moveOld(env, { bytes: 500 });
    expect(await left()).toEqual([VISITED_LINK]);
    expect(await noted()).toBeGreaterThan(12);
    expect(await answers(env, SOME)).toEqual(before);
    expect(await keys()).toHaveLength(11);
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

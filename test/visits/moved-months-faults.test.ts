import { beforeEach, describe, expect, test } from "vitest";
import { addVisits } from "../../src/features/visits/store-visits.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import { writeSheets } from "../../src/features/visits/write-sheets.ts";
import { DAY_MS } from "../../src/ground/core/days.ts";
import { fillLinkId } from "../links/many-links.ts";
import { withBatch } from "../with-batch.ts";
import { askReport, NOW } from "./ask-reports.ts";
import { killed } from "./killed.ts";
import { answers, moveOld, rollUp, SOME, storeOldVisits, VISITED_LINK } from "./old-visits.ts";
import { messageOf, storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, rowsOf, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
const { DB: db, QR_IMAGES: bucket } = env;
const oldVisits = visitArchives(bucket);
beforeEach(async () => {
  await emptyCounters(db);
  const { objects } = await bucket.list();
  await bucket.delete(objects.map(({ key }) => key));
  await storeOldVisits(env);
});

const FEW = [{ country: "DE" }, { link: LINK.second }];
const DAY = { from: "2024-02-29", to: "2024-02-29" };
const left = async () =>
  (
    await rowsOf(db, "SELECT DISTINCT link_id FROM visit_months WHERE month < '2025' AND link_id <> ''")
  ).flat();
const nextMonth = new Date(NOW.getTime() + 30 * DAY_MS);
const objects = async () => (await bucket.list()).objects.length;
const begun = async () => (await rowsOf(db, "SELECT count(*) FROM visit_archives"))[0]?.[0];

/** A database of which something happens before the transaction that moves the first block. */
function beforeMove(happens: () => Promise<unknown>): D1Database {
  let batches = 0;
  return withBatch(db, async (statements) => {
    if (statements.length === 2 && (await begun()) === 1 && batches++ === 0) await happens();
    return db.batch(statements);
  });
}

describe("moving old months", () => {
  test.each([false, true])(
    "survives a kill at each step, also where its response is lost: %s",
    { tags: "all", timeout: 60_000 },
    async (isDone) => {
      const before = await answers(env, FEW);
      let isOver = false;
      for (let calls = 0; !isOver; calls++) {
        const kill = { left: calls, isDone };
        await moveOld({ ...env, DB: killed(db, kill), QR_IMAGES: killed(bucket, kill) }).then(
          () => (isOver = true),
          () => undefined,
        );
        expect(await answers(env, FEW)).toEqual(before);
      }
      // The run that was not killed did the rest. Only those that were killed left objects, which go after a day.
      expect(await left()).toEqual([VISITED_LINK]);
      await moveOld(env, {}, new Date(NOW.getTime() + 2 * DAY_MS));
      const used = await rowsOf(
        db,
        "SELECT DISTINCT organization_id, project_id, year, part FROM visit_archive_blocks",
      );
      expect([await objects(), await begun()]).toEqual([used.length, used.length]);
      expect(await answers(env, FEW)).toEqual(before);
    },
  );

  test("survives other runs at the same time", async () => {
    const before = await answers(env, SOME);
    await Promise.all([moveOld(env), moveOld(env), moveOld(env)]);
    await moveOld(env, {}, nextMonth);
    expect(await left()).toEqual([VISITED_LINK]);
    expect(await answers(env, SOME)).toEqual(before);
  });

  test("goes on with other projects where one fails", async () => {
    const before = await answers(env, SOME);
    const put: R2Bucket["put"] = (key: string, ...rest: unknown[]) =>
      key.startsWith("visits/acme/main/")
        ? Promise.reject(new Error("R2 refuses it"))
        : Reflect.apply(bucket.put, bucket, [key, ...rest]);
    await expect(moveOld({ ...env, QR_IMAGES: { ...bucket, put } as R2Bucket })).rejects.toMatchObject({
      code: "service_unavailable",
    });
    const stayed =
      "SELECT DISTINCT organization_id, project_id FROM visit_months WHERE month < '2025' AND link_id <> ''";
    expect(await rowsOf(db, stayed)).toEqual([["acme", "main"]]);
    expect(await answers(env, SOME)).toEqual(before);
  });

  test("does not touch a row that a visit changes meanwhile", async () => {
    const visit = { linkId: LINK.second, hour: "2023-12-31T15", country: "DE", visits: 7 };
    const DB = beforeMove(async () => {
      await storeAll(db, [visit]);
      await rollUp(db);
    });
    await moveOld({ ...env, DB });
    expect(await left()).toContain(LINK.second);
    const whole = await answers(env, SOME);
    await moveOld(env, {}, nextMonth);
    expect(await left()).toEqual([VISITED_LINK]);
    expect(await answers(env, SOME)).toEqual(whole);
  });

  test("leaves reports right that are read meanwhile", async () => {
    const before = await answers(env, SOME);
    for (const blocks of [1, 1, 1]) {
      let isDone = false;
      const DB = withBatch(db, async (statements) => {
        const results = await db.batch(statements);
        if (!isDone && statements.length === 1) {
          isDone = true;
          await moveOld(env, { blocks });
        }
        return results;
      });
      expect(await answers({ ...env, DB }, SOME)).toEqual(before);
    }
  });
});

describe("late visits of moved months", () => {
  const late = { linkId: LINK.second, hour: "2024-02-29T15", country: "DE", visits: 7 };
  const foreign = { linkId: fillLinkId(10), hour: "2024-02-29T15", visits: 100 };

  test("count at once, as days, as months, on sheets, and after these moved too", async () => {
    const expected = async () => {
      await emptyCounters(db);
      await storeOldVisits(env);
      await storeAll(db, [late]);
      await rollUp(db);
      return answers(env, SOME);
    };
    const whole = await expected();
    await emptyCounters(db);
    await storeOldVisits(env);
    await moveOld(env);
    await storeAll(db, [late]);
    expect(await answers(env, SOME)).toEqual(whole);
    await rollUp(db);
    expect(await answers(env, SOME)).toEqual(whole);
    for (const pages of [1, 2, 3, 100])
      await writeSheets({ db, oldVisits, now: () => NOW }, { pages, rows: 2 });
    expect(
      await rowsOf(db, "SELECT period FROM visit_sheet_periods WHERE state <> 'written' AND period < '2026'"),
    ).toEqual([]);
    expect(await answers(env, SOME)).toEqual(whole);
    await moveOld(env, {}, nextMonth);
    expect(await left()).toEqual([VISITED_LINK]);
    expect(await answers(env, SOME)).toEqual(whole);
  });

  test("of another organization stay with it", async () => {
    await moveOld(env);
    const before = await answers(env, SOME);
    await addVisits(db, [messageOf([foreign])]);
    expect(await answers(env, SOME)).toEqual(before);
  });
});

describe("while R2 does not respond", () => {
  const down = { ...env, QR_IMAGES: killed(bucket, { left: 0, isDone: false }) };

  test("reports of moved months say so, and others and counting are unaffected", async () => {
    const recent = await askReport(env, { filter: { link: LINK.second } });
    const project = await askReport(env, { by: ["link", "country"], ...DAY });
    await moveOld(env);
    for (const filter of [{ link: LINK.second }, { country: "DE", tag: "summer" }])
      await expect(askReport(down, { filter, by: ["link"], ...DAY })).rejects.toMatchObject({
        code: "service_unavailable",
        message: "Visits of 2024 can't be read at the moment. Try again shortly, or ask for later days.",
      });
    expect(await askReport(down, { by: ["link", "country"], ...DAY })).toEqual(project);
    expect(await askReport(down, { filter: { link: LINK.second } })).toEqual(recent);
    await storeAll(down.DB, [{ linkId: LINK.second }]);
  });

  test("nothing moves, and nothing is lost", async () => {
    const before = await answers(env, SOME);
    await expect(moveOld(down)).rejects.toMatchObject({ code: "service_unavailable" });
    expect(await answers(env, SOME)).toEqual(before);
    await moveOld(env);
    await bucket.delete((await bucket.list()).objects.map(({ key }) => key));
    await expect(askReport(env, { filter: { link: LINK.second }, ...DAY })).rejects.toMatchObject({
      code: "service_unavailable",
    });
  });
});

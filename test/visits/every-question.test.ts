import { beforeAll, describe, expect, test } from "vitest";
import { rollUpVisits } from "../../src/features/visits/counter-statements.ts";
import { faulty } from "../faults/faults.ts";
import { type Asked, allowPatience, daysAgo, startAsked } from "./asked-visits.ts";
import { expectCrossFilters, expectEveryQuestion } from "./every-question.ts";
import { storeAll } from "./visit-messages.ts";
import { writeMonthsAsFirstVersion } from "./visit-tables.ts";

/** Every question has to be answered as plain counting answers it, for recent days, for days that are in months, and for both. */

allowPatience();
let asked: Asked;

describe("design: every question, by days, months and both", () => {
  beforeAll(async () => {
    asked = await startAsked("acme");
    const { service, visits } = asked;
    for (let at = 0; at < visits.length; at += 500)
      await storeAll(service.env.DB, visits.slice(at, at + 500));
  });

  test("before days are rolled up into months", async () => {
    await expectEveryQuestion(asked);
    await expectCrossFilters(asked);
  });

  test("after that, despite lost responses", async () => {
    const { DB } = asked.service.env;
    const now = () => new Date();
    for (const fault of ["loses answers", "throws"] as const) {
      for (let run = 0; run < 3; run++) await rollUpVisits({ db: faulty(DB, fault), now }).catch(() => {});
    }
    await Promise.all([rollUpVisits({ db: DB, now }), rollUpVisits({ db: DB, now })]);
    expect(await DB.prepare("SELECT min(day) AS day FROM visit_days").first("day")).toBe(daysAgo(80));
    await expectEveryQuestion(asked);
    await expectCrossFilters(asked);
  });

  test("months of the first version of the service", async () => {
    await writeMonthsAsFirstVersion(asked.service.env.DB);
    await expectEveryQuestion(asked);
    await expectCrossFilters(asked);
  });

  test("late visits are added to rolled-up days", async () => {
    const late = asked.visits
      .slice(0, 300)
      .map((visit, n) => ({ ...visit, hour: `${daysAgo(n % 2 ? 130 : 9)}T05` }));
    await storeAll(asked.service.env.DB, late);
    asked.visits.push(...late);
    await expectEveryQuestion(asked);
    await rollUpVisits({ db: asked.service.env.DB, now: () => new Date() });
    await expectEveryQuestion(asked);
  });
});

import { beforeEach, expect, test } from "vitest";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import { visitReportStore } from "../../src/features/visits/report-store.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import { visitsResponse } from "../../src/surfaces/api/visit-presenters.ts";
import { unansweredWords } from "../../src/surfaces/dashboard/visit-report/row-names.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import { NOW, RECENT } from "./ask-reports.ts";
import { storeAll } from "./visit-messages.ts";
import { emptyCounters, LINK, startCounters } from "./visit-tables.ts";

const { env } = await startCounters();
beforeEach(() => emptyCounters(env.DB));

test("a query of too many link days gets an error with narrower filters", async () => {
  await storeAll(
    env.DB,
    [LINK.second, LINK.third].map((linkId) => ({ linkId, hour: "2026-09-10T10" })),
  );
  const dependencies = openDependencies(
    env,
    () => {},
    () => NOW,
  );
  const report = await getVisitReport(
    memberOf("viewer"),
    { ...RECENT, interval: "day", filter: { country: "US" }, by: ["link"] },
    // Which reads fewer, so that these two are too many.
    { ...dependencies, visitReports: visitReportStore(env.DB, visitArchives(env.QR_IMAGES), { most: 1 }) },
  );
  expect(report.breakdowns.map(({ answer }) => answer)).toEqual([{ unanswered: "too_many" }]);
  const details = [
    {
      field: "from",
      message:
        "must be later, or remove a filter, or filter by project, tag or link: with this filter, a query reads up to 100,000 days of links",
    },
  ];
  expect(() => visitsResponse(report, undefined)).toThrow(expect.objectContaining({ details }));
  expect(unansweredWords(["Links"], "too_many")).toBe(
    "Links are not shown. With these filters, up to 100,000 days of links can be counted. Choose a shorter period, a project, a tag or a link, or remove a filter.",
  );
});

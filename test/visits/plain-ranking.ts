import { expect } from "vitest";
import type { Env } from "../../src/env.ts";
import { getVisitReport } from "../../src/features/visits/get-visit-report.ts";
import { visitReportStore } from "../../src/features/visits/report-store.ts";
import { MAX_ROWS } from "../../src/features/visits/statistics.ts";
import { visitArchives } from "../../src/features/visits/visit-archives.ts";
import type { VisitFilter } from "../../src/features/visits/visit-filter.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";

/** Visits as they were counted. */
export interface Came {
  /** In the organization's zone. */
  day: string;
  projectId: string;
  linkId: string;
  code: string;
  class: "scans" | "clicks" | "robots" | "previews";
  visits: number;
}

interface Question {
  from: string;
  to: string;
  filter?: VisitFilter;
  /** The links with the tag of the filter. */
  tagged?: readonly string[];
}

type Numbers = Record<Came["class"], number>;
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const peopleIn = ({ scans, clicks }: Numbers) => scans + clicks;
const programsIn = ({ robots, previews }: Numbers) => robots + previews;

/** A ranking of visits one by one: the rows but `none`, and what is left. */
function plainRanking(
  came: readonly Came[],
  by: "link" | "qrCode",
  { from, to, filter = {}, tagged }: Question,
) {
  const sums = new Map<string, { linkId: string; code: string; numbers: Numbers }>();
  for (const { day, projectId, linkId, code, ...visit } of came) {
    const weekday = DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "";
    if (day < from || day > to || (filter.projectId ?? projectId) !== projectId) continue;
    if (tagged && !tagged.includes(linkId)) continue;
    if (filter.dayOfWeek && !filter.dayOfWeek.split(",").includes(weekday)) continue;
    if (by === "qrCode" && code === "") continue;
    const key = by === "link" ? linkId : `qr_${linkId}_${code}`;
    const sum = sums.get(key) ?? { linkId, code, numbers: { scans: 0, clicks: 0, robots: 0, previews: 0 } };
    sum.numbers[visit.class] += visit.visits;
    sums.set(key, sum);
  }
  const all = Array.from(sums, ([key, sum]) => ({ key, ...sum }));
  all.sort(
    (a, b) =>
      peopleIn(b.numbers) - peopleIn(a.numbers) ||
      programsIn(b.numbers) - programsIn(a.numbers) ||
      (a.linkId === b.linkId ? (a.code < b.code ? -1 : 1) : a.linkId < b.linkId ? -1 : 1),
  );
  const limit = by === "link" ? MAX_ROWS : MAX_ROWS - 1;
  const rows = all.slice(0, limit).map(({ key, numbers }) => ({ key, ...numbers }));
  const rest = { key: "rest", scans: 0, clicks: 0, robots: 0, previews: 0 };
  for (const { numbers } of all.slice(limit))
    for (const name of ["scans", "clicks", "robots", "previews"] as const) rest[name] += numbers[name];
  return peopleIn(rest) + programsIn(rest) > 0 ? [...rows, rest] : rows;
}

/** Expects that rankings by link and by code, asked together and alone, are those of these visits. */
export async function expectRankings(
  env: Env,
  came: readonly Came[],
  now: Date,
  question: Question,
  { organization = "acme", page = { characters: 4_000_000, rows: 20_000 } } = {},
): Promise<void> {
  const { from, to, filter = {} } = question;
  const dependencies = {
    ...openDependencies(
      env,
      () => {},
      () => now,
    ),
    visitReports: visitReportStore(env.DB, visitArchives(env.QR_IMAGES), { page }),
  };
  for (const by of [["link", "qrCode"], ["link"]] as const) {
    const actor = memberOf("viewer", organization);
    const report = await getVisitReport(actor, { from, to, interval: "day", filter, by }, dependencies);
    for (const { by: each, answer } of report.breakdowns) {
      const rows = "rows" in answer ? answer.rows : [];
      const told = rows
        .filter(({ key }) => key !== "none")
        .map(({ key, scans, clicks, robots, previews }) => ({ key, scans, clicks, robots, previews }));
      expect([each, question, told]).toEqual([
        each,
        question,
        plainRanking(came, each === "link" ? "link" : "qrCode", question),
      ]);
    }
  }
}

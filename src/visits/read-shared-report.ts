import type { Projects } from "../access/actor.ts";
import { checkedFilter } from "./filter.ts";
import { type ReportDependencies, reportOf, taggedLinksOf, type VisitReport } from "./get-visit-report.ts";
import { beginningOf, rangeInputOf } from "./period.ts";
import { firstKeptHour } from "./range.ts";
import { isReadable, isToken, reportNotFound, type SharedReport, tokenHash } from "./shared-report.ts";
import type { SharedReportStore } from "./shared-report-store.ts";
import { DIMENSIONS } from "./statistics.ts";

/**
 * The shared report of a token, for whoever knows it: nobody's sign-in is asked for. Throws the same `not_found` for a
 * token that is unknown, has ended or was revoked, and `service_unavailable`.
 */
export async function findSharedReport(
  token: string,
  { sharedReports, now }: { sharedReports: Pick<SharedReportStore, "findByToken">; now: () => Date },
): Promise<SharedReport> {
  const shared = isToken(token) ? await sharedReports.findByToken(await tokenHash(token)) : null;
  if (!shared || !isReadable(shared, now())) throw reportNotFound();
  return shared;
}

/** What a shared report tells now. Throws `not_found` where its link is not there, and `service_unavailable`. */
export async function readSharedReport(
  shared: SharedReport,
  dependencies: Pick<ReportDependencies, "visitReports" | "zones" | "taggedLinks" | "now">,
): Promise<VisitReport> {
  const now = dependencies.now();
  const { filter, period, interval, compare = "previous", projects: reach } = shared.view;
  const checked = checkedFilter(filter);
  const link = checked.linkId === null ? null : await dependencies.visitReports.findLink(checked);
  if (checked.linkId !== null && link?.organizationId !== shared.organizationId) throw reportNotFound();
  const projectId = link?.projectId ?? checked.projectId;
  const projects: Projects = projectId === null ? (reach ?? "all") : [projectId];
  const { organizationId } = shared;
  const found = { organizationId, projects, filter: checked };
  const subject = { ...found, links: await taggedLinksOf(found, dependencies.taggedLinks) };
  const zone = await dependencies.zones.find(organizationId);
  // A report by the hour goes on by the day when its hours are no longer kept.
  const isOver = interval === "hour" && beginningOf(period, zone, now) < firstKeptHour(zone, now);
  const range = rangeInputOf(period, isOver ? "day" : interval);
  const input = { ...range, filter, by: DIMENSIONS, compare: compare ?? undefined, week: true };
  return reportOf({ subject, link }, input, dependencies);
}

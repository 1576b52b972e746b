import { checkedFilter } from "./filter.ts";
import { type ReportDependencies, reportOf, type VisitReport } from "./get-visit-report.ts";
import { rangeInputOf } from "./period.ts";
import { isReadable, isToken, reportNotFound, type SharedReport, tokenHash } from "./shared-report.ts";
import type { SharedReportStore } from "./shared-report-store.ts";
import { firstKeptHour } from "./source.ts";
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
  dependencies: Pick<ReportDependencies, "visitReports" | "now">,
): Promise<VisitReport> {
  const now = dependencies.now();
  const { filter, period, interval } = shared.view;
  const checked = checkedFilter(filter);
  const link = checked.linkId === null ? null : await dependencies.visitReports.findLink(checked);
  if (checked.linkId !== null && link?.organizationId !== shared.organizationId) throw reportNotFound();
  const projectId = link?.projectId ?? checked.projectId;
  const projects = projectId === null ? ("all" as const) : [projectId];
  const scope = { organizationId: shared.organizationId, projects, filter: checked };
  const range = rangeInputOf(period, interval, now);
  // A report by the hour goes on by the day when its hours are no longer kept.
  const isOver = interval === "hour" && range.from !== undefined && range.from < firstKeptHour(now);
  const input = {
    ...range,
    ...(isOver && { interval: "day" as const }),
    filter,
    by: DIMENSIONS,
    before: true,
    week: true,
  };
  return reportOf({ scope, link }, input, dependencies);
}

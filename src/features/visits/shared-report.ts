import { ServiceError } from "../../ground/core/errors.ts";
import { isToken, tokenHash } from "../../ground/core/ids.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import type { Projects } from "../access/actor.ts";
import type { Comparison } from "./comparison.ts";
import { DIMENSIONS } from "./dimensions.ts";
import { type ReportDependencies, reportOf, taggedLinksOf, type VisitReport } from "./get-visit-report.ts";
import type { SharedReportStore } from "./shared-report-store.ts";
import { checkedFilter, type VisitFilter } from "./visit-filter.ts";
import { beginningOf, firstKeptHour, type Interval, type Period, rangeInputOf } from "./visit-range.ts";

/** What a shared report shows. Its readers can't change it. */
export interface SharedView {
  filter: VisitFilter;
  period: Period;
  interval: Interval;
  /** What the numbers are compared with; null: nothing. Default: the previous period. */
  compare?: Comparison | null;
  /** Absent: the language of its reader. */
  language?: PageLanguage | undefined;
  /** Whether its readers see sales, too. */
  sales?: boolean | undefined;
  /** The projects of the member who shared it, if limited and no filter limits the report further; absent: all. */
  projects?: readonly string[];
}

/** A report that can be read without signing in. Times are ISO 8601 in UTC. */
export interface SharedReport {
  id: string;
  organizationId: string;
  createdBy: string;
  name: string;
  /** What its author tells its readers; may be empty. */
  note: string;
  view: SharedView;
  createdAt: string;
  /** Null if it does not end. */
  expiresAt: string | null;
  revokedAt: string | null;
}

/** A new shared report, with the secret in its URL, which is stored nowhere. */
export interface NewSharedReport extends SharedReport {
  token: string;
}

/** Whether the report can be read, as of `now`. */
export const isReadable = (
  { revokedAt, expiresAt }: Pick<SharedReport, "revokedAt" | "expiresAt">,
  now: Date,
): boolean => revokedAt === null && (expiresAt === null || expiresAt > now.toISOString());

/** The 404 for reports that do not exist, belong to another organization, have ended or were revoked. */
export const reportNotFound = (): ServiceError => new ServiceError("not_found", "No such report.");

/** The shared report of a token, without sign-in. Throws the same `not_found` for an unknown, ended or revoked report. */
export async function findSharedReport(
  token: string,
  { sharedReports, now }: { sharedReports: Pick<SharedReportStore, "findByToken">; now: () => Date },
): Promise<SharedReport> {
  const shared = isToken(token) ? await sharedReports.findByToken(await tokenHash(token)) : null;
  if (!shared || !isReadable(shared, now())) throw reportNotFound();
  return shared;
}

/** The current content of a shared report. Throws `not_found` if its link doesn't exist. */
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
  // An hourly report becomes daily once its hours are no longer stored.
  const isOver = interval === "hour" && beginningOf(period, zone, now) < firstKeptHour(zone, now);
  const range = rangeInputOf(period, isOver ? "day" : interval);
  const input = { ...range, filter, by: DIMENSIONS, compare: compare ?? undefined };
  return reportOf({ subject, link }, input, dependencies);
}

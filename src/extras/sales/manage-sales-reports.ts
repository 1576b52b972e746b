import type { MemberActor, OrganizationActor } from "../../features/access/actor.ts";
import { mayKnowMember } from "../../features/access/permissions.ts";
import { requireSalesManager, requireSalesReader } from "../../features/access/sales-permissions.ts";
import { DAY_MS } from "../../ground/core/days.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import type { DraftDependencies } from "./add-sales-report.ts";
import { effectiveDays } from "./effective-days.ts";
import {
  findSalesReport,
  isOver,
  openDraft,
  type ReviewDependencies,
  requireSalesReport,
  salesReportNotFound,
} from "./review-sales-report.ts";
import { DRAFT_MS, type SalesReport, UNDONE_DAYS } from "./sales-report.ts";
import type { ReportPeople } from "./sales-report-store.ts";
import { type SalesRow, salesRows } from "./sales-rows.ts";
import { EVERY_SALE } from "./sales-store.ts";

/** A report in a list. `counts`: some of its days are not those of a later report. */
export interface ListedSalesReport extends SalesReport {
  counts: boolean;
}

/** The sales reports of the organization, the newest first, drafts before others. Throws `project_access_denied`. */
export async function listSalesReports(
  actor: OrganizationActor,
  { salesReports, now }: Pick<DraftDependencies, "salesReports" | "now">,
): Promise<ListedSalesReport[]> {
  requireSalesReader(actor);
  const reports = await salesReports.list(actor.organizationId);
  const counting = new Set(effectiveDays(reports).map(({ reportId }) => reportId));
  return reports
    .filter((report) => !isOver(report, now()))
    .map((report) => ({ ...report, counts: counting.has(report.id) }));
}

/** A report, and all of its sums by currency, also where later reports replaced them. */
export interface SalesReportDetails {
  report: ListedSalesReport;
  /** Null: a member who has left, or one whom the reader may not know. */
  people: ReportPeople;
  totals: readonly SalesRow[];
}

/** A report that is no draft. Throws `project_access_denied` and `not_found`. */
export async function getSalesReport(
  actor: OrganizationActor,
  { reportId }: { reportId: string },
  { sales, ...dependencies }: Pick<ReviewDependencies, "salesReports" | "sales" | "now">,
): Promise<SalesReportDetails> {
  const report = await findSalesReport(actor, { reportId }, dependencies);
  const { organizationId, firstDay: from, lastDay: to } = report;
  if (from === null || to === null) throw salesReportNotFound();
  const [[parts = []], people, within] = await Promise.all([
    sales.read(organizationId, [{ reportId, from, to }], EVERY_SALE, ["all"]),
    dependencies.salesReports.people(organizationId, reportId),
    dependencies.salesReports.within(organizationId, { from, to }),
  ]);
  const known = (name: keyof ReportPeople): string | null =>
    mayKnowMember(actor, report[name] ?? "") ? (people?.[name] ?? null) : null;
  return {
    report: { ...report, counts: effectiveDays(within).some((days) => days.reportId === reportId) },
    people: { confirmedBy: known("confirmedBy"), undoneBy: known("undoneBy") },
    totals: salesRows(parts),
  };
}

/**
 * Confirms a draft: from now on its sales count, in place of earlier ones of its network, account and days. Confirming it again
 * changes nothing. Throws `validation_failed` for a draft with open questions or problems, `quota_exceeded`,
 * `project_access_denied` and `not_found`.
 */
export async function confirmSalesReport(
  actor: MemberActor,
  { reportId }: { reportId: string },
  dependencies: Omit<ReviewDependencies, "sales">,
): Promise<void> {
  const { salesReports, draftFiles, now } = dependencies;
  const before = await requireSalesReport(actor, reportId, dependencies);
  if (before.state === "confirmed") return;
  const { report, reading } = await openDraft(actor, reportId, dependencies);
  if (!reading.summed) throw unconfirmable(reading.fileProblem);
  const { linkRows: _, ...summed } = reading.summed;
  if (!(await salesReports.confirm({ report, ...summed, confirmedBy: actor.id, now: now() }))) {
    const current = await salesReports.find(actor.organizationId, reportId);
    if (current?.state === "confirmed") return;
    throw (await salesReports.quotaError(actor.organizationId, summed.sums)) ?? unconfirmable(null);
  }
  await draftFiles.remove(report);
  await removeReplaced(report.organizationId, dependencies);
}

const unconfirmable = (problem: string | null): Error =>
  validationFailed([{ field: "content", message: problem ?? "The report has open questions or problems." }]);

/** Deletes reports that have not counted for so long that nobody will undo what replaced them. */
async function removeReplaced(
  organizationId: string,
  { salesReports, now }: Pick<DraftDependencies, "salesReports" | "now">,
): Promise<void> {
  const before = new Date(now().getTime() - UNDONE_DAYS * DAY_MS).toISOString();
  const old = (await salesReports.list(organizationId)).filter(
    ({ state, confirmedAt }) => state === "confirmed" && confirmedAt !== null && confirmedAt < before,
  );
  const counting = new Set(effectiveDays(old).map(({ reportId }) => reportId));
  const replaced = old.filter(({ id }) => !counting.has(id));
  if (replaced.length > 0) await salesReports.remove(replaced, "confirmed");
}

/** Discards a draft. Throws `project_access_denied` and `not_found`. */
export async function discardDraft(
  actor: MemberActor,
  { reportId }: { reportId: string },
  dependencies: DraftDependencies,
): Promise<void> {
  const report = await requireSalesReport(actor, reportId, dependencies);
  if (report.state !== "draft") throw salesReportNotFound();
  await dependencies.salesReports.remove([report], "draft");
  await dependencies.draftFiles.remove(report);
}

/**
 * Makes a confirmed report count no longer, so that the reports that it replaced count again. It is deleted 30 days later. Repeating
 * this changes nothing. Throws `project_access_denied` and `not_found`.
 */
export async function undoSalesReport(
  actor: MemberActor,
  { reportId }: { reportId: string },
  { salesReports, now: clock }: Pick<DraftDependencies, "salesReports" | "now">,
): Promise<void> {
  requireSalesManager(actor);
  const report = await salesReports.find(actor.organizationId, reportId);
  if (!report || report.state === "draft") throw salesReportNotFound();
  const now = clock();
  await salesReports.undo(report, actor.id, now, new Date(now.getTime() + UNDONE_DAYS * DAY_MS));
}

/** Reports that one run deletes. */
const AT_A_TIME = 20;

/** Deletes drafts after a day with their files, files that are left of others, and reports 30 days after they were undone. */
export async function deleteOldSalesReports({
  salesReports,
  draftFiles,
  now: clock,
}: DraftDependencies): Promise<{ deleted: number }> {
  const now = clock();
  const expired = await salesReports.expired(now, AT_A_TIME);
  for (const state of ["draft", "undone"] as const)
    await salesReports.remove(
      expired.filter((report) => report.state === state),
      state,
    );
  for (const { state, ...report } of expired) if (state === "draft") await draftFiles.remove(report);
  // Few files are left, and each look at R2 costs.
  if (now.getUTCMinutes() === 0) await draftFiles.removeOld(new Date(now.getTime() - DRAFT_MS));
  return { deleted: expired.length };
}

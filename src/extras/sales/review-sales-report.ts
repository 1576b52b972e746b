import type { OrganizationActor } from "../../features/access/actor.ts";
import { requireSalesManager, requireSalesReader } from "../../features/access/sales-permissions.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { dayAfter } from "../../ground/core/zone.ts";
import type { DraftDependencies } from "./add-sales-report.ts";
import { effectiveDays, effectiveWithin } from "./effective-days.ts";
import { type DraftReading, readDraft } from "./read-draft.ts";
import { readSheet } from "./read-sheet.ts";
import type { SaleOwners } from "./sale-owners.ts";
import type { ConfirmedReport, SalesReport } from "./sales-report.ts";
import { type SalesRow, salesRows } from "./sales-rows.ts";
import { EVERY_SALE, type SalesStore } from "./sales-store.ts";

export interface ReviewDependencies extends DraftDependencies {
  saleOwners: SaleOwners;
  sales: SalesStore;
}

/** Days of an earlier report that a draft takes the place of. */
export interface ReplacedDays {
  report: ConfirmedReport;
  from: string;
  to: string;
}

/** A draft, and what would change if it were confirmed. */
export interface SalesReview {
  report: SalesReport;
  reading: DraftReading;
  /** Whether its last day is in the future, as if day and month were exchanged. */
  isAhead: boolean;
  /** The sums of the draft by currency. */
  totals: readonly SalesRow[];
  replaced: readonly ReplacedDays[];
  /** The sums that it takes the place of, by currency. */
  replacedTotals: readonly SalesRow[];
  /** Retailers with sales in what is replaced, and without any in the draft: it may be of another account. */
  missingRetailers: readonly string[];
  /** Other accounts at the network with reports of these days, whose sales are added to these. */
  otherAccounts: readonly string[];
}

/** The 404 for a report that does not exist, is no longer stored, or is another organization's. */
export const salesReportNotFound = (): ServiceError =>
  new ServiceError("not_found", "There is no such sales report.");

/** Whether the time of a draft or an undone report is over. */
export const isOver = ({ expiresAt }: SalesReport, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now.toISOString();

/** A report of the organization, also a draft. Throws `project_access_denied` and `not_found`. */
export async function findSalesReport(
  actor: OrganizationActor,
  { reportId }: { reportId: string },
  { salesReports, now }: Pick<DraftDependencies, "salesReports" | "now">,
): Promise<SalesReport> {
  requireSalesReader(actor);
  const found = await salesReports.find(actor.organizationId, reportId);
  if (!found || isOver(found, now())) throw salesReportNotFound();
  return found;
}

/** The same, if the actor may manage it. */
export async function requireSalesReport(
  actor: OrganizationActor,
  reportId: string,
  dependencies: Pick<DraftDependencies, "salesReports" | "now">,
): Promise<SalesReport> {
  requireSalesManager(actor);
  return findSalesReport(actor, { reportId }, dependencies);
}

/** The draft with this id, read from its file. Throws like `requireSalesReport`, also for a report that is no draft. */
export async function openDraft(
  actor: OrganizationActor,
  reportId: string,
  dependencies: Omit<ReviewDependencies, "sales">,
): Promise<{ report: SalesReport; reading: DraftReading }> {
  const report = await requireSalesReport(actor, reportId, dependencies);
  const file = report.state === "draft" ? await dependencies.draftFiles.read(report) : null;
  if (!file) throw salesReportNotFound();
  return {
    report,
    reading: await readDraft(report, await readSheet(file), dependencies.saleOwners, dependencies.now()),
  };
}

/** What a draft says, and what confirming it would replace. Throws like `openDraft`. */
export async function reviewSalesReport(
  actor: OrganizationActor,
  { reportId }: { reportId: string },
  dependencies: ReviewDependencies,
): Promise<SalesReview> {
  const { report, reading } = await openDraft(actor, reportId, dependencies);
  const tomorrow = dayAfter(dependencies.now().toISOString().slice(0, 10));
  const isAhead = reading.summed !== null && reading.summed.lastDay > tomorrow;
  const nothing = {
    isAhead,
    totals: [],
    replaced: [],
    replacedTotals: [],
    missingRetailers: [],
    otherAccounts: [],
  };
  if (!reading.summed) return { report, reading, ...nothing };
  const { sums, firstDay, lastDay } = reading.summed;
  const { organizationId } = actor;
  const covered = { from: firstDay, to: lastDay };
  const reports = await dependencies.salesReports.within(organizationId, covered);
  const overlapping = effectiveWithin(effectiveDays(reports), covered).flatMap(
    ({ reportId: id, from, to }) => {
      const found = reports.find((each) => each.id === id);
      return found?.network === report.network ? [{ report: found, from, to }] : [];
    },
  );
  const replaced = overlapping.filter((each) => each.report.account === report.account);
  const days = replaced.map((each) => ({ reportId: each.report.id, from: each.from, to: each.to }));
  const [before = [], byRetailer = []] =
    days.length === 0
      ? []
      : await dependencies.sales.read(organizationId, days, EVERY_SALE, ["all", "retailer"]);
  const retailers = new Set(sums.map(({ retailer }) => retailer));
  const missing = new Set(
    byRetailer.map(({ key }) => key).filter((key) => key !== "" && !retailers.has(key)),
  );
  const others = overlapping.filter((each) => each.report.account !== report.account);
  return {
    report,
    reading,
    isAhead,
    totals: salesRows(sums.map((sum) => ({ ...sum, key: "" }))),
    replaced,
    replacedTotals: salesRows(before),
    missingRetailers: [...missing],
    otherAccounts: [...new Set(others.map((each) => each.report.account))],
  };
}

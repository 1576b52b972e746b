import type { OrganizationActor } from "../../features/access/actor.ts";
import { reachableProjects, requireScope } from "../../features/access/permissions.ts";
import { GET_VISITS_SCOPE } from "../../features/access/scopes.ts";
import { type ReportDependencies, viewOf } from "../../features/visits/get-visit-report.ts";
import { nameRows } from "../../features/visits/name-rows.ts";
import type { FilteredLink, ReportSubject } from "../../features/visits/report-subject.ts";
import { zeroVisits } from "../../features/visits/statistics.ts";
import type { VisitFilter } from "../../features/visits/visit-filter.ts";
import { type RangeInput, rangeOf, type VisitRange } from "../../features/visits/visit-range.ts";
import { qrCodeId } from "../../ground/core/ids.ts";
import { lastDayUntil } from "../../ground/core/zone.ts";
import { effectiveDays, effectiveWithin } from "./effective-days.ts";
import type { ConfirmedReport, ReportedNetwork } from "./sales-report.ts";
import type { SalesReportStore } from "./sales-report-store.ts";
import { addSales, type SalesPart, type SalesRow, salesRows } from "./sales-rows.ts";
import { EVERY_SALE, type SalesFilter, type SalesKey, type SalesStore } from "./sales-store.ts";

/** What sales are broken down by. */
export const SALES_DIMENSIONS = [
  "day",
  "link",
  "qrCode",
  "source",
  "retailer",
  "project",
  "network",
] as const;
export type SalesDimension = (typeof SALES_DIMENSIONS)[number];

/** The key of sales without the value, and of all values without their own row. */
export const [NONE, THE_REST] = ["none", "rest"] as const;
/** Maximum rows of a breakdown in each currency, besides one for the rest. Days are not limited. */
export const MAX_SALES_ROWS = 500;

export interface SalesInput extends Omit<RangeInput, "interval"> {
  filter: Pick<VisitFilter, "projectId" | "link" | "qrCode" | "tag" | "retailer">;
  by: readonly SalesDimension[];
}

/** A row with the name of its link or code; null for other values. */
export interface NamedSalesRow extends SalesRow {
  name: string | null;
  /** The name of a code's link. */
  linkName: string | null;
}

/** The sales of a range. Money is in the minor unit of its currency. */
export interface Sales {
  /** The days of the range, both inclusive, as networks have them. */
  from: string;
  to: string;
  /** The networks whose reports are in; for a limited reader, those with sales of its projects in the range. */
  networks: readonly ReportedNetwork[];
  /** The retailers with sales in the range that the reader may see, whatever the filter: the shops that report. */
  reporting: readonly string[];
  /** A row for each currency, whose key is empty. */
  totals: readonly SalesRow[];
  breakdowns: readonly { by: SalesDimension; rows: readonly NamedSalesRow[] }[];
  link: FilteredLink | null;
}

export interface SalesDependencies extends ReportDependencies {
  salesReports: Pick<SalesReportStore, "networks" | "within">;
  sales: SalesStore;
  db: D1Database;
}

/**
 * Sales of a project, or of all projects that the actor can access, in the range and with the filters of visits. Sales that are not of
 * the organization's links are only for actors with all projects. Throws `validation_failed`, `not_found` and
 * `project_access_denied`.
 */
export async function getSales(
  actor: OrganizationActor,
  input: SalesInput,
  dependencies: SalesDependencies,
): Promise<Sales> {
  requireScope(actor, GET_VISITS_SCOPE);
  const networks = await dependencies.salesReports.networks(actor.organizationId);
  return readSales(actor, { ...input, networks }, dependencies);
}

/** The same, of the organization's networks, which the caller has read. */
export async function readSales(
  actor: OrganizationActor,
  {
    filter,
    by,
    networks,
    ...asked
  }: Omit<SalesInput, "filter"> & { filter: VisitFilter; networks: readonly ReportedNetwork[] },
  dependencies: SalesDependencies,
): Promise<Sales> {
  const zone = await dependencies.zones.find(actor.organizationId);
  const days = daysIn(rangeOf({ ...asked, interval: "month" }, zone, dependencies.now()));
  const view = await viewOf(actor, { filter }, dependencies);
  return salesOf({ ...view, by, reach: reachableProjects(actor), networks, days }, dependencies);
}

/** The days of a range, both inclusive. */
export const daysIn = ({ from, to, zone }: Pick<VisitRange, "from" | "to" | "zone">) => ({
  from: zone.dayOf(from),
  to: lastDayUntil(to, zone),
});

/**
 * The sales of a subject, after the access check. `reach`: the projects that the reader may see; `networks`: those of the
 * organization.
 */
export async function salesOf(
  {
    subject,
    link,
    by,
    reach,
    networks,
    days,
  }: Pick<SalesInput, "by"> & {
    subject: ReportSubject;
    link: FilteredLink | null;
    reach: SalesFilter["projects"];
    networks: readonly ReportedNetwork[];
    days: { from: string; to: string };
  },
  dependencies: Pick<SalesDependencies, "salesReports" | "sales" | "db">,
): Promise<Sales> {
  const { organizationId } = subject;
  const reports = networks.length === 0 ? [] : await dependencies.salesReports.within(organizationId, days);
  const counting = effectiveWithin(effectiveDays(reports), days);
  const shown = { ...days, networks: reach === "all" ? networks : [], link };
  if (counting.length === 0)
    return { ...shown, reporting: [], totals: [], breakdowns: by.map((each) => ({ by: each, rows: [] })) };
  const keys: SalesKey[] = ["all", ...by.map((each) => (each === "network" ? "report" : each))];
  const [[retailers = [], found = []], [totals = [], ...parts]] = await Promise.all([
    dependencies.sales.read(organizationId, counting, { ...EVERY_SALE, projects: reach }, [
      "retailer",
      "report",
    ]),
    dependencies.sales.read(organizationId, counting, salesFilter(subject), keys),
  ]);
  const rows = by.map((each, index) => breakdownOf(each, parts[index] ?? [], reports));
  return {
    ...shown,
    ...(reach !== "all" && { networks: networksOf(found, reports, networks) }),
    reporting: [...new Set(retailers.map(({ key }) => key))].filter((key) => key !== ""),
    totals: salesRows(totals),
    breakdowns: await nameSales(
      dependencies.db,
      by.map((each, index) => ({ by: each, rows: rows[index] ?? [] })),
    ),
  };
}

function salesFilter({ projects, filter, links }: ReportSubject): SalesFilter {
  const { linkId, qrIdentifier, retailer } = filter;
  const linkIds = linkId === null ? links && [...links.keys()] : [linkId];
  return { projects, links: linkIds, qrIdentifier, retailer };
}

/** The networks of the reports with some of these sales: what a reader of some projects may know of accounts. */
function networksOf(
  found: readonly SalesPart[],
  reports: readonly ConfirmedReport[],
  networks: readonly ReportedNetwork[],
): ReportedNetwork[] {
  const ids = new Set(found.map(({ key }) => key));
  const some = reports.filter(({ id }) => ids.has(id));
  return networks.filter((each) =>
    some.some(({ network, account }) => network === each.network && account === each.account),
  );
}

/** The rows of a breakdown: the largest amounts of each currency, the rest last; days in order. */
function breakdownOf(
  by: SalesDimension,
  parts: readonly SalesPart[],
  reports: readonly ConfirmedReport[],
): SalesRow[] {
  const names = new Map(reports.map(({ id, network }) => [id, network]));
  const rows = salesRows(parts.map((part) => ({ ...part, key: keyOf(by, part.key, names) })));
  if (by === "day") return rows.sort((one, other) => one.key.localeCompare(other.key));
  return [...Map.groupBy(rows, ({ currency }) => currency).values()].flatMap((all) => {
    const [shown, others] = [all.slice(0, MAX_SALES_ROWS), all.slice(MAX_SALES_ROWS)];
    const [first, ...more] = others;
    if (!first) return shown;
    const rest: SalesRow = { ...structuredClone(first), key: THE_REST };
    for (const row of more) {
      addSales(rest, row);
      addSales(rest.pending, row.pending);
      addSales(rest.reversed, row.reversed);
    }
    return [...shown, rest];
  });
}

function keyOf(by: SalesDimension, key: string, networks: ReadonlyMap<string, string>): string {
  if (key === "") return NONE;
  if (by === "network") return networks.get(key) ?? NONE;
  const [linkId = "", identifier = ""] = by === "qrCode" ? key.split(" ") : [];
  return by === "qrCode" ? qrCodeId(linkId, identifier) : key;
}

/** Adds the names of links and codes to the rows of breakdowns. */
async function nameSales(
  db: D1Database,
  breakdowns: readonly { by: SalesDimension; rows: readonly SalesRow[] }[],
): Promise<{ by: SalesDimension; rows: NamedSalesRow[] }[]> {
  const named = breakdowns.map(({ by, rows }) => ({
    by,
    rows: rows.map((row) => ({
      row,
      ...{ key: row.key, name: null, publicName: null, linkName: null, ...zeroVisits() },
    })),
  }));
  const ofNames = named.flatMap(({ by, rows }) => (by === "link" || by === "qrCode" ? [{ by, rows }] : []));
  await nameRows(db, ofNames, null);
  return named.map(({ by, rows }) => ({
    by,
    rows: rows.map(({ row, name, linkName }) => ({ ...row, name, linkName })),
  }));
}

import type { OrganizationActor } from "../../features/access/actor.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { GET_VISITS_SCOPE } from "../../features/access/scopes.ts";
import { taggedLinksOf } from "../../features/visits/get-visit-report.ts";
import type { ReadReportPart } from "../../features/visits/report-part.ts";
import type { VisitFilter } from "../../features/visits/visit-filter.ts";
import {
  daysIn,
  readSales,
  type Sales,
  type SalesDependencies,
  type SalesInput,
  salesOf,
} from "./get-sales.ts";
import type { ReportedNetwork } from "./sales-report.ts";
import { salesSummary } from "./sales-summary.ts";
import { salesWordsIn } from "./sales-words.ts";

/** The filters of visits that sales have, too. What networks report says nothing of countries, devices or hours. */
const FILTERS: readonly string[] = ["projectId", "link", "qrCode", "tag", "retailer"];

/** Whether sales have all filters of a view. */
export const haveFilters = (filter: VisitFilter): boolean =>
  Object.entries(filter).every(([name, value]) => !value || FILTERS.includes(name));

/**
 * Sales beside the visits with these filters and days; null in an organization without a sales report, which costs one query, and with
 * filters that sales do not have. Throws as `getSales` does.
 */
export async function salesBesideVisits(
  actor: OrganizationActor,
  input: Omit<SalesInput, "filter"> & { filter: VisitFilter },
  dependencies: SalesDependencies,
): Promise<Sales | null> {
  requireScope(actor, GET_VISITS_SCOPE);
  if (!haveFilters(input.filter)) return null;
  const networks = await dependencies.salesReports.networks(actor.organizationId);
  return networks.length === 0 ? null : readSales(actor, { ...input, networks }, dependencies);
}

/** Each network until the day up to which all of its accounts report: the names of accounts are not for readers outside. */
function withoutAccounts(networks: readonly ReportedNetwork[]): ReportedNetwork[] {
  const latestFirst = networks.toSorted((one, other) => other.until.localeCompare(one.until));
  return [...new Map(latestFirst.map((each) => [each.network, { ...each, account: "" }])).values()];
}

/** Reads the sales of shared reports whose authors show them. */
export const salesInReports =
  (dependencies: Pick<SalesDependencies, "salesReports" | "sales" | "db" | "taggedLinks">): ReadReportPart =>
  async ({ shared: { organizationId, view }, report, projects }) => {
    if (!view.sales || !haveFilters(view.filter)) return null;
    const networks = await dependencies.salesReports.networks(organizationId);
    if (networks.length === 0) return null;
    const within = { organizationId, projects, filter: report.filter };
    const subject = { ...within, links: await taggedLinksOf(within, dependencies.taggedLinks) };
    const read = { subject, link: report.link, by: [], reach: projects, networks, days: daysIn(report) };
    const found = await salesOf(read, dependencies);
    const sales = { ...found, networks: withoutAccounts(found.networks) };
    return async (language, dates) =>
      salesSummary(sales, report, { language, words: await salesWordsIn(language), ...(dates && { dates }) });
  };

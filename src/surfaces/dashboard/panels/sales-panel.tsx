import type { Sales } from "../../../extras/sales/get-sales.ts";
import { haveFilters, salesBesideVisits } from "../../../extras/sales/sales-beside.ts";
import { salesSummary } from "../../../extras/sales/sales-summary.ts";
import { ENGLISH_SALES } from "../../../extras/sales/sales-words.ts";
import { mayManageSales } from "../../../features/access/sales-permissions.ts";
import { PAYING_RETAILERS } from "../../../features/links/count-earning-links.ts";
import type { Link } from "../../../features/links/link.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import type { ReportPart } from "../../../features/visits/report-part.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";
import { tagOf } from "../layout/locale.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { FiguresPanel } from "../visit-report/figures-panel.tsx";
import type { LinkPanel } from "./panel.ts";
import { SalesTable, tableQuery } from "./sales-table.tsx";
import type { ReadVisitPart } from "./visit-part.ts";

/** Sales beside the visits of the overview and of the screen of visits, there with tables. */
export const salesBeside: ReadVisitPart = async (c, view) => {
  const { workspace, dependencies } = c.var;
  const query = tableQuery(c, view.filter);
  const by = view.hasTables ? query.tables : [];
  const input = { ...view.range, filter: view.filter, by };
  if (!haveFilters(view.filter)) return null;
  const sales = await salesBesideVisits(workspace.actor, input, dependencies);
  if (sales === null) return view.hasTables && mayManageSales(workspace.actor) ? addReport(workspace) : null;
  const projects = by.includes("project") ? await openProjects(workspace, dependencies) : [];
  return (report) => {
    const summary = summaryOf(sales, report);
    if (sales.totals.length === 0 && !view.hasTables) return null;
    return {
      sentence: sentenceOf(summary, sales),
      section: (
        <FiguresPanel
          id="sales"
          part={summary}
          more={view.hasTables ? null : { href: view.details, text: "Details" }}
        >
          {view.hasTables && <SalesTable {...{ sales, report, query, projects }} />}
        </FiguresPanel>
      ),
    };
  };
};

const summaryOf = (sales: Sales, report: VisitReport): ReportPart =>
  salesSummary(sales, report, { language: "en", words: ENGLISH_SALES, dates: tagOf("en") });

/** The orders and their amounts in a sentence: "31 orders for $612". */
function sentenceOf({ figures }: ReportPart, { totals }: Sales): string | undefined {
  const [orders, amounts] = figures;
  const count = totals.reduce((sum, row) => sum + row.orders, 0);
  if (count === 0) return undefined;
  const money = new Intl.ListFormat("en-GB").format(amounts?.texts ?? []);
  return `${orders?.texts[0]} ${count === 1 ? "order" : "orders"} for ${money}`;
}

/** Where a sales report is added, in an organization without one whose visits go to shops that pay a commission. */
const addReport =
  ({ base }: Workspace) =>
  (report: VisitReport) => {
    const retailers =
      answerOf(report.breakdowns.find(({ by }) => by === "retailer")?.answer ?? null)?.rows ?? [];
    if (!retailers.some(({ key }) => PAYING_RETAILERS.some((each) => each === key))) return null;
    const section = (
      <p class="hint">
        What these visits bought is in the reports of your affiliate network.{" "}
        <a href={`${base}/sales/new`}>Add a sales report</a>
      </p>
    );
    return { section };
  };

/** Sales beside the visits of one link; nothing without sales. */
export async function salesOfLink(
  c: DashboardContext,
  link: Link,
  { isOfVisits }: { isOfVisits: boolean },
): Promise<LinkPanel> {
  if (!isOfVisits) return {};
  const { workspace, dependencies } = c.var;
  const sales = await salesBesideVisits(workspace.actor, { filter: { link: link.id }, by: [] }, dependencies);
  if (sales === null || sales.totals.length === 0) return {};
  const { base } = workspace;
  return {
    visits: (report) => (
      <FiguresPanel
        id="sales"
        part={summaryOf(sales, report)}
        more={{ href: `${base}/visits?${new URLSearchParams({ link: link.id })}#sales`, text: "By code" }}
      />
    ),
  };
}

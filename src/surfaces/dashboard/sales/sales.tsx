import { Hono } from "hono";
import { getSales, type Sales } from "../../../extras/sales/get-sales.ts";
import {
  confirmSalesReport,
  discardDraft,
  type ListedSalesReport,
  listSalesReports,
  undoSalesReport,
} from "../../../extras/sales/manage-sales-reports.ts";
import { findSalesReport, salesReportNotFound } from "../../../extras/sales/review-sales-report.ts";
import { UNDONE_DAYS } from "../../../extras/sales/sales-report.ts";
import { mayManageSales, requireSalesManager } from "../../../features/access/sales-permissions.ts";
import { count } from "../charts/numbers.ts";
import { LinkButton } from "../components/actions.tsx";
import { Time } from "../components/facts.tsx";
import { formPage } from "../components/form-page.tsx";
import { listPage } from "../components/list-page.tsx";
import { seeOther } from "../layout/answers.ts";
import { stylesheet } from "../layout/assets.ts";
import type { DashboardEnv, Workspace } from "../layout/context.ts";
import { FORM, formScreen } from "../layout/form-screen.ts";
import { oneText, PAGE_SIZE } from "../layout/forms.ts";
import { draftPage, loadDraft, reading } from "./draft.tsx";
import { newReport } from "./new-report.tsx";
import { ReportState, showReport } from "./report.tsx";
import css from "./sales.css";
import { dayOfReport, daysText, networkText, reportIdIn, reportIdPath, salesPath } from "./sales-view.ts";
import { TotalsTable } from "./totals-table.tsx";

interface Loaded {
  /** Those of the page. */
  reports: readonly ListedSalesReport[];
  /** Where the next page begins; null on the last one. */
  next: string | null;
  sales: Sales;
}

const ABOUT =
  "Affiliate networks report which link an order came from. Download a report at the network, and add its file here. For each day, the report that was confirmed last counts.";

/** The reports of the organization, and what they say of the last 30 days. */
const showReports = listPage<Loaded, ListedSalesReport>({
  tab: "Sales",
  title: "Sales",
  caption: "Sales reports",
  styles: [stylesheet(css)],
  async load(c, cursor) {
    const { workspace, dependencies } = c.var;
    const [all, sales] = await Promise.all([
      listSalesReports(workspace.actor, dependencies),
      getSales(workspace.actor, { filter: {}, by: [] }, dependencies),
    ]);
    const from = /^\d{1,6}$/.test(cursor ?? "") ? Number(cursor) : 0;
    const end = from + PAGE_SIZE;
    return { reports: all.slice(from, end), next: end < all.length ? String(end) : null, sales };
  },
  rows: ({ reports }) => reports,
  next: ({ next }) => next,
  add: (_, { var: { workspace } }) =>
    mayManageSales(workspace.actor)
      ? { path: "/sales/new", label: "Add a sales report", command: "Add a sales report" }
      : null,
  about: () => ABOUT,
  empty: () => "No sales reports yet",
  messages: {
    confirmed: "The report counts now.",
    undone: "The report does not count any more.",
    discarded: "The report was discarded.",
  },
  columns: [
    "Report",
    "Network",
    "Days",
    { label: "Rows", numeric: true },
    "State",
    { label: "Actions", quiet: true },
  ],
  cells: (report, _, { var: { workspace } }) => [
    <ReportName report={report} workspace={workspace} />,
    report.network === "" ? <span class="quiet">Not chosen yet</span> : <bdi>{networkText(report)}</bdi>,
    report.firstDay !== null && report.lastDay !== null ? (
      daysText(report.firstDay, report.lastDay)
    ) : (
      <span class="quiet">Not known yet</span>
    ),
    <Rows {...report} />,
    <ReportState {...report} />,
    report.state === "confirmed" && mayManageSales(workspace.actor) && (
      <LinkButton href={`${workspace.base}${reportIdPath(report.id)}/undo`}>Undo</LinkButton>
    ),
  ],
  before: ({ sales }) => sales.networks.length > 0 && <LastDays sales={sales} />,
});

/** What the reports say of the last 30 days, and until when they are in. */
const LastDays = ({ sales: { totals, networks } }: { sales: Sales }) => (
  <section class="section" aria-labelledby="sales-totals">
    <h2 id="sales-totals">Last 30 days</h2>
    {totals.length > 0 ? (
      <TotalsTable caption="Sales of the last 30 days" rows={totals} />
    ) : (
      <p>No sales on these days.</p>
    )}
    <p class="hint">
      Reports are in until{" "}
      {networks.map((network, index) => (
        <>
          {index > 0 && ", "}
          {dayOfReport(network.until)} (<bdi>{networkText(network)}</bdi>)
        </>
      ))}
      . Sales of the days after that are not known yet.
    </p>
  </section>
);

/** The file of a report; a draft opens. */
const ReportName = ({
  report: { id, state, fileName, createdAt, confirmedAt },
  workspace,
}: {
  report: ListedSalesReport;
  workspace: Workspace;
}) => (
  <>
    {state !== "draft" || mayManageSales(workspace.actor) ? (
      <a href={workspace.base + reportIdPath(id)}>
        <bdi>{fileName}</bdi>
      </a>
    ) : (
      <bdi>{fileName}</bdi>
    )}{" "}
    <small class="quiet">
      <Time at={confirmedAt ?? createdAt} />
    </small>
  </>
);

/** How many rows a report has, and how many of them are not of our links. */
const Rows = ({ rowCount, unknownRows }: ListedSalesReport) => (
  <>
    {count(rowCount)}
    {unknownRows > 0 && <small class="quiet"> {count(unknownRows)} not of your links</small>}
  </>
);

/** A button on the page of a draft. */
const onDraft = (save: Parameters<typeof formScreen<Awaited<ReturnType<typeof loadDraft>>>>[0]["save"]) =>
  formScreen({ fields: { confirm: oneText }, marked: [], load: loadDraft, page: draftPage, save });

const confirmation = onDraft(async (c) => {
  await confirmSalesReport(c.var.workspace.actor, reportIdIn(c), c.var.dependencies);
  return seeOther(`${salesPath(c.var.workspace)}?done=confirmed`);
});

const discarding = onDraft(async (c) => {
  await discardDraft(c.var.workspace.actor, reportIdIn(c), c.var.dependencies);
  return seeOther(`${salesPath(c.var.workspace)}?done=discarded`);
});

/** Makes a report count no longer, after asking. */
const undoing = formPage({
  tab: "Sales",
  title: "Undo this report",
  async load(c) {
    requireSalesManager(c.var.workspace.actor);
    const report = await findSalesReport(c.var.workspace.actor, reportIdIn(c), c.var.dependencies);
    if (report.state === "draft") throw salesReportNotFound();
    return report;
  },
  intro: ({ fileName, network, account, firstDay, lastDay }) => (
    <p>
      The sales of <bdi>{fileName}</bdi> (<bdi>{networkText({ network, account })}</bdi>
      {firstDay !== null && lastDay !== null && `, ${daysText(firstDay, lastDay)}`}) do not count any more.
      Reports that it replaced within the last {UNDONE_DAYS} days count again. It is deleted {UNDONE_DAYS}{" "}
      days later.
    </p>
  ),
  button: "Undo the report",
  emphasis: "danger",
  back: () => "/sales",
  async save(c) {
    await undoSalesReport(c.var.workspace.actor, reportIdIn(c), c.var.dependencies);
    return "/sales?done=undone";
  },
});

/** The screens of sales, below /sales. */
export const sales = new Hono<DashboardEnv>()
  .get("/", showReports)
  .on(FORM, "/new", newReport)
  .get("/:sale", async (c) => {
    const { state } = await findSalesReport(c.var.workspace.actor, reportIdIn(c), c.var.dependencies);
    return state === "draft" ? reading(c) : showReport(c);
  })
  .post("/:sale", reading)
  .post("/:sale/confirm", confirmation)
  .post("/:sale/discard", discarding)
  .on(FORM, "/:sale/undo", undoing);

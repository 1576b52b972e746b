import type { Child } from "hono/jsx";
import {
  type NamedSalesRow,
  NONE,
  type Sales,
  type SalesDimension,
  THE_REST,
} from "../../../extras/sales/get-sales.ts";
import { hasSales } from "../../../extras/sales/sales-rows.ts";
import { moneyText, perThousand } from "../../../extras/sales/sales-summary.ts";
import type { Project } from "../../../features/access/project.ts";
import type { VisitReport } from "../../../features/visits/get-visit-report.ts";
import { answerOf } from "../../../features/visits/report-plan.ts";
import { peopleIn } from "../../../features/visits/statistics.ts";
import type { VisitFilter } from "../../../features/visits/visit-filter.ts";
import { count } from "../charts/numbers.ts";
import { Tabs } from "../components/tabs.tsx";
import type { DashboardContext } from "../layout/context.ts";
import { searchOf } from "../layout/forms.ts";
import { retailerName } from "../visit-report/row-names.ts";

/** The tables of sales, of which one is shown. */
const TABLES = ["link", "qrCode", "source", "retailer", "project"] as const satisfies SalesDimension[];
type TableName = (typeof TABLES)[number];

const NAMES: Readonly<Record<TableName, string>> = {
  link: "Links",
  qrCode: "QR codes",
  source: "Sources",
  retailer: "Retailers",
  project: "Projects",
};

/** What the rows without a value are called: networks name no code or source unless the project marks orders with them. */
const WITHOUT: Readonly<Record<TableName, string>> = {
  link: "Not of a single link",
  qrCode: "Code unknown",
  source: "Source unknown",
  retailer: "Unknown shop",
  project: "Not of your links",
};

/** The parameter of the URL with the table in front. */
const PARAMETER = "sales";
/** The most rows of a table. */
const MOST = 10;

/** The tables that are useful with a filter, the one in front, and the URLs of the others. */
export interface TableQuery {
  tables: readonly TableName[];
  shown: TableName | undefined;
  href: (table: TableName) => string;
  /** The URL of the visits and sales with one value of a table; null where sales have no such filter. */
  row: (table: TableName, key: string) => string | null;
}

/** Which tables of sales a screen has, by its URL. A filter's own table would have a single row. */
export function tableQuery(c: DashboardContext, filter: VisitFilter): TableQuery {
  const parameters = searchOf(c);
  const isOfLink = Boolean(filter.link || filter.qrCode);
  const tables = TABLES.filter((each) => {
    if (each === "qrCode" || each === "source") return !filter.qrCode;
    if (isOfLink) return false;
    return each === "retailer" ? !filter.retailer : each === "link" || !filter.projectId;
  });
  const asked = parameters.get(PARAMETER);
  const withParameter = (name: string, value: string): string => {
    const changed = new URLSearchParams(parameters);
    changed.set(name, value);
    return `?${changed}`;
  };
  return {
    tables,
    shown: tables.find((each) => each === asked) ?? tables[0],
    href: (table) => withParameter(PARAMETER, table),
    row: (table, key) =>
      table === "source" ? null : withParameter(table === "project" ? "projectId" : table, key),
  };
}

/** The sales with one value: a row for each currency. */
type Group = readonly [NamedSalesRow, ...NamedSalesRow[]];

/** Rows by their value: most orders first, what has no value last. Only reversed orders make no row. */
function groupsOf(rows: readonly NamedSalesRow[]): Group[] {
  const groups = [...Map.groupBy(rows.filter(hasSales), ({ key }) => key).values()].filter(
    (group): group is [NamedSalesRow, ...NamedSalesRow[]] => group.length > 0,
  );
  const isLast = ([{ key }]: Group) => Number(key === NONE || key === THE_REST);
  const orders = (group: Group) => group.reduce((sum, row) => sum + row.orders, 0);
  return groups.sort((one, other) => isLast(one) - isLast(other) || orders(other) - orders(one));
}

/** Sales by link, code, retailer or project, beside the visits of each. */
export const SalesTable = ({
  sales,
  report,
  query: { tables, shown, href, row },
  projects,
}: {
  sales: Sales;
  report: VisitReport;
  query: TableQuery;
  projects: readonly Project[];
}) => {
  const found = tables.flatMap((table) => {
    const groups = groupsOf(sales.breakdowns.find(({ by }) => by === table)?.rows ?? []);
    // A single row says what the totals say.
    return groups.length > 1 ? [{ table, groups }] : [];
  });
  const front = found.find(({ table }) => table === shown) ?? found[0];
  if (!front) return null;
  const { table, groups } = front;
  const nameOf = ([{ key, name, linkName }]: Group): string => {
    if (key === NONE) return WITHOUT[table];
    if (key === THE_REST) return "All others";
    if (table === "retailer") return retailerName(key);
    if (table === "project") return projects.find(({ id }) => id === key)?.name ?? key;
    return [report.link ? null : linkName, name ?? key].filter(Boolean).join(": ");
  };
  return (
    <>
      <Tabs
        label="Sales by"
        part="sales"
        tabs={found.map((each) => ({
          name: NAMES[each.table],
          href: href(each.table),
          isShown: each.table === table,
        }))}
      />
      <Rows
        caption={`Sales by ${NAMES[table]}`}
        {...{ groups, nameOf }}
        href={(key) => row(table, key)}
        visits={visitsBy(report, table)}
      />
    </>
  );
};

/** The visits of a report by the values of a dimension. Those of codes are scans. */
function visitsBy(report: VisitReport, by: string): ReadonlyMap<string, number> {
  const rows = answerOf(report.breakdowns.find((each) => each.by === by)?.answer ?? null)?.rows ?? [];
  return new Map(rows.map((row) => [row.key, peopleIn(row)]));
}

const Rows = ({
  caption,
  groups,
  nameOf,
  href,
  visits,
}: {
  caption: string;
  groups: readonly Group[];
  nameOf: (group: Group) => string;
  href: (key: string) => string | null;
  visits: ReadonlyMap<string, number>;
}) => {
  const money = (group: Group, of: (row: NamedSalesRow) => number): Child =>
    group.map((row, index) => (
      <>
        {index > 0 && <br />}
        {moneyText(of(row), row.currency, "en")}
      </>
    ));
  return (
    <table class="figures of-sales">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          {["Visits", "Orders", "Sales", "Commission", "Per 1,000 visits"].map((label) => (
            <th scope="col">{label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.slice(0, MOST).map((group) => {
          const [{ key }] = group;
          const isValue = key !== NONE && key !== THE_REST;
          const path = isValue ? href(key) : null;
          const visited = isValue ? (visits.get(key) ?? 0) : 0;
          const orders = group.reduce((sum, row) => sum + row.orders, 0);
          return (
            <tr data-row={path === null ? undefined : ""}>
              <th scope="row">
                {path === null ? (
                  <bdi>{nameOf(group)}</bdi>
                ) : (
                  <a href={path}>
                    <bdi>{nameOf(group)}</bdi>
                  </a>
                )}
              </th>
              <td>{visited > 0 && count(visited)}</td>
              <td>{count(orders)}</td>
              <td>{money(group, ({ amount }) => amount)}</td>
              <td>{money(group, ({ commission }) => commission)}</td>
              <td>{visited > 0 && money(group, ({ amount }) => perThousand(amount, visited))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

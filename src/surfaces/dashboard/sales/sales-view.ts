import { salesNetwork } from "../../../extras/sales/networks.ts";
import { decimalText } from "../../../extras/sales/read-money.ts";
import type { SalesReport } from "../../../extras/sales/sales-report.ts";
import { shortRange } from "../charts/bucket-names.ts";
import { dateText } from "../components/dates.ts";
import type { DashboardContext, Workspace } from "../layout/context.ts";

/** The path of the screens of sales. */
export const salesPath = ({ base }: Workspace): string => `${base}/sales`;

/** The report of a request's path. */
export const reportIdIn = ({ req }: DashboardContext): { reportId: string } => ({
  reportId: req.param("sale") ?? "",
});

/** An amount in the minor unit of its currency, exactly: "$1,234.50", "CA$12.00". */
export function exactMoney(minor: number, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  // A decimal number as text is formatted without rounding it to a binary one.
  return format.format(decimalText(minor, currency) as `${number}`);
}

const timeOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A day such as `2026-11-21`, as in "21 Nov 2026". */
export const dayOfReport = (day: string): string => dateText(timeOf(day));

/** Days from one to another, both inclusive, with their year: "2–21 Nov 2026". */
export const daysText = (from: string, to: string): string => shortRange(from, to, NO_DAY);

/** A year is left out if it is that of this day. */
const NO_DAY = "";

/** A network and its account, if that has a name: "Impact · Snacks". */
export const networkText = ({ network, account }: Pick<SalesReport, "network" | "account">): string =>
  [network, account].filter((part) => part !== "").join(" · ");

/** What a network's report names a link by, in the words of a person. */
export const markOf = (network: string): string =>
  salesNetwork(network)?.names === "tag" ? "tag" : "sub-id";

/** The path of a report below the organization's base path. */
export const reportIdPath = (id: string): string => `/sales/${id}`;

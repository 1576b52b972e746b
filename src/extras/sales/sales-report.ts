import { DAY_MS } from "../../ground/core/days.ts";
import type { DayOrder } from "../files/read-dates.ts";
import type { DecimalSign } from "./read-money.ts";

/** Maximum rows of a file: 8 MiB of a network's rows are about 30,000. */
export const MAX_REPORT_ROWS = 50_000;
/** Maximum sums of a report, which are the rows that confirming it stores. */
export const MAX_SUMS = 20_000;
/** Maximum drafts of an organization, and of all its reports. */
export const MAX_DRAFTS = 20;
export const MAX_REPORTS = 2_000;
/** How long drafts, and reports that were undone or replaced, are stored. */
export const DRAFT_MS = DAY_MS;
export const UNDONE_DAYS = 30;

/** Bytes of a report and of a sum in D1, with their index entries. */
export const [REPORT_BYTES, SUM_BYTES] = [1_000, 200] as const;

/** What a column of a file says. */
export const SALES_FIELDS = [
  ...(["day", "subId", "order", "orders", "items", "returned", "amount", "commission"] as const),
  ...(["currency", "state", "shop"] as const),
];
export type SalesField = (typeof SALES_FIELDS)[number];

/** `approved`: the network pays it, or names no states. */
export const SALE_STATES = ["pending", "approved", "reversed"] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** How a file is read, where the file does not say it. Null: the file says it, or nobody has chosen yet. */
export interface Choices {
  /** Headings by what they say, as `headingKey` writes them; null: those of the network. */
  columns: Partial<Record<SalesField, string>> | null;
  dayOrder: DayOrder;
  decimal: DecimalSign | null;
  /** ISO 4217, for rows that name none. */
  currency: string | null;
  /** The days that the report covers, if they are more than those of its rows. */
  firstDay: string | null;
  lastDay: string | null;
}

export const NO_CHOICES: Choices = {
  columns: null,
  dayOrder: null,
  decimal: null,
  currency: null,
  firstDay: null,
  lastDay: null,
};

/** A sales report of an affiliate network. Times are ISO 8601 in UTC. */
export interface SalesReport {
  organizationId: string;
  id: string;
  /** The name of the network; empty until it is known. */
  network: string;
  /** Which account at the network, if the organization has several; empty for the only one. */
  account: string;
  fileName: string;
  digest: string;
  choices: Choices;
  /** `draft`: nothing of it is stored. `undone`: it does not count any more. */
  state: "draft" | "confirmed" | "undone";
  /** Rises with each confirmation; null for a draft. */
  place: number | null;
  /** The days that it covers, both inclusive; null for a draft. */
  firstDay: string | null;
  lastDay: string | null;
  rowCount: number;
  /** The rows that are not of the organization's links. */
  unknownRows: number;
  createdBy: string;
  createdAt: string;
  confirmedBy: string | null;
  confirmedAt: string | null;
  undoneBy: string | null;
  undoneAt: string | null;
  expiresAt: string | null;
}

/** What decides which days of a report count, and its name. */
export type ConfirmedReport = Pick<
  SalesReport,
  "id" | "network" | "account" | "fileName" | "state" | "place" | "firstDay" | "lastDay"
>;

/** Until when the reports of an account at a network are in. */
export interface ReportedNetwork {
  network: string;
  account: string;
  from: string;
  /** The last day, inclusive. */
  until: string;
}

/** Orders, pieces, and money in the minor unit of a currency, such as cents. */
export interface SalesNumbers {
  orders: number;
  items: number;
  amount: number;
  commission: number;
}

/** The sales with one key: what is stored. Empty texts: the file does not say it, or it is not of the organization's links. */
export interface SaleSum extends SalesNumbers {
  day: string;
  linkId: string;
  projectId: string;
  /** `q-` and a scanned code, or `v-` and a source. */
  mark: string;
  retailer: string;
  currency: string;
  state: SaleState;
}

import { actorName } from "../../features/writes/activity-statements.ts";
import { bytesDemand, isWithinQuota, quotaError } from "../../features/writes/quota-check.ts";
import { countBytesStatement, releaseBytesStatement } from "../../features/writes/usage-statements.ts";
import type { ServiceError } from "../../ground/core/errors.ts";
import { allRows, firstRow, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { guardSql, WRITTEN } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS, givenValues, idsOf, jsonRows } from "../../ground/platform/json-rows.ts";
import {
  type Choices,
  type ConfirmedReport,
  MAX_DRAFTS,
  MAX_REPORTS,
  REPORT_BYTES,
  type ReportedNetwork,
  type SaleSum,
  type SalesReport,
  SUM_BYTES,
} from "./sales-report.ts";

/** A row as `COLUMNS` reads it. */
type Row = Omit<SalesReport, "choices"> & { choices: string };

const COLUMNS = `organization_id AS organizationId, id, network, account, file_name AS fileName, digest, choices, state, place,
  first_day AS firstDay, last_day AS lastDay, row_count AS rowCount, unknown_rows AS unknownRows, created_by AS createdBy,
  created_at AS createdAt, confirmed_by AS confirmedBy, confirmed_at AS confirmedAt, undone_by AS undoneBy, undone_at AS undoneAt,
  expires_at AS expiresAt`;
const ALL = `SELECT ${COLUMNS} FROM sales_reports WHERE organization_id = ?1 ORDER BY place IS NULL DESC, place DESC, id DESC`;
const FIND = `SELECT ${COLUMNS} FROM sales_reports WHERE organization_id = ?1 AND id = ?2`;
/** The reports that count on some of the days: each day is the one's of the largest place. */
const WITHIN = `SELECT id, network, account, file_name AS fileName, state, place, first_day AS firstDay, last_day AS lastDay FROM sales_reports
  WHERE organization_id = ?1 AND state = 'confirmed' AND first_day <= ?3 AND last_day >= ?2`;
const NETWORKS = `SELECT network, account, min(first_day) AS "from", max(last_day) AS until FROM sales_reports
  WHERE organization_id = ?1 AND state = 'confirmed' GROUP BY network, account ORDER BY network, account`;
const SAME_DRAFT = `SELECT ${COLUMNS} FROM sales_reports
  WHERE organization_id = ?1 AND state = 'draft' AND digest = ?2 AND created_by = ?3 AND expires_at > ?4`;
const INSERT = `INSERT INTO sales_reports (organization_id, id, network, account, file_name, digest, choices, state, row_count,
    unknown_rows, bytes, created_by, created_at, expires_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, 'draft', ?8, 0, 0, ?9, ?10, ?11
  WHERE (SELECT count(*) FROM sales_reports WHERE organization_id = ?1 AND state = 'draft') < ${MAX_DRAFTS}
    AND (SELECT count(*) FROM sales_reports WHERE organization_id = ?1) < ${MAX_REPORTS}`;
const CHOOSE = `UPDATE sales_reports SET network = ?3, account = ?4, choices = ?5
  WHERE organization_id = ?1 AND id = ?2 AND state = 'draft'`;

const SUM = [
  "day",
  "linkId",
  "projectId",
  "mark",
  "retailer",
  "currency",
  "state",
  "orders",
  "items",
  "amount",
  "commission",
] as const;
/** The draft as it was read, in parameters from `first` on: nobody confirmed it or chose anything else meanwhile. */
const isDraft = (first: number): string =>
  ["organization_id", "id", "network", "account", "choices"]
    .map((column, index) => `${column} = ?${first + index}`)
    .concat("state = 'draft'")
    .join(" AND ");
const INSERT_SUMS = `${GIVEN_ROWS} INSERT INTO sales (organization_id, report_id, day, link_id, project_id, mark, retailer, currency,
    state, orders, items, amount, commission)
  SELECT ?2, ?3, ${givenValues(SUM)} FROM given WHERE EXISTS (SELECT 1 FROM sales_reports WHERE ${isDraft(2)}) AND`;
const CONFIRM = `UPDATE sales_reports SET state = 'confirmed', first_day = ?6, last_day = ?7, row_count = ?8, unknown_rows = ?9,
    bytes = ?10, confirmed_by = ?11, confirmed_at = ?12, expires_at = NULL,
    place = (SELECT coalesce(max(place), 0) + 1 FROM sales_reports WHERE organization_id = ?1)
  WHERE ${isDraft(1)} AND`;
const UNDO = `UPDATE sales_reports SET state = 'undone', undone_by = ?3, undone_at = ?4, expires_at = ?5
  WHERE organization_id = ?1 AND id = ?2 AND state = 'confirmed'`;

const reportOf = ({ choices, ...row }: Row): SalesReport => ({
  ...row,
  choices: JSON.parse(choices) as Choices, // Only this file writes the column.
});

/** What confirming a draft stores. */
export interface ConfirmedSales {
  report: SalesReport;
  sums: readonly SaleSum[];
  firstDay: string;
  lastDay: string;
  rowCount: number;
  unknownRows: number;
  confirmedBy: string;
  now: Date;
}

const bytesOfSums = (sums: readonly SaleSum[]): number => REPORT_BYTES + SUM_BYTES * sums.length;

const emailOf = (column: string): string =>
  actorName("'member'", `sales_reports.${column}`, "sales_reports.organization_id");

/** The email addresses of the people of a report; null for members who have left, and for what nobody did. */
export type ReportPeople = Record<"confirmedBy" | "undoneBy", string | null>;

/** Sales reports in D1. */
export type SalesReportStore = ReturnType<typeof salesReportStore>;

export const salesReportStore = (db: D1Database) => ({
  /** All reports of an organization: drafts, then the others, the last confirmed one first. */
  async list(organizationId: string): Promise<SalesReport[]> {
    return (await allRows<Row>(db, ALL, organizationId)).map(reportOf);
  },
  /** Until when the reports of each account at a network are in; nothing without a confirmed report. */
  networks: (organizationId: string): Promise<ReportedNetwork[]> =>
    allRows<ReportedNetwork>(db, NETWORKS, organizationId),
  /** The confirmed reports that cover some of the days, which are all that decide what counts on them. */
  within: (organizationId: string, { from, to }: { from: string; to: string }): Promise<ConfirmedReport[]> =>
    allRows<ConfirmedReport>(db, WITHIN, organizationId, from, to),
  async find(organizationId: string, id: string): Promise<SalesReport | null> {
    const row = await firstRow<Row>(db, FIND, organizationId, id);
    return row && reportOf(row);
  },
  /** The email addresses of the members who confirmed and undid a report. */
  async people(organizationId: string, id: string): Promise<ReportPeople | null> {
    const sql = `SELECT ${emailOf("confirmed_by")} AS confirmedBy, ${emailOf("undone_by")} AS undoneBy FROM sales_reports WHERE organization_id = ?1 AND id = ?2`;
    return firstRow<ReportPeople>(db, sql, organizationId, id);
  },
  /** A draft of the same member for the same file. */
  async sameDraft(
    organizationId: string,
    digest: string,
    memberId: string,
    now: Date,
  ): Promise<SalesReport | null> {
    const row = await firstRow<Row>(db, SAME_DRAFT, organizationId, digest, memberId, now.toISOString());
    return row && reportOf(row);
  },
  /** Adds a draft. Returns whether there was room for it. */
  async add(draft: SalesReport): Promise<boolean> {
    const {
      organizationId,
      id,
      network,
      account,
      fileName,
      digest,
      choices,
      rowCount,
      createdBy,
      createdAt,
      expiresAt,
    } = draft;
    const values = [
      network,
      account,
      fileName,
      digest,
      JSON.stringify(choices),
      rowCount,
      createdBy,
      createdAt,
      expiresAt,
    ];
    return (await runStatement(db, INSERT, organizationId, id, ...values)) > 0;
  },
  /** Changes how a draft is read. */
  async choose({ organizationId, id, network, account, choices }: SalesReport): Promise<void> {
    await runStatement(db, CHOOSE, organizationId, id, network, account, JSON.stringify(choices));
  },
  /** Confirms a draft and stores its sums. Returns false if it is no draft any more, has other choices now, or exceeds the quota. */
  async confirm({
    report,
    sums,
    firstDay,
    lastDay,
    rowCount,
    unknownRows,
    confirmedBy,
    now,
  }: ConfirmedSales): Promise<boolean> {
    const { organizationId, id, network, account, choices } = report;
    const bytes = bytesOfSums(sums);
    const room = isWithinQuota(organizationId, [bytesDemand(organizationId, bytes)]);
    const draft = [organizationId, id, network, account, JSON.stringify(choices)];
    const rows = jsonRows(sums).map((json) =>
      db.prepare(`${INSERT_SUMS} ${guardSql(room, 7)}`).bind(json, ...draft, ...room.values),
    );
    const facts = [firstDay, lastDay, rowCount, unknownRows, bytes, confirmedBy, now.toISOString()];
    const confirm = db.prepare(`${CONFIRM} ${guardSql(room, 13)}`).bind(...draft, ...facts, ...room.values);
    const count = countBytesStatement(db, organizationId, { sql: "?", values: [bytes] }, WRITTEN);
    const results = await runBatch(db, [...rows, confirm, count]);
    return results.at(-2)?.meta.changes === 1;
  },
  /** The error if a quota prevents these sums; null if it does not. */
  quotaError: (organizationId: string, sums: readonly SaleSum[]): Promise<ServiceError | null> =>
    quotaError(db, organizationId, [bytesDemand(organizationId, bytesOfSums(sums))]),
  /** Makes a report count no longer. Returns whether it counted. */
  async undo(
    { organizationId, id }: SalesReport,
    memberId: string,
    now: Date,
    expiresAt: Date,
  ): Promise<boolean> {
    const times = [now.toISOString(), expiresAt.toISOString()];
    return (await runStatement(db, UNDO, organizationId, id, memberId, ...times)) > 0;
  },
  /** Deletes reports with their sums. `state`: only if they are still in it. */
  async remove(reports: readonly SalesReport[], state: SalesReport["state"]): Promise<void> {
    for (const [organizationId, some] of Map.groupBy(reports, (each) => each.organizationId)) {
      const which = `organization_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND state = ?3`;
      const values = [organizationId, idsOf(some), state];
      const freed = `SELECT organization_id, sum(bytes) AS bytes FROM sales_reports
        WHERE organization_id = ? AND id IN (SELECT value FROM json_each(?)) AND state = ? GROUP BY organization_id`;
      await runBatch(db, [
        db
          .prepare(
            `DELETE FROM sales WHERE organization_id = ?1 AND report_id IN (SELECT id FROM sales_reports WHERE ${which})`,
          )
          .bind(...values),
        releaseBytesStatement(db, { sql: freed, values }),
        db.prepare(`DELETE FROM sales_reports WHERE ${which}`).bind(...values),
      ]);
    }
  },
  /** Some reports whose time is over. */
  async expired(now: Date, most: number): Promise<SalesReport[]> {
    const sql = `SELECT ${COLUMNS} FROM sales_reports WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2`;
    return (await allRows<Row>(db, sql, now.toISOString(), most)).map(reportOf);
  },
});

import { allRows, firstRow, runBatch, settle } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { Activity } from "../writes/activity.ts";
import { activityBytes, activityStatements, isRecorded } from "../writes/activity-statements.ts";
import { wasRecorded } from "../writes/activity-store.ts";
import { type Claim, receiptBytes } from "../writes/claim.ts";
import { type ChangeOutcome, type RecordedWrite, writeRecorded } from "../writes/guarded-change.ts";
import { bytesDemand, type Demand, isWithinQuota, quotaError } from "../writes/quota-check.ts";
import { ACCESS_BYTES, bytesOf } from "../writes/usage-statements.ts";
import type { SharedReport, SharedView } from "./shared-report.ts";

type ReportRow = Omit<SharedReport, "view"> & { view: string };

const SELECT = `SELECT id, organization_id AS organizationId, created_by AS createdBy, name, note, view,
    created_at AS createdAt, expires_at AS expiresAt, revoked_at AS revokedAt
  FROM shared_reports`;

const INSERT = (made: Guard) => `INSERT INTO shared_reports
    (id, organization_id, token_hash, name, note, view, created_by, created_at, expires_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ${guardSql(made, 10)} ON CONFLICT DO NOTHING`;

const UPDATE = (made: Guard) => `UPDATE shared_reports SET name = ?2, note = ?3, expires_at = ?4, view = ?5
  WHERE id = ?1 AND revoked_at IS NULL AND ${guardSql(made, 6)}`;

const RENEW = (made: Guard) => `UPDATE shared_reports SET token_hash = ?2
  WHERE id = ?1 AND revoked_at IS NULL AND ${guardSql(made, 3)}`;

const REVOKE = (made: Guard) => `UPDATE shared_reports SET revoked_at = ?2
  WHERE id = ?1 AND revoked_at IS NULL AND ${guardSql(made, 3)}`;

/** True unless the report is revoked. */
const isActive = (id: string): Guard => ({
  sql: "EXISTS (SELECT 1 FROM shared_reports WHERE id = ? AND revoked_at IS NULL)",
  values: [id],
});

// Only this file writes the view.
const fromRow = ({ view, ...row }: ReportRow): SharedReport => ({
  ...row,
  view: JSON.parse(view) as SharedView,
});

/** A new report, with everything written in the same transaction. */
interface ReportWrite extends RecordedWrite {
  report: SharedReport;
  hash: string;
}

const bytesOfReport = ({ report: { name, note, view } }: ReportWrite): number =>
  ACCESS_BYTES + bytesOf(name, note, JSON.stringify(view));

/** The quotas that a new report needs. */
const demandsOf = (write: ReportWrite): Demand[] => [
  bytesDemand(
    write.report.organizationId,
    activityBytes(write.activity) + bytesOfReport(write) + receiptBytes(write.claim),
  ),
];

/** Shared reports, in D1. */
export type SharedReportStore = ReturnType<typeof sharedReportStore>;

/** For lists of activity: see `ObjectNames`. */
export const SHARED_REPORT_NAME = "SELECT name FROM shared_reports WHERE shared_reports.id = object_id";

export function sharedReportStore(db: D1Database) {
  const first = async (where: string, value: string): Promise<SharedReport | null> => {
    const row = await firstRow<ReportRow>(db, `${SELECT} WHERE ${where} = ?1`, value);
    return row && fromRow(row);
  };
  return {
    find: (id: string) => first("id", id),
    findByToken: (hash: string) => first("token_hash", hash),
    /**
     * Up to `limit` reports of an organization with ids below `before`, newest first; with `createdBy`, only those that
     * this member shared.
     */
    async list(
      { organizationId, createdBy }: { organizationId: string; createdBy: string | null },
      before: string,
      limit: number,
    ): Promise<SharedReport[]> {
      const sql = `${SELECT} WHERE organization_id = ?1 AND id < ?2 AND (?4 IS NULL OR created_by = ?4)
        ORDER BY id DESC LIMIT ?3`;
      const results = await allRows<ReportRow>(db, sql, organizationId, before, limit, createdBy);
      return results.map(fromRow);
    },
    /** Writes a new report and its activity, unless another claim holds the scope or a quota is exceeded. */
    insert(write: ReportWrite): Promise<ChangeOutcome> {
      const { report, hash } = write;
      const { id, organizationId, createdBy, name, note, view, createdAt, expiresAt } = report;
      const only = isWithinQuota(organizationId, demandsOf(write));
      const values = [
        id,
        organizationId,
        hash,
        name,
        note,
        JSON.stringify(view),
        createdBy,
        createdAt,
        expiresAt,
      ];
      return writeRecorded(db, write, { only, bytes: bytesOfReport(write) }, (made) =>
        db.prepare(INSERT(made)).bind(...values, ...made.values),
      );
    },
    /** The error if a quota prevented the report; null for any other reason. */
    quotaError: (write: ReportWrite) => quotaError(db, write.report.organizationId, demandsOf(write)),
    /** Writes the name, note and end of a report, unless it is revoked. */
    async update(
      { id, name, note, expiresAt, view }: SharedReport,
      activity: Activity,
      bytes: number,
    ): Promise<void> {
      const made = isRecorded(activity);
      await runBatch(db, [
        ...activityStatements(db, activity, isActive(id), bytes),
        db.prepare(UPDATE(made)).bind(id, name, note, expiresAt, JSON.stringify(view), ...made.values),
      ]);
    },
    /** Gives a report another token, unless it is revoked. The former one is unknown from then on. */
    renew(
      { id }: SharedReport,
      hash: string,
      activity: Activity,
      claim: Claim | null,
    ): Promise<ChangeOutcome> {
      return writeRecorded(db, { activity, claim }, { only: isActive(id) }, (made) =>
        db.prepare(RENEW(made)).bind(id, hash, ...made.values),
      );
    },
    /**
     * Revokes a report, unless already revoked. The activity is recorded first, because its condition is no longer true
     * once the report is revoked. Returns whether this call revoked it.
     */
    revoke({ id }: Pick<SharedReport, "id">, activity: Activity): Promise<boolean> {
      const made = isRecorded(activity);
      const statements = [
        ...activityStatements(db, activity, isActive(id)),
        db.prepare(REVOKE(made)).bind(id, activity.at, ...made.values),
      ];
      const wasMade = async () => ((await wasRecorded(db, activity)) ? true : null);
      return settle(async () => {
        const [first] = await runBatch(db, statements);
        return (first?.meta.changes ?? 0) > 0 || (await wasRecorded(db, activity));
      }, wasMade);
    },
  };
}

import type { Activity } from "../../features/audit/activity.ts";
import { activityStatements } from "../../features/audit/activity-statements.ts";
import { onD1, settle } from "../../ground/platform/d1.ts";
import { WRITTEN } from "../../ground/platform/guard.ts";
import type { Lease } from "../../ground/platform/queue.ts";
import { BEGINNING, type Export, MAX_EXPORTS, type Progress } from "./export.ts";

/** A row as `COLUMNS` reads it. */
interface Row extends Omit<Export, "images" | "origins"> {
  images: number;
  shortLink: string;
  api: string;
}

const COLUMNS = `id, organization_id AS organizationId, fingerprint, token, images, short_link_origin AS shortLink,
  api_origin AS api, state, links, percent, bytes, created_at AS createdAt, expires_at AS expiresAt`;

const fromRow = ({ images, shortLink, api, ...row }: Row): Export => ({
  ...row,
  images: images === 1,
  origins: { shortLink, api, problem: null },
});

const INSERT = `INSERT INTO exports (id, organization_id, fingerprint, token, images, short_link_origin, api_origin,
    state, links, percent, bytes, created_at, expires_at, progress)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, 'running', (SELECT count(*) FROM links WHERE organization_id = ?2), 0, 0, ?8, ?9, ?10
  WHERE (SELECT count(*) FROM exports WHERE organization_id = ?2) < ${MAX_EXPORTS}
    AND NOT EXISTS (SELECT 1 FROM exports WHERE organization_id = ?2 AND state = 'running')
  ON CONFLICT (id) DO NOTHING`;

/** The export that nobody has worked on for longest. */
const LEASE = `UPDATE exports SET lease_id = ?1, leased_until = ?2
  WHERE id = (SELECT id FROM exports INDEXED BY exports_running
    WHERE state = 'running' AND (leased_until IS NULL OR leased_until <= ?3) ORDER BY leased_until LIMIT 1)
  RETURNING ${COLUMNS}, progress`;

/** Exports in D1. Each call may throw `service_unavailable`. */
export type ExportStore = ReturnType<typeof exportStore>;

export function exportStore(db: D1Database) {
  const first = async (column: "id" | "token", value: string): Promise<Export | null> => {
    const statement = db.prepare(`SELECT ${COLUMNS} FROM exports WHERE ${column} = ?1`).bind(value);
    const row = await onD1(() => statement.first<Row>());
    return row && fromRow(row);
  };
  const all = async (sql: string, ...values: (string | number)[]): Promise<Export[]> => {
    const statement = db.prepare(`SELECT ${COLUMNS} FROM exports ${sql}`).bind(...values);
    return (await onD1(() => statement.all<Row>())).results.map(fromRow);
  };
  return {
    find: (id: string) => first("id", id),
    findByToken: (token: string) => first("token", token),
    /** The exports of an organization, the latest first. */
    list: (organizationId: string) =>
      all("WHERE organization_id = ?1 ORDER BY created_at DESC", organizationId),
    /** Up to `limit` exports that have expired. */
    expired: (now: Date, limit: number) => all("WHERE expires_at <= ?1 LIMIT ?2", now.toISOString(), limit),
    /**
     * Writes a new export, and returns what is stored with its id: an earlier one if this is a repeat, null if one of the
     * organization is running or there are `MAX_EXPORTS`.
     */
    add(added: Export, activity: Activity): Promise<Export | null> {
      const { id, organizationId, fingerprint, token, images, origins, createdAt, expiresAt } = added;
      const insert = db
        .prepare(INSERT)
        .bind(
          ...[id, organizationId, fingerprint, token, images ? 1 : 0, origins.shortLink, origins.api],
          ...[createdAt, expiresAt, JSON.stringify(BEGINNING)],
        );
      const write = async () => {
        await onD1(() => db.batch([insert, ...activityStatements(db, activity, WRITTEN)]));
        return first("id", id);
      };
      return settle(write, () => first("id", id));
    },
    /** A running export that nobody works on, which is the lease's from now on; null if there is none. */
    async lease(lease: Lease, now: Date): Promise<{ found: Export; progress: Progress } | null> {
      const statement = db.prepare(LEASE).bind(lease.id, lease.until.toISOString(), now.toISOString());
      const row = await onD1(() => statement.first<Row & { progress: string }>());
      // Only this file writes the column.
      if (!row) return null;
      const { progress, ...found } = row;
      return { found: fromRow(found), progress: JSON.parse(progress) as Progress };
    },
    /** Notes how far an export is. Returns false, and changes nothing, if another lease has it. */
    async advance(
      { id, state, percent, bytes, expiresAt }: Export,
      progress: Progress,
      lease: Lease,
    ): Promise<boolean> {
      const statement = db
        .prepare(
          `UPDATE exports SET state = ?3, percent = ?4, bytes = ?5, expires_at = ?6, progress = ?7, leased_until = ?8
           WHERE id = ?1 AND lease_id = ?2`,
        )
        .bind(
          ...[id, lease.id, state, percent, bytes, expiresAt],
          ...[JSON.stringify(progress), lease.until.toISOString()],
        );
      return (await onD1(() => statement.run())).meta.changes === 1;
    },
    /** Ends a lease. The export waits behind others that are running. */
    async release(id: string, lease: Lease, now: Date): Promise<void> {
      const statement = db
        .prepare("UPDATE exports SET lease_id = NULL, leased_until = ?3 WHERE id = ?1 AND lease_id = ?2")
        .bind(id, lease.id, now.toISOString());
      await onD1(() => statement.run());
    },
    async remove(id: string): Promise<void> {
      await onD1(() => db.prepare("DELETE FROM exports WHERE id = ?1").bind(id).run());
    },
  };
}

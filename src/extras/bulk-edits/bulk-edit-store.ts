import { onD1, settle } from "../../ground/platform/d1.ts";
import type { Lease } from "../../ground/platform/queue.ts";
import {
  type BulkEdit,
  type EditContent,
  type EditMessage,
  type EditProgress,
  MAX_RUNNING,
  type StopReason,
} from "./bulk-edit.ts";

interface Row extends Omit<BulkEdit, keyof EditContent | "progress"> {
  content: string;
  progress: string;
}

const COLUMNS = `id, organization_id AS organizationId, member_id AS memberId, fingerprint, content, progress, state,
  stopped_because AS stoppedBecause, created_at AS createdAt`;

function fromRow({ content: stored, progress, ...row }: Row): BulkEdit {
  // Only this file writes these columns; a time in JSON is a text.
  const { filter, ...content } = JSON.parse(stored) as EditContent;
  const time = (value: Date | string | undefined) => (value === undefined ? undefined : new Date(value));
  return {
    ...row,
    ...content,
    filter: { ...filter, createdFrom: time(filter.createdFrom), createdTo: time(filter.createdTo) },
    progress: JSON.parse(progress) as EditProgress,
  };
}

const INSERT = `INSERT INTO bulk_edits
    (id, organization_id, member_id, fingerprint, content, progress, state, stopped_because, created_at, updated_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, 'running', NULL, ?7, ?7
  WHERE (SELECT count(*) FROM bulk_edits WHERE organization_id = ?2 AND state = 'running') < ${MAX_RUNNING}
  ON CONFLICT (id) DO NOTHING`;
const LEASE = `UPDATE bulk_edits SET lease_id = ?2, leased_until = ?4, updated_at = ?3, part_at = coalesce(part_at, ?3)
  WHERE id = ?1 AND organization_id = ?5 AND state = 'running' AND (leased_until IS NULL OR leased_until <= ?3)
  RETURNING ${COLUMNS}, part_at AS partAt`;
const RECORD = `UPDATE bulk_edits SET progress = ?3, updated_at = ?4, part_at = NULL, lease_id = NULL, leased_until = NULL,
    state = CASE WHEN state = 'running' AND ?5 THEN 'done' ELSE state END
  WHERE id = ?1 AND lease_id = ?2 RETURNING state`;

/** Bulk edits in D1. Each call may throw `service_unavailable`. */
export type BulkEditStore = ReturnType<typeof bulkEditStore>;

export function bulkEditStore(db: D1Database) {
  const run = (sql: string, ...values: (string | number | null)[]) =>
    onD1(() =>
      db
        .prepare(sql)
        .bind(...values)
        .all<Row & { partAt: string }>(),
    );
  const find = async (id: string): Promise<BulkEdit | null> => {
    const [row] = (await run(`SELECT ${COLUMNS} FROM bulk_edits WHERE id = ?1`, id)).results;
    return row ? fromRow(row) : null;
  };
  return {
    find,
    /** Writes a bulk edit, and returns the stored one: the earlier one for a repeat, null if `MAX_RUNNING` are running. */
    add({ id, organizationId, memberId, fingerprint, progress, createdAt, ...rest }: BulkEdit) {
      const { filter, change, list, origins, total, patches, undoes } = rest;
      const content: EditContent = { filter, change, list, origins, total, patches, undoes };
      const texts = [JSON.stringify(content), JSON.stringify(progress)];
      const write = async () => {
        await run(INSERT, id, organizationId, memberId, fingerprint, ...texts, createdAt);
        return find(id);
      };
      return settle(write, () => find(id));
    },
    /** The running bulk edits of an organization, latest first. */
    running: async (organizationId: string): Promise<BulkEdit[]> =>
      (
        await run(
          `SELECT ${COLUMNS} FROM bulk_edits WHERE organization_id = ?1 AND state = 'running' ORDER BY created_at DESC`,
          organizationId,
        )
      ).results.map(fromRow),
    /**
     * Leases a running bulk edit, and begins its next part or an interrupted part again; `partAt` says since when. Null if
     * the organization has no such bulk edit, it isn't running, or another worker has the lease.
     */
    async lease({ organizationId, editId }: EditMessage, lease: Lease, now: Date) {
      const values = [lease.id, now.toISOString(), lease.until.toISOString(), organizationId];
      const [row] = (await run(LEASE, editId, ...values)).results;
      if (!row) return null;
      const { partAt, ...edit } = row;
      return { edit: fromRow(edit), partAt: new Date(partAt) };
    },
    /**
     * Records the progress after a part and ends the lease, with the last part also the bulk edit. Returns whether it is
     * still running; also false, without a change, if another worker has leased it since.
     */
    async record(id: string, leaseId: string, progress: EditProgress, now: Date): Promise<boolean> {
      const values = [JSON.stringify(progress), now.toISOString(), progress.cursor === null ? 1 : 0];
      return (await run(RECORD, id, leaseId, ...values)).results[0]?.state === "running";
    },
    /** Ends the lease; the begun part is repeated later. */
    release: (id: string, leaseId: string) =>
      run(
        "UPDATE bulk_edits SET lease_id = NULL, leased_until = NULL WHERE id = ?1 AND lease_id = ?2",
        id,
        leaseId,
      ),
    /** Stops a running bulk edit. A part that is being changed is still completed and recorded. */
    stop: (id: string, because: StopReason, now: Date) =>
      run(
        "UPDATE bulk_edits SET state = 'stopped', stopped_because = ?2, updated_at = ?3 WHERE id = ?1 AND state = 'running'",
        id,
        because,
        now.toISOString(),
      ),
    /**
     * Up to `limit` running bulk edits without progress since `before`, longest first, which count as continued at `now`
     * once `touch` is called. A time in the future, written by a wrong clock, is no progress.
     */
    async stalled(before: Date, now: Date, limit: number): Promise<EditMessage[]> {
      const { results } = await run(
        `SELECT ${COLUMNS} FROM bulk_edits INDEXED BY bulk_edits_running
         WHERE state = 'running' AND (updated_at < ?1 OR updated_at > ?2) ORDER BY updated_at LIMIT ?3`,
        before.toISOString(),
        now.toISOString(),
        limit,
      );
      return results.map(({ id, organizationId }) => ({ organizationId, editId: id }));
    },
    touch: (id: string, now: Date) =>
      run("UPDATE bulk_edits SET updated_at = ?2 WHERE id = ?1", id, now.toISOString()),
    /** Deletes up to `limit` bulk edits that were started before `time`. The links keep their changes. */
    removeBefore: (time: Date, limit: number) =>
      run(
        "DELETE FROM bulk_edits WHERE id IN (SELECT id FROM bulk_edits WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)",
        time.toISOString(),
        limit,
      ),
  };
}

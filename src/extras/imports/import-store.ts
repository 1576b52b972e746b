import { bytesDemand, isWithinQuota, quotaError } from "../../features/quotas/quota-check.ts";
import {
  bytesOf,
  countBytesStatement,
  IMPORT_ROW_BYTES,
  releaseBytesStatement,
} from "../../features/quotas/usage-statements.ts";
import type { ServiceError } from "../../ground/core/errors.ts";
import { onD1, settle } from "../../ground/platform/d1.ts";
import { type Guard, guardSql, WRITTEN } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";
import { type Import, MAX_IMPORTS, type StopReason, type ValidatedRow } from "./import.ts";
import type { ImportMessage } from "./import-message.ts";

/** A row as `COLUMNS` reads it. */
interface Row extends Omit<Import, "origins" | "headings"> {
  shortLink: string;
  api: string;
  headings: string | null;
}

const COLUMNS = `id, organization_id AS organizationId, member_id AS memberId, fingerprint, file_name AS fileName,
  project_id AS projectId, short_link_origin AS shortLink, api_origin AS api, source, kind, headings, state,
  stopped_because AS stoppedBecause, created_at AS createdAt`;

const fromRow = ({ shortLink, api, headings, ...row }: Row): Import => ({
  ...row,
  origins: { shortLink, api },
  // Only this file writes it.
  headings: headings === null ? null : (JSON.parse(headings) as string[]),
});

const INSERT = (
  room: Guard,
) => `INSERT INTO imports (id, organization_id, member_id, fingerprint, file_name, project_id,
    short_link_origin, api_origin, source, kind, headings, state, stopped_because, created_at, updated_at, bytes)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, NULL, ?13, ?13, ?14
  WHERE (SELECT count(*) FROM imports WHERE organization_id = ?2) < ${MAX_IMPORTS} AND ${guardSql(room, 15)}
  ON CONFLICT (id) DO NOTHING`;

/** How many headings of an organization are remembered. */
const MAX_HEADINGS = 1_000;
const REMEMBER = `INSERT INTO import_columns (organization_id, heading, column_name)
  SELECT ?1, value ->> 'heading', value ->> 'name' FROM json_each(?2)
  WHERE (SELECT count(*) FROM import_columns WHERE organization_id = ?1) < ${MAX_HEADINGS}
  ON CONFLICT (organization_id, heading) DO UPDATE SET column_name = excluded.column_name`;

const VALIDATED = ["row", "cells", "state", "problems"] as const;
/** Rows of an import by the same request; a repeat finds them already written. */
const INSERT_ROWS = `${GIVEN_ROWS} INSERT INTO import_rows (import_id, ${VALIDATED.join(", ")})
  SELECT ?2, ${givenValues(VALIDATED)} FROM given
  WHERE EXISTS (SELECT 1 FROM imports WHERE id = ?2 AND fingerprint = ?3)
  ON CONFLICT (import_id, row) DO NOTHING`;

/** A validated row as JSON parameters of a statement. */
export const validatedValue = ({ row, cells, state, problems }: ValidatedRow) => ({
  row,
  cells: JSON.stringify(cells),
  state: state === "doubtful" ? "good" : state,
  problems: JSON.stringify(problems),
});

const bytesOfRows = (rows: readonly ValidatedRow[]): number =>
  rows
    .map(validatedValue)
    .reduce((sum, { cells, problems }) => sum + IMPORT_ROW_BYTES + bytesOf(cells, problems), 0);

/** Imports in D1. Each call may throw `service_unavailable`. */
export type ImportStore = ReturnType<typeof importStore>;

export function importStore(db: D1Database) {
  const find = async (id: string): Promise<Import | null> => {
    const statement = db.prepare(`SELECT ${COLUMNS} FROM imports WHERE id = ?1`).bind(id);
    const row = await onD1(() => statement.first<Row>());
    return row && fromRow(row);
  };
  return {
    find,
    /**
     * Writes an import and its rows, and returns the stored import: the earlier import for a repeat, null if the
     * organization has `MAX_IMPORTS` already or exceeds its quota. The size of the rows now counts until the import is
     * removed, whatever the corrections.
     */
    async add(added: Import, rows: readonly ValidatedRow[]): Promise<Import | null> {
      const { id, organizationId, memberId, fingerprint, fileName, projectId, state, createdAt } = added;
      const { shortLink, api } = added.origins;
      const bytes = bytesOfRows(rows);
      const room = isWithinQuota(organizationId, [bytesDemand(organizationId, bytes)]);
      const head = db
        .prepare(INSERT(room))
        .bind(
          ...[id, organizationId, memberId, fingerprint, fileName, projectId, shortLink, api, added.source],
          ...[added.kind, added.headings && JSON.stringify(added.headings)],
          ...[state, createdAt, bytes, ...room.values],
        );
      const count = countBytesStatement(db, organizationId, { sql: "?", values: [bytes] }, WRITTEN);
      const body = jsonRows(rows.map(validatedValue)).map((json) =>
        db.prepare(INSERT_ROWS).bind(json, id, fingerprint),
      );
      const write = async (): Promise<Import | null> => {
        await onD1(() => db.batch([head, count, ...body]));
        return find(id);
      };
      return settle(write, () => find(id));
    },
    /** The columns that people of the organization chose for headings, by the heading's `plain` form; empty to ignore it. */
    async chosenColumns(organizationId: string): Promise<Map<string, string>> {
      const statement = db
        .prepare("SELECT heading, column_name AS name FROM import_columns WHERE organization_id = ?1")
        .bind(organizationId);
      const { results } = await onD1(() => statement.all<{ heading: string; name: string }>());
      return new Map(results.map(({ heading, name }) => [heading, name]));
    },
    /** Makes a table's rows links, and remembers the columns that were chosen for its headings. */
    async nameColumns(
      { id, organizationId, projectId, source }: Import,
      chosen: readonly { heading: string; name: string }[],
    ): Promise<void> {
      await onD1(() =>
        db.batch([
          db
            .prepare(
              "UPDATE imports SET kind = 'links', headings = NULL, source = ?2, project_id = ?3 WHERE id = ?1",
            )
            .bind(id, source, projectId),
          db.prepare(REMEMBER).bind(organizationId, JSON.stringify(chosen)),
        ]),
      );
    },
    /** The error if a quota prevented the import; null for any other reason. */
    quotaError: ({ organizationId }: Import, rows: readonly ValidatedRow[]): Promise<ServiceError | null> =>
      quotaError(db, organizationId, [bytesDemand(organizationId, bytesOfRows(rows))]),
    /** The imports of an organization, latest first. */
    async list(organizationId: string): Promise<Import[]> {
      const statement = db
        .prepare(
          `SELECT ${COLUMNS} FROM imports WHERE organization_id = ?1
           ORDER BY created_at DESC, id LIMIT ?2`,
        )
        .bind(organizationId, MAX_IMPORTS);
      return (await onD1(() => statement.all<Row>())).results.map(fromRow);
    },
    /**
     * Sets the good rows, and with `doubtful` also the doubtful rows, to waiting, to be created as this member. Returns
     * whether any row is waiting; otherwise nothing changes.
     */
    async start({ id, memberId, origins }: Import, now: Date, doubtful: boolean): Promise<boolean> {
      const results = await onD1(() =>
        db.batch([
          db
            .prepare(
              `UPDATE import_rows SET state = 'waiting', problems = '[]'
               WHERE import_id = ?1 AND state = 'good' ${doubtful ? "" : "AND problems = '[]'"}`,
            )
            .bind(id),
          db
            .prepare(
              `UPDATE imports SET state = 'running', stopped_because = NULL, member_id = ?2, short_link_origin = ?3,
                 api_origin = ?4, updated_at = ?5
               WHERE id = ?1 AND EXISTS (SELECT 1 FROM import_rows WHERE import_id = ?1 AND state = 'waiting')`,
            )
            .bind(id, memberId, origins.shortLink, origins.api, now.toISOString()),
        ]),
      );
      return results[1]?.meta.changes === 1;
    },
    /** Stops a running import until somebody starts it again. */
    async stop({ id, memberId }: Import, because: StopReason, now: Date): Promise<void> {
      const statement = db
        .prepare(
          `UPDATE imports SET state = 'stopped', stopped_because = ?3, lease_id = NULL, leased_until = NULL,
             updated_at = ?4
           WHERE id = ?1 AND member_id = ?2 AND state = 'running'`,
        )
        .bind(id, memberId, because, now.toISOString());
      await onD1(() => statement.run());
    },
    /** Resets the times of running imports that are later than `now`. */
    async resetFutureTimes(now: Date): Promise<void> {
      const statement = db
        .prepare("UPDATE imports SET updated_at = ?1 WHERE state = 'running' AND updated_at > ?1")
        .bind(now.toISOString());
      await onD1(() => statement.run());
    },
    /** Up to `limit` running imports without progress since `before`, longest first. */
    async stalled(before: Date, limit: number): Promise<ImportMessage[]> {
      const statement = db
        .prepare(
          `SELECT id AS importId, organization_id AS organizationId FROM imports INDEXED BY imports_running
           WHERE state = 'running' AND updated_at < ?1 ORDER BY updated_at LIMIT ?2`,
        )
        .bind(before.toISOString(), limit);
      return (await onD1(() => statement.all<ImportMessage>())).results;
    },
    /** Records progress of these imports. */
    async touch(ids: readonly string[], now: Date): Promise<void> {
      const statement = db
        .prepare("UPDATE imports SET updated_at = ?2 WHERE id IN (SELECT value FROM json_each(?1))")
        .bind(JSON.stringify(ids), now.toISOString());
      await onD1(() => statement.run());
    },
    /** Deletes an import with its rows. Its links stay. */
    async remove(id: string): Promise<void> {
      await onD1(() =>
        db.batch([
          releaseBytesStatement(db, {
            sql: "SELECT organization_id, bytes FROM imports WHERE id = ?",
            values: [id],
          }),
          db.prepare("DELETE FROM import_rows WHERE import_id = ?1").bind(id),
          db.prepare("DELETE FROM imports WHERE id = ?1").bind(id),
        ]),
      );
    },
    /** The ids of up to `limit` imports added before `time`, oldest first. */
    async addedBefore(time: Date, limit: number): Promise<string[]> {
      const statement = db
        .prepare("SELECT id FROM imports WHERE created_at < ?1 ORDER BY created_at LIMIT ?2")
        .bind(time.toISOString(), limit);
      return (await onD1(() => statement.all<{ id: string }>())).results.map(({ id }) => id);
    },
  };
}

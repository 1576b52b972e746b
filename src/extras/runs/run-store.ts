import { releaseBytesStatement } from "../../features/writes/usage-statements.ts";
import { allRows, firstRow, runBatch, runStatement, settle } from "../../ground/platform/d1.ts";
import { ALWAYS, type Guard, guardSql } from "../../ground/platform/guard.ts";
import type { KindOf, Run, RunHead, RunMessage, StopReason } from "./run.ts";

/** Who works on a run, and until when nobody else does. */
export interface Lease {
  id: string;
  until: Date;
}

/** What a step has done. */
export interface Outcome<Progress> {
  progress: Progress;
  isOver: Guard;
  /** Statements of the same transaction, before and after the one that records the step and ends the lease. */
  before?: readonly D1PreparedStatement[];
  after?: readonly D1PreparedStatement[];
}

/** A row as `COLUMNS` reads it. */
interface Row extends RunHead {
  content: string;
  progress: string;
}

const COLUMNS = `id, organization_id AS organizationId, member_id AS memberId, fingerprint, content, progress, state,
  stopped_because AS stoppedBecause, created_at AS createdAt, expires_at AS expiresAt`;

const insertSql = ({ most }: { most: { running?: number; stored?: number } }, room: Guard): string => {
  const below = (most: number | undefined, which: string) =>
    most === undefined
      ? ""
      : `AND (SELECT count(*) FROM runs WHERE organization_id = ?3 AND kind = ?2 ${which}) < ${most}`;
  return `INSERT INTO runs (id, kind, organization_id, member_id, fingerprint, content, progress, state, created_at,
      updated_at, expires_at, bytes)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11
    WHERE ${guardSql(room, 12)} ${below(most.stored, "")} ${below(most.running, "AND state = 'running'")}
    ON CONFLICT (id) DO NOTHING`;
};

const LEASE = `UPDATE runs SET lease_id = ?2, leased_until = ?3, updated_at = ?4, step_at = coalesce(step_at, ?4)
  WHERE id = ?1 AND organization_id = ?5 AND kind = ?6 AND state = 'running' AND (leased_until IS NULL OR leased_until <= ?4)
  RETURNING ${COLUMNS}, step_at AS stepAt`;
const SAVE = `UPDATE runs SET progress = ?3, leased_until = ?4, updated_at = ?5, step_at = ?5
  WHERE id = ?1 AND lease_id = ?2`;
const RECORD = (isOver: Guard) => {
  const ends = `state = 'running' AND ${guardSql(isOver, 6)}`;
  return `UPDATE runs SET progress = ?3, updated_at = ?4, step_at = NULL, lease_id = NULL, leased_until = NULL,
      expires_at = iif(${ends}, ?5, expires_at), state = iif(${ends}, 'idle', state)
    WHERE id = ?1 AND lease_id = ?2 RETURNING state`;
};
const RELEASE = "UPDATE runs SET lease_id = NULL, leased_until = NULL WHERE id = ?1 AND lease_id = ?2";
const START = (
  guard: Guard,
) => `UPDATE runs SET state = 'running', stopped_because = NULL, member_id = ?2, content = ?3,
    updated_at = ?4 WHERE id = ?1 AND ${guardSql(guard, 5)}`;
const STOP = `UPDATE runs SET state = 'stopped', stopped_because = ?2, updated_at = ?3
  WHERE id = ?1 AND member_id = ?4 AND state = 'running'`;

/** Runs of one kind in D1. */
export type RunStore<Content extends object, Progress> = ReturnType<typeof runStore<Content, Progress>>;

export function runStore<Content extends object, Progress>(
  db: D1Database,
  kindOf: KindOf<Content, Progress>,
) {
  const { kind, beginning, keptMs, read = (content) => content } = kindOf;
  const later = (time: Date): string => new Date(time.getTime() + keptMs).toISOString();
  const fromRow = ({ content, progress, ...head }: Row): Run<Content, Progress> => ({
    ...head,
    // Only this store writes these columns.
    ...read(JSON.parse(content) as Content),
    progress: JSON.parse(progress) as Progress,
  });
  const select = async (where: string, ...values: string[]): Promise<Run<Content, Progress>[]> => {
    const sql = `SELECT ${COLUMNS} FROM runs WHERE kind = '${kind}' AND ${where} ORDER BY created_at DESC, id`;
    return (await allRows<Row>(db, sql, ...values)).map(fromRow);
  };
  const find = async (id: string): Promise<Run<Content, Progress> | null> =>
    (await select("id = ?1", id))[0] ?? null;
  return {
    kind,
    find,
    /** The runs with a condition, latest first. */
    select,
    /** The runs of an organization, latest first. */
    list: (organizationId: string) => select("organization_id = ?1", organizationId),
    running: (organizationId: string) => select("organization_id = ?1 AND state = 'running'", organizationId),
    /**
     * Writes a run, and returns the stored one: the earlier one for a repeat; null if the organization has as many as it may,
     * or if `room` is false. `bytes` count towards the organization's quota until the run is deleted; `before` and `after` are
     * statements of the same transaction.
     */
    async add(
      {
        id,
        organizationId,
        memberId,
        fingerprint,
        state,
        createdAt,
      }: Omit<RunHead, "expiresAt" | "stoppedBecause">,
      content: Content,
      { bytes = 0, room = ALWAYS, before = [], after = [] }: AddedWith = {},
    ): Promise<Run<Content, Progress> | null> {
      const insert = db
        .prepare(insertSql(kindOf, room))
        .bind(
          ...[id, kind, organizationId, memberId, fingerprint, JSON.stringify(content)],
          ...[JSON.stringify(beginning), state, createdAt, later(new Date(createdAt)), bytes, ...room.values],
        );
      const write = async () => {
        await runBatch(db, [...before, insert, ...after]);
        return find(id);
      };
      return settle(write, () => find(id));
    },
    /** Replaces the content of a run. */
    async change(id: string, content: Content): Promise<void> {
      const sql = "UPDATE runs SET content = ?2 WHERE id = ?1";
      await runStatement(db, sql, id, JSON.stringify(content));
    },
    /** Lets an idle or stopped run continue as this member, after the statements `before`, if `guard` is true then. */
    async start(
      { id, memberId }: Pick<RunHead, "id" | "memberId">,
      content: Content,
      { before, guard }: { before: readonly D1PreparedStatement[]; guard: Guard },
      now: Date,
    ): Promise<boolean> {
      const start = db
        .prepare(START(guard))
        .bind(id, memberId, JSON.stringify(content), now.toISOString(), ...guard.values);
      return (await runBatch(db, [...before, start])).at(-1)?.meta.changes === 1;
    },
    /**
     * Leases a running run for its next step, or for an interrupted step again; `stepAt` says since when it is tried. Null if
     * the organization has no such run, it isn't running, or another worker has the lease.
     */
    async lease({ organizationId, runId }: Omit<RunMessage, "kind">, { id, until }: Lease, now: Date) {
      const values = [runId, id, until.toISOString(), now.toISOString(), organizationId, kind];
      const row = await firstRow<Row & { stepAt: string }>(db, LEASE, ...values);
      if (!row) return null;
      const { stepAt, ...stored } = row;
      return { run: fromRow(stored), stepAt: new Date(stepAt) };
    },
    /** Stores the progress within a step, and renews the lease. Returns false, and changes nothing, if another worker has it. */
    async save(runId: string, { id, until }: Lease, progress: Progress, now: Date): Promise<boolean> {
      const values = [runId, id, JSON.stringify(progress), until.toISOString(), now.toISOString()];
      return (await runStatement(db, SAVE, ...values)) === 1;
    },
    /**
     * Records a step and ends the lease. Returns whether the run is still running; also false if another worker has leased it
     * since, which changes nothing but what the outcome's own statements do.
     */
    async record(
      runId: string,
      leaseId: string,
      { progress, isOver, before = [], after = [] }: Outcome<Progress>,
      now: Date,
    ): Promise<boolean> {
      const record = db
        .prepare(RECORD(isOver))
        .bind(runId, leaseId, JSON.stringify(progress), now.toISOString(), later(now), ...isOver.values);
      const results = await runBatch<{ state: string }>(db, [...before, record, ...after]);
      return results[before.length]?.results[0]?.state === "running";
    },
    /** Ends the lease; the step is repeated later. */
    async release(runId: string, leaseId: string): Promise<void> {
      await runStatement(db, RELEASE, runId, leaseId);
    },
    /** Stops a running run of a member. A step that is being done is still completed and recorded. */
    async stop({ id, memberId }: RunHead, because: StopReason, now: Date): Promise<void> {
      await runStatement(db, STOP, id, because, now.toISOString(), memberId);
    },
    /** Deletes a run with its rows, but not its results. */
    remove: (id: string) => removeRun(db, id),
  };
}

interface AddedWith {
  bytes?: number;
  room?: Guard;
  before?: readonly D1PreparedStatement[];
  after?: readonly D1PreparedStatement[];
}

/** Deletes a run of any kind, with its rows in other tables, and returns its bytes to the quota. */
export async function removeRun(db: D1Database, id: string): Promise<void> {
  await runBatch(db, removeRunStatements(db, { sql: "?", values: [id] }));
}

/** The statements of `removeRun`, for the run whose id an expression gives; nothing for NULL. */
export const removeRunStatements = (db: D1Database, id: Guard): D1PreparedStatement[] => [
  releaseBytesStatement(db, {
    sql: `SELECT organization_id, bytes FROM runs WHERE id = (${id.sql})`,
    values: id.values,
  }),
  db.prepare(`DELETE FROM runs WHERE id = (${id.sql})`).bind(...id.values),
];

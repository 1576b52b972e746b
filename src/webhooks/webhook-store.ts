import type { Activity } from "../audit/activity.ts";
import { activityStatements, actorName, isRecorded } from "../audit/activity-statements.ts";
import { wasRecorded } from "../audit/activity-store.ts";
import type { Claim } from "../idempotency/claim.ts";
import { receiptBytes } from "../idempotency/claim.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../idempotency/guarded-change.ts";
import { onD1 } from "../platform/d1.ts";
import { bothGuards, guardSql } from "../platform/guard.ts";
import { Memory } from "../platform/memory.ts";
import { ACCESS_BYTES } from "../quotas/stored-bytes.ts";
import { SECRET_SCHEME } from "./secrets.ts";
import { MAX_WEBHOOKS, type Webhook } from "./webhook.ts";

interface WebhookRow {
  organization_id: string;
  id: string;
  project_id: string | null;
  url: string;
  types: string;
  description: string;
  status: Webhook["status"];
  disabled_because: Webhook["disabledBecause"];
  failing_since: string | null;
  created_at: string;
  creator_type: Webhook["createdBy"]["type"];
  creator_id: string;
  creator_name: string | null;
}

const fromRow = (row: WebhookRow): Webhook => ({
  id: row.id,
  organizationId: row.organization_id,
  projectId: row.project_id,
  url: row.url,
  types: JSON.parse(row.types) as Webhook["types"], // only this file writes the column
  description: row.description,
  status: row.status,
  disabledBecause: row.disabled_because,
  failingSince: row.failing_since,
  createdAt: row.created_at,
  createdBy: { type: row.creator_type, id: row.creator_id, name: row.creator_name },
});

const SELECT = `SELECT organization_id, id, project_id, url, types, description, status, disabled_because, failing_since,
    created_at, creator_type, creator_id,
    ${actorName("webhooks.creator_type", "webhooks.creator_id", "webhooks.organization_id")} AS creator_name
  FROM webhooks WHERE organization_id = ?1`;
/** It gets what happens from now on. */
const POSITION = "coalesce((SELECT max(sequence) FROM activity WHERE organization_id = ?1), 0)";
const INSERT = `INSERT INTO webhooks (organization_id, id, project_id, url, types, description, status, secret,
    secret_scheme, api_origin, position, created_at, creator_type, creator_id)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, 'active', ?7, '${SECRET_SCHEME}', ?8, ${POSITION}, ?9, ?10, ?11`;
const UPDATE = `UPDATE webhooks SET url = ?3, types = ?4, description = ?5, status = ?6,
    position = iif(status = 'inactive' AND ?6 = 'active', ${POSITION}, position),
    disabled_because = NULL, failures = 0, failing_since = NULL, not_before = NULL
  WHERE organization_id = ?1 AND id = ?2`;
/** A secret that still signs stays: of a rotation that is repeated, the first answer may never have come. */
const ROTATE = `UPDATE webhooks SET secret = ?3,
    former_secret = iif(former_until > ?4, former_secret, secret), former_until = ?5
  WHERE organization_id = ?1 AND id = ?2`;

/** State of this isolate: whether organizations have a webhook that is on, as it was within the last 10 s. */
const active = new Memory<boolean>(1_000, 10_000);

/** Webhooks in D1. Each call may throw `service_unavailable`. */
export type WebhookStore = ReturnType<typeof webhookStore>;

/** The webhooks in `db`. */
export function webhookStore(db: D1Database) {
  const change = (activity: Activity, statement: D1PreparedStatement) =>
    onD1(() => db.batch([...activityStatements(db, activity), statement]));
  return {
    /** Whether the organization had a webhook that was on within the last 10 s, or has one. */
    async hasActive(organizationId: string, now: Date): Promise<boolean> {
      const known = active.get(organizationId, now.getTime());
      if (known !== undefined) return known;
      const sql = "SELECT 1 AS found FROM webhooks WHERE organization_id = ?1 AND status = 'active' LIMIT 1";
      const found = (await onD1(() => db.prepare(sql).bind(organizationId).first("found"))) !== null;
      active.set(organizationId, found, now.getTime());
      return found;
    },
    /** Every webhook of the organization, the oldest first. */
    async list(organizationId: string): Promise<Webhook[]> {
      const statement = db.prepare(`${SELECT} ORDER BY id`).bind(organizationId);
      return (await onD1(() => statement.all<WebhookRow>())).results.map(fromRow);
    },
    async find(organizationId: string, id: string): Promise<Webhook | null> {
      const row = await onD1(() =>
        db.prepare(`${SELECT} AND id = ?2`).bind(organizationId, id).first<WebhookRow>(),
      );
      return row && fromRow(row);
    },
    /** Writes a new webhook. `outdated`: the organization has MAX_WEBHOOKS. */
    add(
      { organizationId, id, projectId, url, types, description, createdAt, createdBy }: Webhook,
      sealed: string,
      apiOrigin: string,
      { activity, claim }: { activity: Activity; claim: Claim | null },
    ): Promise<ChangeOutcome> {
      const room = {
        sql: `(SELECT count(*) FROM webhooks WHERE organization_id = ?) < ${MAX_WEBHOOKS}`,
        values: [organizationId],
      };
      const guard = bothGuards(room, scopeIsFree(claim, createdAt));
      const [first, ...parts] = activityStatements(db, activity, guard, ACCESS_BYTES + receiptBytes(claim));
      const made = isRecorded(activity);
      active.set(organizationId, true, Date.parse(createdAt));
      const insert = db
        .prepare(`${INSERT} WHERE ${guardSql(made, 12)} ON CONFLICT DO NOTHING`)
        .bind(
          ...[organizationId, id, projectId, url, JSON.stringify(types), description, sealed, apiOrigin],
          ...[createdAt, createdBy.type, createdBy.id, ...made.values],
        );
      return writeGuarded(db, {
        first,
        made,
        claim,
        rest: [...parts, insert],
        wasMade: () => wasRecorded(db, activity),
      });
    },
    /** Writes what callers may change. One that is switched on begins anew, with what happens from now on. */
    async update(
      { organizationId, id, url, types, description, status }: Webhook,
      activity: Activity,
    ): Promise<void> {
      const values = [organizationId, id, url, JSON.stringify(types), description, status];
      active.set(organizationId, true, Date.parse(activity.at));
      await change(activity, db.prepare(UPDATE).bind(...values));
    },
    /** Gives it another secret; the one before signs too until `until`. */
    rotate(
      { organizationId, id }: Webhook,
      sealed: string,
      until: Date,
      { activity, claim }: { activity: Activity; claim: Claim | null },
    ): Promise<ChangeOutcome> {
      const [first, ...parts] = activityStatements(
        db,
        activity,
        scopeIsFree(claim, activity.at),
        receiptBytes(claim),
      );
      const made = isRecorded(activity);
      const update = db
        .prepare(`${ROTATE} AND ${guardSql(made, 6)}`)
        .bind(organizationId, id, sealed, activity.at, until.toISOString(), ...made.values);
      return writeGuarded(db, {
        ...{ first, made, claim, rest: [...parts, update] },
        wasMade: () => wasRecorded(db, activity),
      });
    },
  };
}

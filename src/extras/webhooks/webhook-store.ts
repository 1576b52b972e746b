import type { Activity } from "../../features/writes/activity.ts";
import { activityStatements, actorName } from "../../features/writes/activity-statements.ts";
import {
  type ChangeOutcome,
  type RecordedWrite,
  writeRecorded,
} from "../../features/writes/guarded-change.ts";
import { ACCESS_BYTES } from "../../features/writes/usage-statements.ts";
import { allRows, firstRow, firstValue, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { guardSql } from "../../ground/platform/guard.ts";
import { Memory } from "../../ground/platform/memory.ts";
import { PREFIX } from "./secrets.ts";
import { MAX_WEBHOOKS, type Webhook } from "./webhook.ts";

/** A row as `SELECT` reads it; `types` are JSON. */
interface WebhookRow extends Omit<Webhook, "types" | "createdBy"> {
  types: string | null;
  creatorType: Webhook["createdBy"]["type"];
  creatorId: string;
  creatorName: string | null;
}

const fromRow = ({ types, creatorType, creatorId, creatorName, ...row }: WebhookRow): Webhook => ({
  ...row,
  types: typesIn(types),
  createdBy: { type: creatorType, id: creatorId, name: creatorName },
});

/** The column `types`, which only this file writes. */
export const typesIn = (json: string | null) => JSON.parse(json ?? "null") as Webhook["types"];
const jsonOf = (types: Webhook["types"]): string | null => types && JSON.stringify(types);

const SELECT = `SELECT organization_id AS organizationId, id, project_id AS projectId, url, types, description, status,
    disabled_because AS disabledBecause, failing_since AS failingSince, created_at AS createdAt,
    creator_type AS creatorType, creator_id AS creatorId,
    ${actorName("webhooks.creator_type", "webhooks.creator_id", "webhooks.organization_id")} AS creatorName
  FROM webhooks WHERE organization_id = ?1 AND status <> 'deleted'`;
/** It gets what happens from now on. */
const POSITION = "coalesce((SELECT max(sequence) FROM activity WHERE organization_id = ?1), 0)";
const INSERT = `INSERT INTO webhooks (organization_id, id, project_id, url, types, description, status, secret,
    api_origin, position, created_at, creator_type, creator_id)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, 'active', ?7, ?8, ${POSITION}, ?9, ?10, ?11`;
const UNREADABLE = "disabled_because IS 'secret_unreadable'";
const IS_THERE = "organization_id = ?1 AND id = ?2 AND status <> 'deleted'";
/** After a secret that could not be read, nothing is left out. */
const UPDATE = `UPDATE webhooks SET url = ?3, types = ?4, description = ?5, status = ?6,
    position = iif(status = 'inactive' AND ?6 = 'active' AND NOT ${UNREADABLE}, ${POSITION}, position),
    disabled_because = iif(status = ?6, disabled_because, NULL), failures = 0, failing_since = NULL, not_before = NULL
  WHERE ${IS_THERE}`;
/** A secret that still signs stays: of a rotation that is repeated, the first response may never have come. */
const ROTATE = `UPDATE webhooks SET secret = ?3,
    former_secret = iif(former_until > ?4, former_secret, secret), former_until = ?5,
    status = iif(${UNREADABLE}, 'active', status), disabled_because = nullif(disabled_because, 'secret_unreadable')
  WHERE ${IS_THERE}`;
/** The job deletes the row after its deliveries. Without its lease, a run records nothing more. */
const DELETE = `UPDATE webhooks SET status = 'deleted', secret = '', former_secret = NULL, lease_id = NULL WHERE ${IS_THERE}`;

/** Webhooks with a secret that is stored as it is. */
const UNSEALED = `SELECT organization_id AS organizationId, id, secret, former_secret AS formerSecret FROM webhooks
  WHERE secret GLOB '${PREFIX}*' OR former_secret GLOB '${PREFIX}*' LIMIT ?1`;
/** Unless it got another secret meanwhile. */
const SEAL = `UPDATE webhooks SET secret = ?3, former_secret = ?4
  WHERE organization_id = ?1 AND id = ?2 AND secret = ?5`;

/** The stored secrets of a webhook. */
export interface StoredSecrets {
  organizationId: string;
  id: string;
  secret: string;
  formerSecret: string | null;
}

/** State of this isolate: whether organizations have a webhook that is on, as it was within the last 10 s. */
const active = new Memory<boolean>(1_000, 10_000);

/** Webhooks in D1. */
export type WebhookStore = ReturnType<typeof webhookStore>;

/** For lists of activity: see `ObjectNames`. */
export const WEBHOOK_NAME = `SELECT url FROM webhooks
  WHERE webhooks.organization_id = activity.organization_id AND webhooks.id = object_id`;

export function webhookStore(db: D1Database) {
  const change = (activity: Activity, statement: D1PreparedStatement) =>
    runBatch(db, [...activityStatements(db, activity), statement]);
  return {
    /** Whether the organization had a webhook that was on within the last 10 s, or has one. */
    async hasActive(organizationId: string, now: Date): Promise<boolean> {
      const known = active.get(organizationId, now.getTime());
      if (known !== undefined) return known;
      const sql = "SELECT 1 AS found FROM webhooks WHERE organization_id = ?1 AND status = 'active' LIMIT 1";
      const found = (await firstValue(db, sql, organizationId)) !== null;
      active.set(organizationId, found, now.getTime());
      return found;
    },
    /** Every webhook of the organization, the oldest first. */
    async list(organizationId: string): Promise<Webhook[]> {
      return (await allRows<WebhookRow>(db, `${SELECT} ORDER BY id`, organizationId)).map(fromRow);
    },
    async find(organizationId: string, id: string): Promise<Webhook | null> {
      const row = await firstRow<WebhookRow>(db, `${SELECT} AND id = ?2`, organizationId, id);
      return row && fromRow(row);
    },
    /** Writes a new webhook. `outdated`: the organization has MAX_WEBHOOKS. */
    add(
      { organizationId, id, projectId, url, types, description, createdAt, createdBy }: Webhook,
      sealed: string,
      apiOrigin: string,
      write: RecordedWrite,
    ): Promise<ChangeOutcome> {
      const only = {
        sql: `(SELECT count(*) FROM webhooks WHERE organization_id = ? AND status <> 'deleted') < ${MAX_WEBHOOKS}`,
        values: [organizationId],
      };
      active.set(organizationId, true, Date.parse(createdAt));
      const values = [organizationId, id, projectId, url, jsonOf(types), description, sealed, apiOrigin];
      const creation = [createdAt, createdBy.type, createdBy.id];
      return writeRecorded(db, write, { only, bytes: ACCESS_BYTES }, (made) =>
        db
          .prepare(`${INSERT} WHERE ${guardSql(made, 12)} ON CONFLICT DO NOTHING`)
          .bind(...values, ...creation, ...made.values),
      );
    },
    /** Writes the fields that callers may change. A webhook that is switched on gets later events only. */
    async update(
      { organizationId, id, url, types, description, status }: Webhook,
      activity: Activity,
    ): Promise<void> {
      const values = [organizationId, id, url, jsonOf(types), description, status];
      active.set(organizationId, true, Date.parse(activity.at));
      await change(activity, db.prepare(UPDATE).bind(...values));
    },
    /** Deletes it: nothing finds it any more, and nothing is sent to it. */
    async remove({ organizationId, id }: Webhook, activity: Activity): Promise<void> {
      await change(activity, db.prepare(DELETE).bind(organizationId, id));
    },
    /** Up to `limit` webhooks with a secret that is stored as it is. */
    unsealed: (limit: number): Promise<StoredSecrets[]> => allRows<StoredSecrets>(db, UNSEALED, limit),
    /** Stores sealed secrets in place of stored ones, unless these changed. */
    seal: (
      { organizationId, id, secret }: StoredSecrets,
      sealed: Pick<StoredSecrets, "secret" | "formerSecret">,
    ): Promise<unknown> =>
      runStatement(db, SEAL, organizationId, id, sealed.secret, sealed.formerSecret, secret),
    /** Gives it another secret; the one before signs too until `until`. It is on again if its secret could not be read. */
    rotate(
      { organizationId, id }: Webhook,
      sealed: string,
      until: Date,
      write: RecordedWrite,
    ): Promise<ChangeOutcome> {
      const values = [organizationId, id, sealed, write.activity.at, until.toISOString()];
      active.set(organizationId, true, Date.parse(write.activity.at));
      return writeRecorded(db, write, {}, (made) =>
        db.prepare(`${ROTATE} AND ${guardSql(made, 6)}`).bind(...values, ...made.values),
      );
    },
  };
}

import { eventStatement } from "../../features/writes/activity-statements.ts";
import { type Claim, receiptBytes } from "../../features/writes/claim.ts";
import type { EventType } from "../../features/writes/event.ts";
import { type ChangeOutcome, scopeIsFree, writeGuarded } from "../../features/writes/guarded-change.ts";
import { countBytesStatement } from "../../features/writes/usage-statements.ts";
import { newId } from "../../ground/core/ids.ts";
import { allRows, firstValue, runBatch, runStatement } from "../../ground/platform/d1.ts";
import { guardSql, WRITTEN } from "../../ground/platform/guard.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";
import type { DisabledReason } from "../events/catalog.ts";
import { type AppEvent, EVENT_COLUMNS, type EventRow, eventIn } from "../events/event.ts";
import type { DeliveryAttempt } from "./send.ts";
import type { Webhook } from "./webhook.ts";
import { typesIn } from "./webhook-store.ts";

/** An event on its way to a webhook; its id is that of the event. */
export interface Delivery {
  id: string;
  eventType: EventType | "webhook.test";
  state: "pending" | "delivered" | "failed";
  attempts: number;
  nextAttemptAt: string | null;
  /** Null before the first attempt. */
  last: { at: string; status: number | null; ms: number; response: string } | null;
}

/** A webhook with the lease of a run. */
export interface LeasedWebhook
  extends Pick<Webhook, "organizationId" | "id" | "projectId" | "url" | "types"> {
  leaseId: string;
  secret: string;
  formerSecret: string | null;
  formerUntil: string | null;
  apiOrigin: string;
  position: number;
  failures: number;
  failingSince: string | null;
}

/** The health of a webhook, as a run found it. */
export interface Health {
  failures: number;
  failingSince: string | null;
  notBefore: string | null;
  disabledBecause: DisabledReason | null;
}

/** The result of one attempt to deliver. */
export interface DeliveryOutcome {
  id: string;
  state: Delivery["state"];
  attempts: number;
  nextAttemptAt: string | null;
  at: string;
  attempt: DeliveryAttempt;
}

/** A row as `COLUMNS` reads it; `last` is JSON. */
type DeliveryRow = Omit<Delivery, "last"> & { last: string | null };
type LatestRow = DeliveryRow & { webhookId: string };

const fromRow = ({ last, ...row }: DeliveryRow): Delivery => ({
  ...row,
  last: last === null ? null : (JSON.parse(last) as Delivery["last"]), // as the column list writes it
});

const COLUMNS = `id, event_type AS eventType, state, attempts, next_attempt_at AS nextAttemptAt,
  iif(last_at IS NULL, NULL, json_object('at', last_at, 'status', last_status, 'ms', coalesce(last_ms, 0),
    'response', coalesce(last_response, ''))) AS last`;
const OF_WEBHOOK = "organization_id = ?1 AND webhook_id = ?2";
/** The webhook of a lease: the parameters ?1 to ?3 are those of `leased`. */
const IS_LEASED = "organization_id = ?1 AND id = ?2 AND lease_id = ?3";
/** Active webhooks without a lease that have something to deliver at ?1. */
const READY = `status = 'active' AND coalesce(leased_until, '') <= ?1 AND coalesce(not_before, '') <= ?1
  AND (position < (SELECT max(sequence) FROM activity WHERE organization_id = webhooks.organization_id)
    OR EXISTS (SELECT 1 FROM webhook_deliveries AS due WHERE due.organization_id = webhooks.organization_id
      AND due.webhook_id = webhooks.id AND due.next_attempt_at <= ?1))`;

/** Deliveries in D1. */
export type DeliveryStore = ReturnType<typeof deliveryStore>;

export function deliveryStore(db: D1Database) {
  const leased = ({ organizationId, id, leaseId }: LeasedWebhook) => [organizationId, id, leaseId] as const;
  return {
    /** Whether a run would find something to do. */
    isAnyReady: async (now: Date): Promise<boolean> => {
      const sql = `SELECT 1 AS found FROM webhooks WHERE ${READY} LIMIT 1`;
      return (await firstValue(db, sql, now.toISOString())) !== null;
    },
    /** Leases up to `limit` webhooks with something to deliver: of as many organizations as possible. */
    async lease(leaseId: string, now: Date, until: Date, limit: number): Promise<LeasedWebhook[]> {
      type Row = Omit<LeasedWebhook, "types"> & { types: string | null };
      // Every organization gets a turn before any gets a second one; the one that was served longest ago comes first.
      const sql = `UPDATE webhooks SET lease_id = ?2, leased_until = ?3 WHERE (organization_id, id) IN (
          SELECT organization_id, id FROM (
            SELECT organization_id, id,
              row_number() OVER (PARTITION BY organization_id ORDER BY coalesce(leased_until, ''), id) AS turn,
              (SELECT max(leased_until) FROM webhooks AS every
                WHERE every.organization_id = webhooks.organization_id) AS served
            FROM webhooks WHERE ${READY})
          ORDER BY turn, coalesce(served, '') LIMIT ?4)
        RETURNING organization_id AS organizationId, id, project_id AS projectId, url, types, lease_id AS leaseId,
          secret, former_secret AS formerSecret, former_until AS formerUntil, api_origin AS apiOrigin, position,
          failures, failing_since AS failingSince`;
      const values = [now.toISOString(), leaseId, until.toISOString(), limit];
      const rows = await allRows<Row>(db, sql, ...values);
      return rows.map((row) => ({ ...row, types: typesIn(row.types) }));
    },
    /** Adds the deliveries of these events and moves the position of the webhook, in one transaction. */
    async add(
      webhook: LeasedWebhook,
      events: readonly AppEvent[],
      position: number,
      now: Date,
    ): Promise<void> {
      const rows = events.map(({ id, type }) => ({ id, event_type: type }));
      const columns = ["id", "event_type"];
      const add = `${GIVEN_ROWS} INSERT INTO webhook_deliveries
          (organization_id, webhook_id, ${columns.join(", ")}, state, attempts, next_attempt_at)
        SELECT ?2, ?3, ${givenValues(columns)}, 'pending', 0, ?4 FROM given
        WHERE EXISTS (SELECT 1 FROM webhooks
          WHERE organization_id = ?2 AND id = ?3 AND lease_id = ?5 AND position = ?6)
        ON CONFLICT DO NOTHING`;
      const [organizationId, id, leaseId] = leased(webhook);
      await runBatch(db, [
        ...jsonRows(rows).map((json) =>
          db.prepare(add).bind(json, organizationId, id, now.toISOString(), leaseId, webhook.position),
        ),
        db
          .prepare(`UPDATE webhooks SET position = ?4 WHERE ${IS_LEASED}`)
          .bind(organizationId, id, leaseId, position),
      ]);
    },
    /** Up to `limit` deliveries that are due, each with its event; null for a test. */
    async due(
      { organizationId, id }: LeasedWebhook,
      now: Date,
      limit: number,
    ): Promise<{ delivery: Delivery; event: AppEvent | null }[]> {
      const due = (columns: string) => `SELECT ${columns} FROM webhook_deliveries
        WHERE ${OF_WEBHOOK} AND next_attempt_at <= ?3 ORDER BY next_attempt_at, id LIMIT ?4`;
      // The id of an event is that of its activity with another prefix.
      const eventsOfDue = `SELECT ${EVENT_COLUMNS} FROM activity
        WHERE organization_id = ?1 AND event_type IS NOT NULL
          AND id IN (SELECT 'act_' || substr(id, 5) FROM (${due("id")}))`;
      const values = [organizationId, id, now.toISOString(), limit];
      const [found, events] = await runBatch(db, [
        db.prepare(due(COLUMNS)).bind(...values),
        db.prepare(eventsOfDue).bind(...values),
      ]);
      // The columns of the statements above.
      const byId = new Map(
        ((events?.results ?? []) as EventRow[]).map(eventIn).map((event) => [event.id, event]),
      );
      return ((found?.results ?? []) as DeliveryRow[])
        .map(fromRow)
        .map((delivery) => ({ delivery, event: byId.get(delivery.id) ?? null }));
    },
    /** Records the results of attempts and the health of the webhook in one transaction. */
    async record(
      webhook: LeasedWebhook,
      outcomes: readonly DeliveryOutcome[],
      { failures, failingSince, notBefore, disabledBecause }: Health,
      now: Date,
    ): Promise<void> {
      const recordOutcome = `UPDATE webhook_deliveries SET state = ?5, attempts = ?6, next_attempt_at = ?7,
          last_at = ?8, last_status = ?9, last_ms = ?10, last_response = ?11
        WHERE ${OF_WEBHOOK} AND id = ?4 AND EXISTS (SELECT 1 FROM webhooks WHERE ${IS_LEASED})`;
      const setHealth = `UPDATE webhooks SET failures = ?4, failing_since = ?5, not_before = ?6, disabled_because = ?7,
          status = iif(?7 IS NULL, status, 'inactive')
        WHERE ${IS_LEASED}`;
      const disabled = `SELECT organization_id, project_id, id AS object_id,
          json_object('reason', disabled_because) AS data
        FROM webhooks WHERE organization_id = ? AND id = ? AND lease_id = ? AND disabled_because IS NOT NULL`;
      const lease = leased(webhook);
      const event = { type: "webhook.disabled", job: "webhooks", now } as const;
      await runBatch(db, [
        ...outcomes.map(({ id, state, attempts, nextAttemptAt, at, attempt: { status, ms, response } }) =>
          db
            .prepare(recordOutcome)
            .bind(...lease, id, state, attempts, nextAttemptAt, at, status, ms, response),
        ),
        db.prepare(setHealth).bind(...lease, failures, failingSince, notBefore, disabledBecause),
        ...(disabledBecause === null ? [] : [eventStatement(db, event, { sql: disabled, values: lease })]),
      ]);
    },
    /** Ends a lease. */
    async release(webhook: LeasedWebhook, now: Date): Promise<void> {
      const sql = `UPDATE webhooks SET lease_id = NULL, leased_until = ?4 WHERE ${IS_LEASED}`;
      await runStatement(db, sql, ...leased(webhook), now.toISOString());
    },
    /** Up to `limit` deliveries of a webhook whose ids sort before `before`, the newest first. */
    async list({ organizationId, id }: Webhook, before: string, limit: number): Promise<Delivery[]> {
      const sql = `SELECT ${COLUMNS} FROM webhook_deliveries WHERE ${OF_WEBHOOK} AND id < ?3 ORDER BY id DESC LIMIT ?4`;
      return (await allRows<DeliveryRow>(db, sql, organizationId, id, before, limit)).map(fromRow);
    },
    /** The newest delivery of each webhook of an organization that has one, by the webhook's id. */
    async latest(organizationId: string): Promise<ReadonlyMap<string, Delivery>> {
      const sql = `SELECT ${COLUMNS}, webhook_id AS webhookId FROM webhook_deliveries WHERE organization_id = ?1
        AND (webhook_id, id) IN (SELECT id, (SELECT max(id) FROM webhook_deliveries AS sent
          WHERE sent.organization_id = ?1 AND sent.webhook_id = webhooks.id) FROM webhooks WHERE organization_id = ?1)`;
      const results = await allRows<LatestRow>(db, sql, organizationId);
      return new Map(results.map(({ webhookId, ...row }) => [webhookId, fromRow(row)]));
    },
    /** Makes a delivery due with all of its attempts, even if its event was delivered before. */
    deliver(
      { organizationId, id }: Webhook,
      delivery: Pick<Delivery, "id" | "eventType">,
      now: Date,
      claim: Claim | null = null,
    ): Promise<ChangeOutcome> {
      const at = now.toISOString();
      const free = scopeIsFree(claim, at);
      const sql = `INSERT INTO webhook_deliveries
          (organization_id, webhook_id, id, event_type, state, attempts, next_attempt_at)
        SELECT ?1, ?2, ?3, ?4, 'pending', 0, ?5 WHERE ${guardSql(free, 6)}
        ON CONFLICT DO UPDATE SET state = 'pending', attempts = 0, next_attempt_at = excluded.next_attempt_at`;
      const values = [organizationId, id, delivery.id, delivery.eventType, at, ...free.values];
      const bytes = { sql: "?", values: [receiptBytes(claim)] };
      return writeGuarded(db, {
        first: db.prepare(sql).bind(...values),
        made: WRITTEN,
        claim,
        rest: [countBytesStatement(db, organizationId, bytes, WRITTEN)],
        // Sent twice, it is due all the same.
        wasMade: async () => false,
      });
    },
    /** Deletes deliveries of events before `time`, and webhooks that were deleted. */
    async forget(time: Date): Promise<void> {
      const first = newId("evt", time, (length) => new Uint8Array(length));
      const old = `DELETE FROM webhook_deliveries WHERE (organization_id, webhook_id, id) IN (
        SELECT old.organization_id, old.webhook_id, old.id FROM webhooks CROSS JOIN webhook_deliveries AS old
          ON old.organization_id = webhooks.organization_id AND old.webhook_id = webhooks.id
        WHERE old.id < ?1 OR webhooks.status = 'deleted' LIMIT 1000)`;
      const deleted = `DELETE FROM webhooks WHERE status = 'deleted' AND NOT EXISTS (
        SELECT 1 FROM webhook_deliveries AS sent
        WHERE sent.organization_id = webhooks.organization_id AND sent.webhook_id = webhooks.id)`;
      await runBatch(db, [db.prepare(old).bind(first), db.prepare(deleted)]);
    },
  };
}

import { DAY_MS } from "../../ground/core/days.ts";
import { newId } from "../../ground/core/ids.ts";
import { runBatch } from "../../ground/platform/d1.ts";
import type { Guard } from "../../ground/platform/guard.ts";
import type { Activity, ActivityActor, ActivityObject, FieldChange } from "../writes/activity.ts";
import { activityStatements, eventStatement } from "../writes/activity-statements.ts";

/** The author of a change of a key or project, and its time (ISO 8601 in UTC). */
export interface ChangeAuthor {
  actor: ActivityActor;
  at: string;
}

/** The activity of a change of a key or a project. */
export const accessActivity = (
  { actor: { type, id }, at }: ChangeAuthor,
  organizationId: string,
  object: { type: ActivityObject; id: string },
  changes: FieldChange[],
): Activity => ({
  id: newId("act", new Date(at)),
  organizationId,
  at,
  actor: { type, id },
  object,
  changes,
});

/**
 * The statements that record a change of a key or a project, for the batch of that change, on the condition `made`.
 * `more` is the size of the change in bytes.
 */
export const noteStatements = (
  db: D1Database,
  author: ChangeAuthor,
  organizationId: string,
  object: { type: ActivityObject; id: string },
  changes: FieldChange[],
  made: Guard,
  more = 0,
): D1PreparedStatement[] =>
  activityStatements(db, accessActivity(author, organizationId, object, changes), made, more);

/** How long before the expiry of a key its event is recorded, in milliseconds. */
const RECORDED_BEFORE = 7 * DAY_MS;

const EXPIRING = (time: string) => `FROM api_keys
  WHERE expires_at IS NOT NULL AND revoked_at IS NULL AND expires_at IS NOT expiry_event AND expires_at <= ${time}`;
/** An event is in a project if the key reaches no other. */
const EVENTS = `SELECT organization_id, iif(json_array_length(projects) = 1, projects ->> 0, NULL) AS project_id,
  id AS object_id, json_object('name', name, 'expiresAt', expires_at) AS data ${EXPIRING("?")}`;
const RECORDED = `UPDATE api_keys SET expiry_event = expires_at WHERE id IN (SELECT id ${EXPIRING("?1")})`;

/** Job: records the event of each API key that expires within a week, once for each time of expiry. */
export async function recordExpiringKeys({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  const time = new Date(now().getTime() + RECORDED_BEFORE).toISOString();
  const event = { type: "api_key.expiring", job: "expiring keys", now: now() } as const;
  await runBatch(db, [
    eventStatement(db, event, { sql: EVENTS, values: [time] }),
    db.prepare(RECORDED).bind(time),
  ]);
}

import { newId } from "../../ground/core/ids.ts";
import { ALWAYS, type Guard, guardSql, WRITTEN } from "../../ground/platform/guard.ts";
import type { Activity } from "./activity.ts";
import { type EventType, eventOf } from "./event.ts";
import { type LongValue, longValueStatements, newValueBytes, type StoredChange } from "./long-value-store.ts";
import { bytesOf, CHANGE_BYTES, countBytesStatement } from "./usage-statements.ts";

/** An activity of a link or of one of its QR codes. */
export interface LinkActivity extends Activity {
  linkId: string;
  /** Where the link redirects after the change. */
  destination: string;
  changes: StoredChange[];
  /** The long values that `changes` refers to: see `extractLongValues`. */
  kept?: readonly LongValue[];
  /** Why a job switches the destination. */
  reason?: string;
}

const COLUMNS = `sequence, organization_id, id, at, actor_type, actor_id, object_type, object_id, changes`;

/** The next number of an organization. D1 runs one transaction at a time, so commits are in the order of their numbers. */
const next = (organization: string): string =>
  `coalesce((SELECT max(sequence) FROM activity WHERE organization_id = ${organization}), 0) + 1`;

const VALUES = `${next("?1")}, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8`;

/** The values of an activity's columns, ?1 to ?8. */
const valuesOf = ({ organizationId, id, at, actor, object, changes }: Activity): string[] => [
  organizationId,
  id,
  at,
  actor.type,
  actor.id,
  object.type,
  object.id,
  JSON.stringify(changes),
];

/** Bytes of an activity's record in D1, without long values, which are stored separately. */
const recordBytes = ({ changes }: Activity): number => CHANGE_BYTES + bytesOf(JSON.stringify(changes));

/** Maximum bytes of an activity in D1: with all long values, as if none was stored already. */
export const activityBytes = (activity: Activity & Pick<LinkActivity, "kept">): number =>
  (activity.kept ?? []).reduce((sum, { bytes }) => sum + bytes, recordBytes(activity));

const amount = (bytes: number): Guard => ({ sql: "?", values: [bytes] });

/**
 * The statements that record an activity in the batch of its change, and count its bytes and those of the change
 * (`more`) for the organization. They apply if `guard` is true, which proves that the change was made. If they are sent
 * twice, the activity is recorded and counted once. They must stay adjacent.
 */
export function activityStatements(
  db: D1Database,
  activity: Activity,
  guard: Guard = ALWAYS,
  more = 0,
): [D1PreparedStatement, D1PreparedStatement] {
  const insert = `INSERT INTO activity (${COLUMNS}) SELECT ${VALUES}
    WHERE ${guardSql(guard, 9)} ON CONFLICT DO NOTHING`;
  return [
    db.prepare(insert).bind(...valuesOf(activity), ...guard.values),
    countBytesStatement(db, activity.organizationId, amount(recordBytes(activity) + more), WRITTEN),
  ];
}

/** The same for a link or one of its QR codes: the activity is also the next entry of the link's history. */
export function linkActivityStatements(
  db: D1Database,
  activity: LinkActivity,
  guard: Guard,
  more: number,
): D1PreparedStatement[] {
  const version = "coalesce((SELECT max(link_version) FROM activity WHERE link_id = ?9), 0) + 1";
  const insert = `INSERT INTO activity (${COLUMNS}, link_id, link_version, destination, event_type, event_data, project_id, correlation_id)
    SELECT ${VALUES}, ?9, ${version}, ?10, ?11, ?12, (SELECT project_id FROM links WHERE id = ?9), ?13
    WHERE ${guardSql(guard, 14)} ON CONFLICT DO NOTHING`;
  const { linkId, destination, kept = [] } = activity;
  const { type, data } = eventOf(activity);
  const notKept = newValueBytes(linkId, kept);
  const bytes = { sql: `? + ${notKept.sql}`, values: [recordBytes(activity) + more, ...notKept.values] };
  return [
    db
      .prepare(insert)
      .bind(
        ...valuesOf(activity),
        linkId,
        destination,
        type,
        data && JSON.stringify(data),
        activity.actor.correlationId ?? null,
        ...guard.values,
      ),
    // Before the values are stored, because it counts values that are not stored yet.
    countBytesStatement(db, activity.organizationId, bytes, WRITTEN),
    ...longValueStatements(db, linkId, kept, isRecorded(activity)),
  ];
}

/** The creation of a link. Everything else about it is in the link's row. */
interface LinkCreation {
  id: string;
  linkId: string;
}

const CREATIONS = `INSERT INTO activity (${COLUMNS}, link_id, link_version, destination, project_id, event_type, correlation_id)
  SELECT ${next("links.organization_id")} + json_each.key, links.organization_id, value ->> 'id', links.created_at, ?2, ?3,
    'link', links.id, '[]', links.id, 1, links.destination, links.project_id, 'link.created', ?4
  FROM json_each(?1) JOIN links ON links.id = value ->> 'linkId' WHERE TRUE ON CONFLICT DO NOTHING`;

/**
 * The statement that records the creation of links in the batch that creates them: the first entry of each history. It
 * applies to the links that were written. The entries contain no fields, because a link's first state can be derived
 * from its current state and the later entries.
 */
export const linkCreationStatement = (
  db: D1Database,
  { type, id, correlationId }: Activity["actor"],
  creations: readonly LinkCreation[],
): D1PreparedStatement =>
  db.prepare(CREATIONS).bind(JSON.stringify(creations), type, id, correlationId ?? null);

const HAPPENED = (query: string) => `INSERT INTO activity (${COLUMNS}, event_type, project_id, event_data)
  SELECT ${next("happened.organization_id")} - 1 + row_number() OVER (PARTITION BY happened.organization_id),
    happened.organization_id, ?1 || lower(hex(randomblob(8))), ?2, 'job', ?3, 'event', happened.object_id, '[]', ?4,
    happened.project_id, happened.data
  FROM (${query}) AS happened WHERE TRUE`;

/**
 * The statement that records events without an actor, for the batch that causes them. The query of the caller
 * gives `organization_id`, `project_id` (NULL: the organization as a whole), `object_id` and `data`, a JSON object, for
 * each; it says as well whether it happened.
 */
export const eventStatement = (
  db: D1Database,
  { type, job, now }: { type: EventType; job: string; now: Date },
  query: Guard,
): D1PreparedStatement =>
  db
    .prepare(HAPPENED(guardSql(query, 5)))
    .bind(newId("act", now).slice(0, 14), now.toISOString(), job, type, ...query.values);

/** True if this activity was recorded: for changes that depend on it. */
export const isRecorded = ({ organizationId, id }: Activity): Guard => ({
  sql: "EXISTS (SELECT 1 FROM activity WHERE organization_id = ? AND id = ?)",
  values: [organizationId, id],
});

/**
 * True if the change of this activity was made. Every change of a link or of one of its QR codes first writes its
 * unique activity id into the link's row, and guards all its other statements with this.
 */
export const changeMade = ({ linkId, id }: Pick<LinkActivity, "linkId" | "id">): Guard => ({
  sql: "EXISTS (SELECT 1 FROM links WHERE id = ? AND last_activity_id = ?)",
  values: [linkId, id],
});

/**
 * SQL for the name of an actor: the name of an API key, or the email of a member, which are stored nowhere else. NULL
 * for jobs and deleted actors. The arguments are qualified columns.
 */
export const actorName = (type: string, id: string, organization: string): string => `CASE ${type}
    WHEN 'api_key' THEN (SELECT name FROM api_keys AS acting
      WHERE acting.id = ${id} AND acting.organization_id = ${organization})
    WHEN 'member' THEN (SELECT email FROM members WHERE members.id = ${id} AND members.organization_id = ${organization})
    END`;

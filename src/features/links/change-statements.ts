import { ALWAYS, type Guard, guardSql } from "../../ground/platform/guard.ts";
import { changeMade, type LinkActivity, linkActivityStatements } from "../writes/activity-statements.ts";
import type { WrittenLinkRow } from "./link-rows.ts";

/**
 * The kinds of changes and which counters they raise. `version` orders the cached redirects, and a trigger queues each
 * new version for publishing; `updated_at` is the time of the latest version. `revision` is the ETag that callers see.
 */
const KINDS = {
  /** A caller changed the definition or the status. */
  definition: { version: true, revision: true },
  /** A job or an extension changed where the link redirects. */
  destination: { version: true, revision: false },
  /** A caller changed one of the QR codes, not the row itself. */
  qr_code: { version: false, revision: true },
  /** Data that the redirect reads besides the row has changed, such as the shops to choose from. */
  redirect: { version: true, revision: false },
  /** A detail of the current state became known later, such as the reason of the destination. */
  note: { version: false, revision: false },
} as const;

/** The columns that a change may set: not ids, organization, project or creation time. */
type LinkColumns = Partial<
  Pick<
    WrittenLinkRow,
    | "name"
    | "public_name"
    | "domain"
    | "slug"
    | "retailer"
    | "intent"
    | "status"
    | "url_type"
    | "destination"
    | "destination_reason"
    | "content"
    | "active_from"
    | "active_until"
    | "ended_url"
    | "search_text"
  >
>;

/** When a change of a link's row applies. */
interface Conditions {
  /** The link must still have this version and revision. If absent, any. */
  expected?: { version?: number; revision?: number };
  /** A further condition. */
  only?: Guard;
}

/** A change of a link that its history records. */
interface LinkChange extends Conditions {
  /** Contains the link's id and the time of the change. */
  activity: LinkActivity;
  /** Bytes stored besides the record, counted towards the quota; negative if the change frees storage. */
  bytes?: number;
  set: LinkColumns;
}

/** The statements of a change, for one transaction. */
export interface LinkChangeStatements {
  /** Changes the link's row. Runs first; changes 0 rows if the change doesn't apply. */
  first: D1PreparedStatement;
  /** True if `first` made this change. Guards every other statement of the change, in any table. */
  made: Guard;
  /** The record of the change. */
  rest: D1PreparedStatement[];
}

/**
 * The statements for a change that the link's history records. Apart from these, only `unrecordedLinkChange` and the creation
 * write to `links`. `expected` or `only` prevents a change that is sent twice from being applied twice.
 */
export function linkChangeStatements(
  db: D1Database,
  kind: "definition" | "destination" | "qr_code",
  { activity, bytes = 0, ...change }: LinkChange,
): LinkChangeStatements {
  const made = changeMade(activity);
  return {
    first: update(db, kind, { ...change, linkId: activity.linkId, at: activity.at, activityId: activity.id }),
    made,
    rest: linkActivityStatements(db, activity, made, bytes),
  };
}

/** The statement for a change that the link's history does not record. `at` is its time, in ISO 8601. */
export const unrecordedLinkChange = (
  db: D1Database,
  kind: "redirect" | "note",
  change: Conditions & { linkId: string; at: string; set?: LinkColumns },
): D1PreparedStatement => update(db, kind, { set: {}, ...change });

/** The statement that marks the end of these links as recorded. It is not a change: version and revision stay. */
export const noteRecordedEnds = (db: D1Database, ids: Guard): D1PreparedStatement =>
  db
    .prepare(`UPDATE links SET end_event = active_until WHERE id IN (${guardSql(ids, 1)}) RETURNING id`)
    .bind(...ids.values);

/** The statements that record a change of a QR code on its link, as `qrCodeStore` expects them. */
export const codeChangeOfLink = (
  db: D1Database,
  change: Omit<LinkChange, "set" | "expected">,
): LinkChangeStatements => linkChangeStatements(db, "qr_code", { ...change, set: {} });

function update(
  db: D1Database,
  kind: keyof typeof KINDS,
  {
    linkId,
    at,
    activityId,
    set,
    expected,
    only = ALWAYS,
  }: Conditions & { linkId: string; at: string; activityId?: string; set: LinkColumns },
): D1PreparedStatement {
  const { version, revision } = KINDS[kind];
  const columns: Record<string, string | number | null> = {
    ...set,
    ...(version && { updated_at: at }),
    ...(activityId !== undefined && { last_activity_id: activityId }),
  };
  const conditions: Record<string, string | number> = { id: linkId, ...expected };
  const bound = [...Object.values(columns), ...Object.values(conditions)];
  const names = Object.keys(columns);
  const assignments = [
    ...names.map((name, index) => `${name} = ?${index + 1}`),
    ...(version ? ["version = version + 1"] : []),
    ...(revision ? ["revision = revision + 1"] : []),
  ];
  const tests = Object.keys(conditions).map((name, index) => `${name} = ?${names.length + index + 1}`);
  return db
    .prepare(
      `UPDATE links SET ${assignments.join(", ")} WHERE ${tests.join(" AND ")} AND ${guardSql(only, bound.length + 1)}`,
    )
    .bind(...bound, ...only.values);
}

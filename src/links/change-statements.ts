import { changeMade, type LinkActivity, linkActivityStatements } from "../audit/activity-statements.ts";
import { ALWAYS, type Guard, guardSql } from "../platform/guard.ts";
import type { WrittenLinkRow } from "./rows.ts";

/**
 * What a change of a link counts as. `version` orders the copies of the redirect, and a trigger notes each new one to be
 * published; `updated_at` is the time of the latest version. `revision` is what callers see as the ETag.
 */
const KINDS = {
  /** A caller changed the definition or the status. */
  definition: { version: true, revision: true },
  /** A job or a follower made the link lead elsewhere. */
  destination: { version: true, revision: false },
  /** A caller changed one of the QR codes. The row itself stays as it is. */
  qr_code: { version: false, revision: true },
  /** What the redirect reads beside the row has changed, such as the shops that it chooses from. */
  redirect: { version: true, revision: false },
  /** Something about the present state was learnt later, such as the reason of the destination. */
  note: { version: false, revision: false },
} as const;

/** The columns that a change may set. A link's ids, its organization, its project and its creation stay. */
export type LinkColumns = Partial<
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

/** Where a change of a link's row applies. */
interface Conditions {
  /** What the link has to be still, as it was read. Absent: the change holds for every version. */
  expected?: { version?: number; revision?: number };
  /** What has to hold besides. */
  only?: Guard;
}

/** A change of a link that its history records. */
export interface LinkChange extends Conditions {
  /** Names the link, and the time of the change. */
  activity: LinkActivity;
  /** What it stores beside the record, in bytes, to be counted for the organization; below 0 where it frees some. */
  bytes?: number;
  set: LinkColumns;
}

/** The statements of a change, for one transaction. */
export interface LinkChangeStatements {
  /** Changes the link's row. It comes first; its count of changes is 0 where the change does not apply. */
  first: D1PreparedStatement;
  /** Holds if `first` made this change. Whatever else belongs to the change is guarded by it, in any table. */
  made: Guard;
  /** The record of the change. */
  rest: D1PreparedStatement[];
}

/**
 * The statements for a change of a link that its history records. No other statement changes a row of `links`, but for
 * `noteLinkChange` and the creation. `expected` or `only` keeps a change that is sent twice from being made twice.
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

/** The statement for a change of a link that its history does not record. `at` is its time, in ISO 8601. */
export const noteLinkChange = (
  db: D1Database,
  kind: "redirect" | "note",
  change: Conditions & { linkId: string; at: string; set?: LinkColumns },
): D1PreparedStatement => update(db, kind, { set: {}, ...change });

/** The statement that notes of these links that their end was told. It is no change: neither version nor revision rises. */
export const noteToldEnds = (db: D1Database, ids: Guard): D1PreparedStatement =>
  db
    .prepare(`UPDATE links SET end_told = active_until WHERE id IN (${guardSql(ids, 1)}) RETURNING id`)
    .bind(...ids.values);

/** The statements that count a change of one of its QR codes for a link: what `qrCodeStore` takes. */
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

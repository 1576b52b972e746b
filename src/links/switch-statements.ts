import type { LinkActivity } from "../audit/activity-statements.ts";
import { requireLocation } from "../core/urls.ts";
import type { UrlType } from "../core/vocabulary.ts";
import { type Guard, guardSql } from "../platform/guard.ts";
import type { ReasonCode } from "../retailers/reasons.ts";
import { type LinkChangeStatements, linkChangeStatements } from "./change-statements.ts";
import type { PartRef } from "./link-part.ts";

/** A job's switch of a part of a link to another destination. */
export interface PartSwitch {
  part: PartRef;
  activity: LinkActivity;
  url: string;
  /** Absent: it stays. */
  urlType?: UrlType;
  /** Absent: a follower knows it. */
  reason?: ReasonCode;
  /** The version that the link has to have still. Absent: the switch holds for every version. */
  version?: number;
  /** What has to hold besides. */
  only?: Guard;
}

/**
 * The statements that make a part of a link lead elsewhere, and publish the link again. Throws TypeError for a
 * destination that a Location header can't carry.
 */
export function switchStatements(
  db: D1Database,
  { part, activity, url, urlType, reason, version, only }: PartSwitch,
): LinkChangeStatements {
  const destination = requireLocation(url);
  const isOffer = part.offerKey !== "";
  const change = linkChangeStatements(db, "destination", {
    activity,
    set: isOffer
      ? {}
      : { destination, ...(urlType && { url_type: urlType }), destination_reason: reason ?? null },
    ...(version !== undefined && { expected: { version } }),
    ...(only && { only }),
  });
  if (!isOffer) return change;
  const { made } = change;
  const lead = db
    .prepare(
      `UPDATE link_offers SET destination = ?3, url_type = coalesce(?4, url_type), destination_reason = ?5, since = ?6
       WHERE link_id = ?1 AND key = ?2 AND ${guardSql(made, 7)}`,
    )
    .bind(part.id, part.offerKey, destination, urlType ?? null, reason ?? null, activity.at, ...made.values);
  return { ...change, rest: [lead, ...change.rest] };
}

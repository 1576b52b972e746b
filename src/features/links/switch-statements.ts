import { newId } from "../../ground/core/ids.ts";
import { requireLocation } from "../../ground/core/urls.ts";
import type { UrlType } from "../../ground/core/vocabulary.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { jobActor } from "../access/actor.ts";
import type { ReasonCode } from "../retailers/destination-reasons.ts";
import type { LinkActivity } from "../writes/activity-statements.ts";
import { type LinkChangeStatements, linkChangeStatements } from "./change-statements.ts";
import type { LinkPart, PartRef } from "./link-part.ts";

/** The activity of a job that changes where a link or one of its offers redirects. Events have the reason. */
export function switchActivity(
  job: string,
  part: LinkPart,
  destination: string,
  now: Date,
  reason: string,
): LinkActivity {
  const { offerKey, shortId } = part;
  const field = offerKey === "" ? "destination" : `offers.${offerKey}.destination`;
  return {
    id: newId("act", now),
    organizationId: part.organizationId,
    at: now.toISOString(),
    actor: jobActor(job),
    object: { type: "link", id: part.id },
    changes: [{ field, from: part.destination, to: destination }],
    linkId: part.id,
    // A choice link itself keeps pointing to its page.
    destination: offerKey === "" ? destination : `/${shortId}`,
    reason,
  };
}

/** A job's switch of a part of a link to another destination. */
export interface PartSwitch {
  part: PartRef;
  activity: LinkActivity;
  url: string;
  /** Absent: it stays. */
  urlType?: UrlType;
  /** Absent: an extension knows it. */
  reason?: ReasonCode;
  /** The version that the link must still have. If absent, any. */
  version?: number;
  /** A further condition. */
  only?: Guard;
}

/**
 * The statements that change where a part of a link redirects and republish the link. Throws TypeError for a
 * destination that is invalid in a Location header.
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
  const statement = db
    .prepare(
      `UPDATE link_offers SET destination = ?3, url_type = coalesce(?4, url_type), destination_reason = ?5, since = ?6
       WHERE link_id = ?1 AND key = ?2 AND ${guardSql(made, 7)}`,
    )
    .bind(part.id, part.offerKey, destination, urlType ?? null, reason ?? null, activity.at, ...made.values);
  return { ...change, rest: [statement, ...change.rest] };
}

import { type LinkChangeStatements, noteLinkChange } from "../links/change-statements.ts";
import { switchActivity } from "../links/job-activity.ts";
import type { LinkPart } from "../links/link-part.ts";
import { switchStatements } from "../links/switch-statements.ts";
import type { Guard } from "../platform/guard.ts";
import type { CheckedLink } from "./check.ts";

/** What became of checks that were stored. */
export interface KeptChecks {
  /** The parts that lead elsewhere now. */
  switched: LinkPart[];
  /** The short ids of the links of which the redirect has to know something new. */
  changed: string[];
}

/** What the results of checks change of their links, for one transaction. */
export interface CheckedChanges {
  switches: { part: LinkPart; statements: LinkChangeStatements }[];
  /** After the results were stored. `publishes`: the redirect has to know of it. */
  notes: { part: LinkPart; statement: D1PreparedStatement; publishes: boolean }[];
}

/**
 * The changes that these results make of parts that are still as they were when they were checked. The retailers of a
 * choice's offers are asked at the same time, and each answer may change the link's version: what an offer was checked by is
 * its own destination and what callers made of the link.
 */
export function checkedChanges(db: D1Database, checked: readonly CheckedLink[], now: Date): CheckedChanges {
  const at = now.toISOString();
  const switches = checked.flatMap(({ link: part, destination: { url, urlType, reason } }) => {
    if (url === part.destination && urlType === part.urlType) return [];
    const activity = switchActivity("availability of products", part, url, now, reason);
    const expected = part.offerKey === "" ? { version: part.version } : { only: isAsJudged(part) };
    return [
      { part, statements: switchStatements(db, { part, activity, url, urlType, reason, ...expected }) },
    ];
  });
  const isSwitched = (part: LinkPart): boolean => switches.some((each) => each.part === part);
  // Destinations that another rule gives now.
  const reasons = checked
    .filter(
      ({ link: part, destination: { reason } }) =>
        part.offerKey === "" && !isSwitched(part) && part.reason !== reason,
    )
    .map(({ link: part, destination: { reason } }) => {
      const set = { destination_reason: reason };
      const expected = { version: part.version };
      const statement = noteLinkChange(db, "note", { linkId: part.id, at, set, expected });
      return { part, statement, publishes: false };
    });
  // The page leaves out what is sold out by an answer that is young enough, so it has to know each such answer.
  const soldOut = checked.filter(
    ({ link: part, outcome, wasSoldOut }) =>
      part.offerKey !== "" && (outcome === "unavailable" || wasSoldOut),
  );
  const parts = new Map(soldOut.filter(({ link }) => !isSwitched(link)).map(({ link }) => [link.id, link]));
  const stock = [...parts.values()].map((part) => {
    const expected = { revision: part.revision };
    const statement = noteLinkChange(db, "redirect", { linkId: part.id, at, expected });
    return { part, statement, publishes: true };
  });
  return { switches, notes: [...reasons, ...stock] };
}

/** Holds while an offer leads where it led, and no caller has changed its link. */
const isAsJudged = ({ id, offerKey, destination, revision }: LinkPart): Guard => ({
  sql: `EXISTS (SELECT 1 FROM links AS checked JOIN link_offers ON link_id = checked.id
    WHERE checked.id = ? AND checked.revision = ? AND key = ? AND link_offers.destination = ?)`,
  values: [id, revision, offerKey, destination],
});

import type { Guard } from "../../ground/platform/guard.ts";
import { type LinkChangeStatements, unrecordedLinkChange } from "../links/change-statements.ts";
import type { LinkPart } from "../links/link-part.ts";
import { switchActivity, switchStatements } from "../links/switch-statements.ts";
import type { AvailabilityOutcome } from "../retailers/definition.ts";
import type { Destination } from "../retailers/destinations/destination-builder.ts";

/** A check leased by a run: no other run gets it before the lease ends. */
export interface DueCheck {
  linkId: string;
  /** The offer's key; '' for a link as a whole. */
  offerKey: string;
  /** The outcome and time of the last response, if any. */
  outcome: AvailabilityOutcome | null;
  checkedAt: Date | null;
  failures: number;
}

/** A check with a response, or whose last response is too old to be used. */
export interface CheckedLink {
  /** The link or offer as it was when its products were looked up. */
  link: LinkPart;
  destination: Destination;
  outcome: AvailabilityOutcome;
  productIds: string[];
  failures: number;
  checkedAt: Date;
  dueAt: Date;
  /** Whether the previous response said that it is sold out. */
  wasSoldOut: boolean;
}

/** The effects of storing checks. */
export interface StoredChecks {
  /** The parts with a new destination. */
  switched: LinkPart[];
  /** The short ids of links to republish. */
  changed: string[];
}

/** The changes of links that follow from checks, for one transaction. */
interface CheckedChanges {
  switches: { part: LinkPart; statements: LinkChangeStatements }[];
  /** Applied after the results are stored. `publishes`: the link has to be republished. */
  notes: { part: LinkPart; statement: D1PreparedStatement; publishes: boolean }[];
}

/**
 * The changes of parts that are unchanged since the check. The retailers of a choice's offers are queried concurrently, and
 * each response may raise the link's version. So for an offer, unchanged means its own destination and the link's revision.
 */
export function checkedChanges(db: D1Database, checked: readonly CheckedLink[], now: Date): CheckedChanges {
  const at = now.toISOString();
  const switches = checked.flatMap(({ link: part, destination: { url, urlType, reason } }) => {
    if (url === part.destination && urlType === part.urlType) return [];
    const activity = switchActivity("availability of products", part, url, now, reason);
    const expected = part.offerKey === "" ? { version: part.version } : { only: isUnchanged(part) };
    return [
      { part, statements: switchStatements(db, { part, activity, url, urlType, reason, ...expected }) },
    ];
  });
  const isSwitched = (part: LinkPart): boolean => switches.some((each) => each.part === part);
  // Same destination, but by a different rule.
  const reasons = checked
    .filter(
      ({ link: part, destination: { reason } }) =>
        part.offerKey === "" && !isSwitched(part) && part.reason !== reason,
    )
    .map(({ link: part, destination: { reason } }) => {
      const set = { destination_reason: reason };
      const expected = { version: part.version };
      const statement = unrecordedLinkChange(db, "note", { linkId: part.id, at, set, expected });
      return { part, statement, publishes: false };
    });
  // The page hides offers that were recently reported as sold out, so the link is republished after each such response.
  const soldOut = checked.filter(
    ({ link: part, outcome, wasSoldOut }) =>
      part.offerKey !== "" && (outcome === "unavailable" || wasSoldOut),
  );
  const parts = new Map(soldOut.filter(({ link }) => !isSwitched(link)).map(({ link }) => [link.id, link]));
  const stock = [...parts.values()].map((part) => {
    const expected = { revision: part.revision };
    const statement = unrecordedLinkChange(db, "redirect", { linkId: part.id, at, expected });
    return { part, statement, publishes: true };
  });
  return { switches, notes: [...reasons, ...stock] };
}

/** True while an offer has the same destination and no caller has changed its link. */
const isUnchanged = ({ id, offerKey, destination, revision }: LinkPart): Guard => ({
  sql: `EXISTS (SELECT 1 FROM links AS checked JOIN link_offers ON link_id = checked.id
    WHERE checked.id = ? AND checked.revision = ? AND key = ? AND link_offers.destination = ?)`,
  values: [id, revision, offerKey, destination],
});

import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import type { Retailer } from "../../ground/core/vocabulary.ts";
import { allRows, firstValue, runBatch } from "../../ground/platform/d1.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../../ground/platform/json-rows.ts";
import type { Link } from "../links/link.ts";
import type { LinkPart } from "../links/link-part.ts";
import { fromLinkRow, LINK_SELECTION, type StoredLinkRow } from "../links/link-rows.ts";
import { peopleSince } from "../visits/link-people.ts";
import { eventStatement } from "../writes/activity-statements.ts";
import { callStore } from "./call-store.ts";
import { type CheckedLink, checkedChanges, type DueCheck, type StoredChecks } from "./checked-changes.ts";

const WEEK_MS = 7 * DAY_MS;

type DueRow = Omit<DueCheck, "checkedAt"> & { checkedAt: string | null };

const fromDueRow = ({ checkedAt, ...row }: DueRow): DueCheck => ({
  ...row,
  checkedAt: checkedAt === null ? null : new Date(checkedAt),
});

/**
 * Maximum content of links loaded together, in bytes: a link can have 1.6 million bytes, and a hundred such links would
 * exceed the memory of the runtime. The first link is always loaded.
 */
const MAX_CONTENT = 8_000_000;
const WINDOW = `SELECT max(id) AS last FROM (
    SELECT id, row_number() OVER before AS place, sum(size) OVER before AS total FROM (
      SELECT id, CASE WHEN retailer IN (SELECT value FROM json_each(?3)) THEN octet_length(content) ELSE 0 END AS size
      FROM links
      WHERE id > coalesce((SELECT last_link_id FROM availability_enrollment WHERE id = 1), '') AND id < ?1
      ORDER BY id LIMIT ?2)
    WINDOW before AS (ORDER BY id))
  WHERE place = 1 OR total <= ${MAX_CONTENT}`;
const UNSEEN = `SELECT ${LINK_SELECTION} FROM links
  WHERE id > coalesce((SELECT last_link_id FROM availability_enrollment WHERE id = 1), '') AND id <= ?1
    AND retailer IN (SELECT value FROM json_each(?2))
  ORDER BY id`;
/**
 * The visits of a link, which decide its rank. They are summed when its check is stored, because summing in every run
 * is expensive.
 */
const VISITS = (linkId: string, since: string) => `(${peopleSince(linkId, since)})`;
const ENROL = `INSERT INTO availability_checks
    (link_id, offer_key, organization_id, project_id, retailer, failures, due_at, visits)
  SELECT id, ?5, organization_id, project_id, ?2, 0, ?3, ${VISITS("?1", "?4")} FROM links WHERE id = ?1
  ON CONFLICT (link_id, offer_key) DO NOTHING`;
const NOTE_SEEN = `INSERT INTO availability_enrollment (id, last_link_id) VALUES (1, ?1)
  ON CONFLICT (id) DO UPDATE SET last_link_id = max(last_link_id, ?1)`;
/** One statement takes the checks, so two concurrent runs never get the same check. */
const TAKE = `UPDATE availability_checks SET due_at = ?3 WHERE (link_id, offer_key) IN (
    SELECT link_id, offer_key FROM (
      SELECT link_id, offer_key, row_number() OVER before AS place,
        sum((SELECT octet_length(content) FROM links WHERE id = link_id)) OVER before AS total
      FROM (
        SELECT link_id, offer_key, visits, checked_at
        FROM availability_checks JOIN links ON links.id = link_id
        WHERE availability_checks.retailer = ?1 AND due_at <= ?2 AND status = 'active'
        ORDER BY visits DESC, checked_at, link_id, offer_key LIMIT ?4)
      WINDOW before AS (ORDER BY visits DESC, checked_at, link_id, offer_key))
    WHERE place = 1 OR total <= ${MAX_CONTENT})
  RETURNING link_id AS linkId, offer_key AS offerKey, outcome, checked_at AS checkedAt, failures`;
const STORED = ["outcome", "product_ids", "checked_at", "failures", "due_at"];
const STORE = `${GIVEN_ROWS} INSERT INTO availability_checks
    (link_id, offer_key, organization_id, project_id, retailer, ${STORED.join(", ")}, visits)
  SELECT id, value ->> 'offer_key', organization_id, project_id, value ->> 'retailer', ${givenValues(STORED)},
    ${VISITS("links.id", "?2")}
  FROM given JOIN links ON links.id = value ->> 'id'
  WHERE iif(value ->> 'offer_key' = '',
    version = value ->> 'version' AND destination = value ->> 'destination',
    revision = value ->> 'revision' AND value ->> 'destination' =
      (SELECT destination FROM link_offers WHERE link_id = links.id AND key = value ->> 'offer_key'))
  ON CONFLICT (link_id, offer_key) DO UPDATE
    SET ${[...STORED, "visits"].map((column) => `${column} = excluded.${column}`).join(", ")}`;
const STOCK = `SELECT organization_id, project_id, link_id AS object_id,
    json_object('retailer', retailer, 'offerKey', nullif(offer_key, '')) AS data
  FROM availability_checks WHERE link_id = ? AND offer_key = ? AND checked_at = ? AND outcome = ?`;
const POSTPONE =
  "UPDATE availability_checks SET failures = ?2, due_at = ?3 WHERE link_id = ?1 AND offer_key = ?4";

/** The first day of the week before `now`. */
const rankedSince = (now: Date): string => dayOf(new Date(now.getTime() - WEEK_MS));

type PostponedCheck = Pick<DueCheck, "linkId" | "offerKey" | "failures"> & { dueAt: Date };

/** The availability checks of links, in D1. */
export type AvailabilityStore = ReturnType<typeof availabilityStore>;

export function availabilityStore(db: D1Database) {
  return {
    ...callStore(db),
    /**
     * The next unseen links of `retailers`, in order of id, and the last id that was read; null if there are none.
     * Links of other retailers are skipped. A window has `limit` links, or fewer if they are large.
     */
    async unseen(
      retailers: readonly Retailer[],
      before: string,
      limit: number,
    ): Promise<{ links: Link[]; last: string } | null> {
      const askable = JSON.stringify(retailers);
      const last = await firstValue<string>(db, WINDOW, before, limit, askable);
      if (last === null) return null;
      const results = await allRows<StoredLinkRow>(db, UNSEEN, last, askable);
      return { links: results.map((row) => fromLinkRow(row)), last };
    },
    /** Adds checks that are due immediately, and records that links up to `last` were seen. */
    async enroll(
      parts: readonly Pick<LinkPart, "id" | "retailer" | "offerKey">[],
      last: string,
      now: Date,
    ): Promise<void> {
      const rows = parts.map(({ id, retailer, offerKey }) =>
        db.prepare(ENROL).bind(id, retailer, now.toISOString(), rankedSince(now), offerKey),
      );
      await runBatch(db, [...rows, db.prepare(NOTE_SEEN).bind(last)]);
    },
    /** Records the next unseen link as seen, without a check, and returns its id; null if there is none. */
    async skip(before: string, now: Date): Promise<string | null> {
      const last = await firstValue<string>(db, WINDOW, before, 1, "[]");
      if (last !== null) await this.enroll([], last, now);
      return last;
    },
    /**
     * Leases due checks of active links until `until`: most visited links first, then oldest checks. Up to `limit`, or
     * fewer if the links are large.
     */
    take: async (retailer: Retailer, now: Date, until: Date, limit: number): Promise<DueCheck[]> => {
      return (await allRows<DueRow>(db, TAKE, retailer, now.toISOString(), until.toISOString(), limit)).map(
        fromDueRow,
      );
    },
    /**
     * Stores the results, and switches parts whose destination changed; links that changed since the check are skipped.
     * Returns the switched parts, and the short ids of links to republish.
     */
    store: (checked: readonly CheckedLink[], now: Date): Promise<StoredChecks> =>
      storeResults(db, checked, now),
    /** Sets the failures and the next time of checks without a response. */
    async postpone(checks: readonly PostponedCheck[]): Promise<void> {
      if (checks.length === 0) return;
      const statements = checks.map(({ linkId, offerKey, failures, dueAt }) =>
        db.prepare(POSTPONE).bind(linkId, failures, dueAt.toISOString(), offerKey),
      );
      await runBatch(db, statements);
    },
  };
}

/** Records which products sold out, and which are back, of the results that were stored. */
function stockEvents(db: D1Database, checked: readonly CheckedLink[], now: Date): D1PreparedStatement[] {
  const job = "availability of products";
  return checked.flatMap(({ link, outcome, wasSoldOut, checkedAt }) => {
    const isSoldOut = outcome === "unavailable";
    if (isSoldOut === wasSoldOut || outcome === "unknown") return [];
    const type = isSoldOut ? "product.unavailable" : "product.back";
    const values = [link.id, link.offerKey, checkedAt.toISOString(), outcome];
    return [eventStatement(db, { type, job, now }, { sql: STOCK, values })];
  });
}

/**
 * Runs in one transaction. Links and offers that changed since the check are skipped; their checks are due again after
 * the lease.
 */
async function storeResults(
  db: D1Database,
  checked: readonly CheckedLink[],
  now: Date,
): Promise<StoredChecks> {
  if (checked.length === 0) return { switched: [], changed: [] };
  const { switches, notes } = checkedChanges(db, checked, now);
  const isSwitched = (link: LinkPart) => switches.some(({ part }) => part === link);
  const kept = checked.map(({ link, destination, ...check }) => ({
    id: link.id,
    offer_key: link.offerKey,
    retailer: link.retailer,
    version: isSwitched(link) ? link.version + 1 : link.version,
    revision: link.revision,
    destination: destination.url,
    outcome: check.outcome,
    product_ids: JSON.stringify(check.productIds),
    checked_at: check.checkedAt.toISOString(),
    failures: check.failures,
    due_at: check.dueAt.toISOString(),
  }));
  const storeStatements = jsonRows(kept).map((json) => db.prepare(STORE).bind(json, rankedSince(now)));
  const results = await runBatch(db, [
    ...switches.flatMap(({ statements: { first, rest } }) => [first, ...rest]),
    ...storeStatements,
    ...notes.map(({ statement }) => statement),
    ...stockEvents(db, checked, now),
  ]);
  // The count can be above 1, as it includes the writes of triggers.
  const isMade = (index: number) => results[index]?.meta.changes !== 0;
  let next = 0;
  const switched = switches.filter(({ statements: { rest } }) => {
    const made = isMade(next);
    next += 1 + rest.length;
    return made;
  });
  const noted = notes.filter((_, index) => isMade(next + storeStatements.length + index));
  const changed = [...switched, ...noted.filter(({ publishes }) => publishes)].map(
    ({ part }) => part.shortId,
  );
  return { switched: switched.map(({ part }) => part), changed: [...new Set(changed)] };
}

import { DAY_MS, dayOf } from "../core/days.ts";
import type { Retailer } from "../core/vocabulary.ts";
import { linkChangeStatements, noteLinkChange } from "../links/change-statements.ts";
import { fromRows } from "../links/content.ts";
import { switchActivity } from "../links/job-activity.ts";
import type { Link } from "../links/link.ts";
import { LINK_COLUMNS, type LinkRow, reasonColumn } from "../links/rows.ts";
import { onD1 } from "../platform/d1.ts";
import { GIVEN_ROWS, givenValues, jsonRows } from "../platform/json-rows.ts";
import { peopleSince } from "../visits/people-since.ts";
import type { CallPurpose, CheckedLink, DueCheck } from "./check.ts";

const WEEK_MS = 7 * DAY_MS;

interface DueRow {
  link_id: string;
  outcome: DueCheck["outcome"];
  checked_at: string | null;
  failures: number;
}

const fromDueRow = (row: DueRow): DueCheck => ({
  linkId: row.link_id,
  outcome: row.outcome,
  checkedAt: row.checked_at === null ? null : new Date(row.checked_at),
  failures: row.failures,
});

const TAKE_CALL = `INSERT INTO catalog_calls (retailer, purpose, day, calls) SELECT ?1, ?2, ?3, 1 WHERE ?4 > 0
  ON CONFLICT (retailer, purpose, day) DO UPDATE SET calls = calls + 1 WHERE calls < ?4`;
/**
 * The most content of links that are loaded together, in characters: a link can hold 4 million, and a hundred such
 * links would exceed the memory of the runtime. The first link is loaded whatever its size.
 */
const MAX_CONTENT = 8_000_000;
const CONTENT_LENGTH = `coalesce(length(content),
    (SELECT sum(length(text)) FROM link_content_parts AS parts WHERE parts.link_id = links.id))`;
const WINDOW = `SELECT max(id) AS last FROM (
    SELECT id, row_number() OVER before AS place, sum(size) OVER before AS total FROM (
      SELECT id, CASE WHEN retailer IN (SELECT value FROM json_each(?3)) THEN ${CONTENT_LENGTH} ELSE 0 END AS size
      FROM links
      WHERE id > coalesce((SELECT last_link_id FROM availability_enrolment WHERE id = 1), '') AND id < ?1
      ORDER BY id LIMIT ?2)
    WINDOW before AS (ORDER BY id))
  WHERE place = 1 OR total <= ${MAX_CONTENT}`;
const UNSEEN = `SELECT ${LINK_COLUMNS.join(", ")} FROM links
  WHERE id > coalesce((SELECT last_link_id FROM availability_enrolment WHERE id = 1), '') AND id <= ?1
    AND retailer IN (SELECT value FROM json_each(?2))
  ORDER BY id`;
/**
 * The visits of a link that decide its rank. They are summed when its check is stored, as to do so in every run is
 * expensive.
 */
const VISITS = (linkId: string, since: string) => `(${peopleSince(linkId, since)})`;
const ENROL = `INSERT INTO availability_checks (link_id, retailer, failures, due_at, visits)
  VALUES (?1, ?2, 0, ?3, ${VISITS("?1", "?4")})
  ON CONFLICT (link_id) DO NOTHING`;
const NOTE_SEEN = `INSERT INTO availability_enrolment (id, last_link_id) VALUES (1, ?1)
  ON CONFLICT (id) DO UPDATE SET last_link_id = max(last_link_id, ?1)`;
/** One statement takes the checks, so two concurrent runs never get the same check. */
const TAKE = `UPDATE availability_checks SET due_at = ?3 WHERE link_id IN (
    SELECT link_id FROM (
      SELECT link_id, row_number() OVER before AS place,
        sum((SELECT ${CONTENT_LENGTH} FROM links WHERE id = link_id)) OVER before AS total
      FROM (
        SELECT link_id, visits, checked_at FROM availability_checks JOIN links ON links.id = link_id
        WHERE availability_checks.retailer = ?1 AND due_at <= ?2 AND status = 'active'
        ORDER BY visits DESC, checked_at, link_id LIMIT ?4)
      WINDOW before AS (ORDER BY visits DESC, checked_at, link_id))
    WHERE place = 1 OR total <= ${MAX_CONTENT})
  RETURNING link_id, outcome, checked_at, failures`;
const KEPT = ["outcome", "product_ids", "checked_at", "failures", "due_at"];
const KEEP = `${GIVEN_ROWS} INSERT INTO availability_checks (link_id, retailer, ${KEPT.join(", ")}, visits)
  SELECT links.id, links.retailer, ${givenValues(KEPT)}, ${VISITS("links.id", "?2")}
  FROM given JOIN links ON links.id = value ->> 'id'
  WHERE version = value ->> 'version' AND destination = value ->> 'destination'
  ON CONFLICT (link_id) DO UPDATE
    SET ${[...KEPT, "visits"].map((column) => `${column} = excluded.${column}`).join(", ")}`;
const POSTPONE = "UPDATE availability_checks SET failures = ?2, due_at = ?3 WHERE link_id = ?1";

/** The first day of the week before `now`. */
const rankedSince = (now: Date): string => dayOf(new Date(now.getTime() - WEEK_MS));

/** The availability checks of links, in D1. Each call may throw `service_unavailable`. */
export type AvailabilityStore = ReturnType<typeof availabilityStore>;

/** The availability checks in `db`. */
export function availabilityStore(db: D1Database) {
  return {
    /**
     * Counts one call, unless `limit` calls of the day (YYYY-MM-DD) have been taken. Returns whether it was counted.
     */
    takeCall: (retailer: Retailer, purpose: CallPurpose, day: string, limit: number): Promise<boolean> =>
      onD1(async () => {
        const { meta } = await db.prepare(TAKE_CALL).bind(retailer, purpose, day, limit).run();
        return meta.changes !== 0;
      }),
    callsTaken: (retailer: Retailer, purpose: CallPurpose, day: string): Promise<number> =>
      onD1(async () => {
        const statement = db
          .prepare("SELECT calls FROM catalog_calls WHERE retailer = ?1 AND purpose = ?2 AND day = ?3")
          .bind(retailer, purpose, day);
        return (await statement.first<number>("calls")) ?? 0;
      }),
    /**
     * The next links of `retailers`, in order of id, that no enrolment has seen, and the last id that was looked at;
     * null if there are none. Links of other retailers are only passed over. A window has `limit` links, or fewer if
     * they are large.
     */
    async unseen(
      retailers: readonly Retailer[],
      before: string,
      limit: number,
    ): Promise<{ links: Link[]; last: string } | null> {
      const askable = JSON.stringify(retailers);
      const last = await onD1(() => db.prepare(WINDOW).bind(before, limit, askable).first<string>("last"));
      if (last === null) return null;
      const statement = db.prepare(UNSEEN).bind(last, askable);
      const { results } = await onD1(() => statement.all<LinkRow>());
      return { links: await fromRows(db, results), last };
    },
    /** Adds checks that are due at once, and records that links up to `last` were seen. */
    async enrol(links: readonly Link[], last: string, now: Date): Promise<void> {
      const rows = links.map(({ id, retailer }) =>
        db.prepare(ENROL).bind(id, retailer, now.toISOString(), rankedSince(now)),
      );
      await onD1(() => db.batch([...rows, db.prepare(NOTE_SEEN).bind(last)]));
    },
    /** Records the next unseen link as seen, without a check, and returns its id; null if there is none. */
    async passOver(before: string, now: Date): Promise<string | null> {
      const last = await onD1(() => db.prepare(WINDOW).bind(before, 1, "[]").first<string>("last"));
      if (last !== null) await this.enrol([], last, now);
      return last;
    },
    /**
     * Takes due checks of active links until `until`: the most visited links first, then those whose last check is the
     * oldest. It takes up to `limit`, or fewer if the links are large.
     */
    take: (retailer: Retailer, now: Date, until: Date, limit: number): Promise<DueCheck[]> =>
      onD1(async () => {
        const statement = db.prepare(TAKE).bind(retailer, now.toISOString(), until.toISOString(), limit);
        return (await statement.all<DueRow>()).results.map(fromDueRow);
      }),
    /**
     * Stores the results, and switches the links whose destination changed; a link that has changed since it was judged
     * is left alone. Returns the switched links as they are now.
     */
    keep: (checked: readonly CheckedLink[], now: Date): Promise<Link[]> => keep(db, checked, now),
    /** Sets the failures and the next time of checks that got no answer. */
    async postpone(checks: readonly { linkId: string; failures: number; dueAt: Date }[]): Promise<void> {
      if (checks.length === 0) return;
      const statements = checks.map(({ linkId, failures, dueAt }) =>
        db.prepare(POSTPONE).bind(linkId, failures, dueAt.toISOString()),
      );
      await onD1(() => db.batch(statements));
    },
    /** Deletes the counts of calls before `day`. */
    async forgetCalls(day: string): Promise<void> {
      await onD1(() => db.prepare("DELETE FROM catalog_calls WHERE day < ?1").bind(day).run());
    },
  };
}

/**
 * One transaction. A link that has changed since it was judged is left alone, and its check is due again after the
 * lease.
 */
async function keep(db: D1Database, checked: readonly CheckedLink[], now: Date): Promise<Link[]> {
  if (checked.length === 0) return [];
  const switches = checked.map(({ link, destination }): Link | null => {
    const { url, urlType, reason } = destination;
    if (url === link.destination && urlType === link.urlType) return null;
    const version = link.version + 1;
    return { ...link, destination: url, urlType, reason, version, updatedAt: now.toISOString() };
  });
  const changes = checked.flatMap(({ link: before }, index) => {
    const after = switches[index];
    if (!after) return [];
    const { destination, urlType } = after;
    return linkChangeStatements(db, "destination", {
      activity: switchActivity("availability of products", before, destination, now),
      set: { destination, url_type: urlType, destination_reason: reasonColumn(after) },
      expected: { version: before.version },
    });
  });
  // Links of before reasons were recorded, and destinations that another rule gives now.
  const reasonStatements = checked.flatMap(({ link, destination: { reason } }, index) =>
    switches[index] || reason === link.reason
      ? []
      : noteLinkChange(db, "note", {
          linkId: link.id,
          at: now.toISOString(),
          set: { destination_reason: reasonColumn({ ...link, reason }) },
          expected: { version: link.version },
        }),
  );
  const kept = checked.map((check, index) => ({
    id: check.link.id,
    version: switches[index]?.version ?? check.link.version,
    destination: check.destination.url,
    outcome: check.outcome,
    product_ids: JSON.stringify(check.productIds),
    checked_at: check.checkedAt.toISOString(),
    failures: check.failures,
    due_at: check.dueAt.toISOString(),
  }));
  const keepStatements = jsonRows(kept).map((json) => db.prepare(KEEP).bind(json, rankedSince(now)));
  const results = await onD1(() =>
    db.batch([
      ...changes.map(({ first }) => first),
      ...keepStatements,
      ...reasonStatements,
      ...changes.flatMap(({ rest }) => rest),
    ]),
  );
  // The count can be above 1, as it includes the writes of triggers.
  return switches.filter((link) => link !== null).filter((_, index) => results[index]?.meta.changes !== 0);
}

import type { Actor } from "../../features/access/actor.ts";
import { requireOwned, requireScope } from "../../features/access/permissions.ts";
import { GET_LINK_SCOPE } from "../../features/access/scopes.ts";
import type { LinkFinder } from "../../features/links/link-finder.ts";
import { eventStatement } from "../../features/writes/activity-statements.ts";
import { allRows, runBatch, runStatement } from "../../ground/platform/d1.ts";
import type { Checked, DestinationHealth } from "./outcome.ts";

/** A destination whose check is due. */
export interface DueDestination {
  linkId: string;
  url: string;
  failingSince: string | null;
  brokenAt: string | null;
  /** The newest check of this URL, for any link. */
  known: (Checked & { checkedAt: string; failingSince: string | null }) | null;
}

/** A destination after its check; `checked` is null if it is not to be requested. */
export type CheckedDestination = Omit<DueDestination, "known"> & {
  checked: Checked | null;
  checkedAt: Date;
  dueAt: Date;
};

/** The links after each known one that a run looks for, so that links of any age are found; see ENROL. */
const NEIGHBORS = 20;

/** The URLs that a link can redirect to: its own, those of its offers, fallbacks, and where it redirects before and after. */
const URLS_OF = (linkId: string) => `SELECT destination AS url FROM links WHERE id = ${linkId}
  UNION SELECT ended_url FROM links WHERE id = ${linkId} AND ended_url IS NOT NULL
  UNION SELECT content ->> '$.fallbackUrl' FROM links WHERE id = ${linkId} AND content ->> '$.fallbackUrl' IS NOT NULL
  UNION SELECT destination FROM link_offers WHERE link_id = ${linkId} AND place IS NOT NULL
  UNION SELECT offer.value ->> 'fallbackUrl' FROM links AS own, json_each(content, '$.offers') AS offer
    WHERE own.id = ${linkId} AND offer.value ->> 'fallbackUrl' IS NOT NULL`;
/** Whether the link still uses the URL of a check. */
const IS_USED = `url IN (${URLS_OF("destination_checks.link_id")})`;
/** For lists of links: the condition of a broken destination that its link uses. */
export const BROKEN_DESTINATIONS = {
  kind: "destination_broken",
  table: "destination_checks",
  condition: `broken_at IS NOT NULL AND ${IS_USED}`,
} as const;

/**
 * Adds the links after the given ones and after the last known one. Every link with a check is given once a week, so links that
 * were added with old ids are found too, without a record of how far the search came.
 */
const ENROL = `INSERT INTO destination_checks (link_id, url, organization_id, project_id, due_at)
  SELECT id, destination, organization_id, project_id, ?2 FROM links
  WHERE id IN (SELECT found.id FROM (
      SELECT value ->> 'link_id' AS id FROM json_each(?1)
      UNION SELECT '' UNION SELECT coalesce(max(link_id), '') FROM destination_checks) AS known
    CROSS JOIN links AS found ON found.id IN (SELECT id FROM links WHERE id > known.id ORDER BY id LIMIT ${NEIGHBORS}))
  ON CONFLICT DO NOTHING`;
/** One statement takes the checks, so that two runs never get the same one. */
const TAKE = `UPDATE destination_checks SET due_at = ?2 WHERE (link_id, url) IN (
    SELECT link_id, url FROM destination_checks WHERE due_at <= ?1 ORDER BY due_at LIMIT ?3)
  RETURNING link_id, url`;
/** The checks that a run took, as rows of JSON, and their links. */
const IS_TAKEN = "(link_id, url) IN (SELECT value ->> 'link_id', value ->> 'url' FROM json_each(?1))";
const OF_TAKEN = "link_id IN (SELECT value ->> 'link_id' FROM json_each(?1))";
const DELETE_UNUSED = `DELETE FROM destination_checks WHERE ${OF_TAKEN} AND NOT ${IS_USED}`;
const ADD_USED = `INSERT INTO destination_checks (link_id, url, organization_id, project_id, due_at)
  SELECT links.id, used.value, organization_id, project_id, ?2
  FROM json_each(?1) AS given JOIN links ON links.id = given.value ->> 'link_id'
    JOIN json_each((SELECT json_group_array(url) FROM (${URLS_OF("given.value ->> 'link_id'")}))) AS used
  WHERE TRUE ON CONFLICT DO NOTHING`;
const IS_RUNNING = `EXISTS (SELECT 1 FROM links WHERE id = link_id AND status = 'active'
  AND coalesce(active_from, '') <= ?2 AND coalesce(active_until, '~') > ?2)`;
const POSTPONE = `UPDATE destination_checks SET due_at = ?3 WHERE ${IS_TAKEN} AND NOT ${IS_RUNNING}`;
const LEASED_CHECKS = `SELECT link_id AS linkId, url, failing_since AS failingSince, broken_at AS brokenAt,
    (SELECT json_object('outcome', same.outcome, 'status', same.status, 'redirects', json(same.redirects),
        'checkedAt', same.checked_at, 'failingSince', same.failing_since)
      FROM destination_checks AS same WHERE same.url = destination_checks.url AND same.checked_at IS NOT NULL
      ORDER BY same.checked_at DESC LIMIT 1) AS known
  FROM destination_checks WHERE ${IS_TAKEN} AND ${IS_RUNNING}`;

const RESULT = ["outcome", "status", "redirects", "checked_at", "failing_since", "broken_at", "due_at"];
const STORE = `WITH given AS MATERIALIZED (SELECT value FROM json_each(?1))
  UPDATE destination_checks SET ${RESULT.map((column) => `${column} = value ->> '${column}'`).join(", ")}
  FROM given WHERE link_id = value ->> 'link_id' AND url = value ->> 'url'`;

const EVENT = "SELECT organization_id, project_id, link_id AS object_id, json_object";
/** Before the results are stored. */
const BREAKING = `${EVENT}('destination', url, 'outcome', value ->> 'outcome', 'failingSince', value ->> 'failing_since') AS data
  FROM json_each(?) JOIN destination_checks ON link_id = value ->> 'link_id' AND url = value ->> 'url'
  WHERE broken_at IS NULL AND value ->> 'broken_at' IS NOT NULL`;
const RECOVERED = `${EVENT}('destination', url, 'reason', 'responds') AS data
  FROM json_each(?) JOIN destination_checks ON link_id = value ->> 'link_id' AND url = value ->> 'url'
  WHERE broken_at IS NOT NULL AND value ->> 'broken_at' IS NULL`;
const CHANGED = `${EVENT}('destination', url, 'reason', 'changed') AS data FROM destination_checks
  WHERE link_id IN (SELECT value ->> 'link_id' FROM json_each(?)) AND broken_at IS NOT NULL AND NOT ${IS_USED}`;

const JOB = "health of destinations";

/** The checks of links' destinations, in D1. */
export type HealthStore = ReturnType<typeof healthStore>;

export function healthStore(db: D1Database) {
  return {
    /**
     * Leases up to `limit` due checks until `until`, and brings the checks of their links up to date: URLs that a link no longer
     * uses leave, others come. The checks of links that don't redirect now wait until `later`.
     */
    async take(now: Date, until: Date, later: Date, limit: number): Promise<DueDestination[]> {
      const at = now.toISOString();
      const rows = JSON.stringify(await allRows(db, TAKE, at, until.toISOString(), limit));
      const event = { type: "link.mended", job: JOB, now } as const;
      const results = await runBatch(db, [
        db.prepare(ENROL).bind(rows, at),
        eventStatement(db, event, { sql: CHANGED, values: [rows] }),
        db.prepare(DELETE_UNUSED).bind(rows),
        db.prepare(ADD_USED).bind(rows, at),
        db.prepare(POSTPONE).bind(rows, at, later.toISOString()),
        db.prepare(LEASED_CHECKS).bind(rows, at),
      ]);
      // The columns of LEASED_CHECKS.
      const due = (results.at(-1)?.results ?? []) as unknown as (Omit<DueDestination, "known"> & {
        known: string | null;
      })[];
      return due.map((row) => ({
        ...row,
        known: JSON.parse(row.known ?? "null") as DueDestination["known"],
      }));
    },
    /** Stores results, with the events of destinations that turned out broken or respond again. */
    async store(done: readonly CheckedDestination[], now: Date): Promise<void> {
      if (done.length === 0) return;
      const rows = done.map(({ linkId, url, failingSince, brokenAt, checked, checkedAt, dueAt }) => ({
        link_id: linkId,
        url,
        failing_since: failingSince,
        broken_at: brokenAt,
        due_at: dueAt.toISOString(),
        ...(checked && {
          outcome: checked.outcome,
          status: checked.status,
          checked_at: checkedAt.toISOString(),
        }),
        ...(checked && { redirects: JSON.stringify(checked.redirects) }),
      }));
      const json = JSON.stringify(rows);
      const event = (type: "link.broken" | "link.mended", sql: string) =>
        eventStatement(db, { type, job: JOB, now }, { sql, values: [json] });
      await runBatch(db, [
        event("link.broken", BREAKING),
        event("link.mended", RECOVERED),
        db.prepare(STORE).bind(json),
      ]);
    },
    /** The last checks of a link's destinations, as far as there were any. */
    async ofLink(linkId: string): Promise<DestinationHealth[]> {
      const sql = `SELECT url, outcome, status, redirects, checked_at AS checkedAt, failing_since AS failingSince,
          broken_at IS NOT NULL AS broken
        FROM destination_checks WHERE link_id = ?1 AND outcome IS NOT NULL AND ${IS_USED}`;
      const results = await allRows<HealthRow>(db, sql, linkId);
      // `store` wrote the redirects.
      return results.map(({ redirects, broken, ...row }) => ({
        ...row,
        redirects: JSON.parse(redirects) as string[],
        broken: broken === 1,
      }));
    },
    /** Deletes up to `limit` checks. */
    async forget(limit: number): Promise<void> {
      const some = "SELECT link_id, url FROM destination_checks LIMIT ?1";
      const sql = `DELETE FROM destination_checks WHERE (link_id, url) IN (${some})`;
      await runStatement(db, sql, limit);
    },
  };
}

/** The last check of a destination, as stored. */
type HealthRow = Omit<DestinationHealth, "redirects" | "broken"> & { redirects: string; broken: number };

/** The last checks of the URLs that a link can redirect to. Throws `not_found` and `project_access_denied`. */
export async function getLinkHealth(
  actor: Actor,
  linkId: string,
  { links, health }: { links: LinkFinder; health: HealthStore },
): Promise<DestinationHealth[]> {
  requireScope(actor, GET_LINK_SCOPE);
  const { id } = requireOwned(actor, await links.find(linkId));
  return health.ofLink(id);
}

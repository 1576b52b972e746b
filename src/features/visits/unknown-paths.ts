import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import { allRows, runStatement } from "../../ground/platform/d1.ts";
import type { MemberActor } from "../access/actor.ts";
import { requireOrganizationManager } from "../access/permissions.ts";

/** How long hits on unknown addresses are stored, in days. */
export const UNKNOWN_DAYS = 30;
/** Paths of a domain and day that are stored: more than are shown, so that a frequent path is not lost among those of a scan. */
const MAX_STORED = 500;
/** The most frequent paths of a domain and day that are shown, and the addresses of one page. */
const MAX_PER_DAY = 200;
const MAX_SHOWN = 100;

/** Adds to the stored numbers. Of equally frequent paths, new paths stay, so that a path that comes again is noticed. */
const ADD = `INSERT INTO unknown_paths (day, organization_id, host, paths)
  SELECT value ->> 'day', organization_id, host, value ->> 'paths'
  FROM json_each(?1) JOIN domains ON host = value ->> 'host' AND confirmed_at IS NOT NULL
  WHERE TRUE ON CONFLICT DO UPDATE SET paths = (SELECT json_group_object(path, hits) FROM (
    SELECT path, sum(hits) AS hits FROM (
      SELECT key AS path, value AS hits, 0 AS is_new FROM json_each(unknown_paths.paths)
      UNION ALL SELECT key, value, 1 FROM json_each(excluded.paths))
    GROUP BY path ORDER BY sum(hits) DESC, max(is_new) DESC, path LIMIT ${MAX_STORED}))`;

/**
 * The statements that add hits, each with host, path, day in UTC and number. Those on hosts that are no organization's domain
 * are dropped.
 */
export function addUnknownStatements(
  db: D1Database,
  counts: readonly (readonly [string, string, string, number])[],
): D1PreparedStatement[] {
  if (counts.length === 0) return [];
  const rows = [...Map.groupBy(counts, ([host, , day]) => `${host} ${day}`).values()].map((group) => {
    const hits = new Map<string, number>();
    for (const [, path, , more] of group) hits.set(path, (hits.get(path) ?? 0) + more);
    const most = [...hits].sort(([, one], [, other]) => other - one).slice(0, MAX_STORED);
    const [host, , day] = group[0] ?? [];
    return { host, day, paths: JSON.stringify(Object.fromEntries(most)) };
  });
  return [db.prepare(ADD).bind(JSON.stringify(rows))];
}

/** An address of a domain that people request, but no link has. */
export interface UnknownAddress {
  host: string;
  /** In lower case, with a slash first and none last. */
  path: string;
  hits: number;
  /** Whether one client alone may have requested it: it counts once a day. */
  isSingle: boolean;
  /** The last day, in UTC. */
  lastDay: string;
}

const LIST = `SELECT host, path, sum(hits) AS hits, max(day) AS lastDay FROM (
    SELECT host, one.key AS path, one.value AS hits, day,
      row_number() OVER (PARTITION BY host, day ORDER BY one.value DESC) AS place
    FROM json_each(?2) AS days JOIN unknown_paths ON day = days.value AND organization_id = ?1, json_each(paths) AS one) AS hit
  WHERE place <= ${MAX_PER_DAY} AND NOT EXISTS (SELECT 1 FROM link_addresses AS address
    WHERE address.host = hit.host AND address.name = substr(hit.path, 2))
  GROUP BY host, path ORDER BY sum(hits) DESC, host, path LIMIT ${MAX_SHOWN}`;

/** The most frequent unknown addresses of an organization's domains in the last 30 days. */
export async function listUnknownAddresses(
  actor: MemberActor,
  { db, now }: { db: D1Database; now: () => Date },
): Promise<UnknownAddress[]> {
  const { organizationId } = actor;
  requireOrganizationManager(actor, organizationId);
  const days = Array.from({ length: UNKNOWN_DAYS }, (_, ago) => dayOf(daysBefore(now(), ago)));
  const rows = await allRows<Omit<UnknownAddress, "isSingle">>(
    db,
    LIST,
    organizationId,
    JSON.stringify(days),
  );
  return rows.map((row) => ({ ...row, isSingle: row.hits === 1 }));
}

/** Job: deletes hits of more than 30 days ago. */
export async function forgetUnknownPaths({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  const first = dayOf(daysBefore(now(), UNKNOWN_DAYS));
  await runStatement(db, "DELETE FROM unknown_paths WHERE day <= ?1", first);
}

const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * DAY_MS);

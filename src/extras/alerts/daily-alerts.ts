import { eventStatement } from "../../features/writes/activity-statements.ts";
import type { EventType } from "../../features/writes/event.ts";
import { DEFAULT_QUOTAS } from "../../features/writes/quota-check.ts";
import { DAY_MS, dayOf, HOUR_MS } from "../../ground/core/days.ts";
import { runBatch } from "../../ground/platform/d1.ts";
import type { Guard } from "../../ground/platform/guard.ts";
import { scannedSince } from "./alert-store.ts";

/** The events of one transaction, and the transactions of one query in a run. */
const EVENTS = 500;
const PIECES = 20;
/** The hour in UTC for queries about past days: yesterday has ended everywhere, and its visits are counted. */
const DAILY_HOUR = 16;

/** True unless the event was recorded for this cause. Every query has the organization and object under these names. */
const isNew = (type: EventType, cause: string): string => `NOT EXISTS (SELECT 1 FROM activity AS told
  WHERE told.object_type = 'event' AND told.event_type = '${type}' AND told.object_id = found.object_id
    AND told.organization_id = found.organization_id AND ${cause})`;
const same = (...names: string[]): string =>
  names.map((name) => `told.event_data ->> '${name}' = found.data ->> '${name}'`).join(" AND ");

const ENDING = `SELECT organization_id, project_id, id AS object_id, json_object('activeUntil', active_until) AS data
  FROM links INDEXED BY links_by_unrecorded_end
  WHERE active_until IS NOT NULL AND active_until IS NOT end_event AND status = 'active' AND active_until > ? AND active_until <= ?`;

/** Only links that redirect. Their day of the download counts, because days are stored. */
const NOT_SCANNED = `SELECT organization_id, project_id, 'qr_' || links.id || '_' || identifier AS object_id,
    json_object('linkId', links.id, 'identifier', identifier, 'downloadedAt', downloaded_at) AS data
  FROM qr_codes JOIN links ON links.id = link_id
  WHERE downloaded_at IS NOT NULL AND downloaded_at > ? AND downloaded_at <= ? AND status = 'active'
    AND coalesce(active_from, '') <= ? AND coalesce(active_until, '~') > ?
    AND NOT ${scannedSince("downloaded_at", "?", "links", "identifier")}`;

/** What makes a day unusual: see the event in src/extras/events/catalog.ts. Two of the four weeks before need visits. */
const UNUSUAL = `SELECT organization_id, project_id, project_id AS object_id,
    json_object('day', day, 'visits', visits, 'usual', CAST(round(usual) AS INTEGER)) AS data
  FROM (SELECT organization_id, project_id, project_day.day AS day, sum(iif(ago = 0, people, 0)) AS visits,
      sum(iif(ago > 0, people, 0)) / 4.0 AS usual, count(DISTINCT iif(ago > 0 AND people > 0, ago, NULL)) AS weeks
    FROM (SELECT p.organization_id, p.id AS project_id, ? AS day, week.value AS ago,
        (SELECT coalesce(sum(scans + clicks), 0) FROM visit_days WHERE visit_days.day = date(?, '-' || (7 * week.value) || ' days')
          AND visit_days.organization_id = p.organization_id AND visit_days.project_id = p.id AND link_id = '') AS people
      FROM projects AS p CROSS JOIN json_each('[0,1,2,3,4]') AS week WHERE p.archived_at IS NULL) AS project_day
    GROUP BY organization_id, project_id)
  WHERE weeks >= 2 AND max(visits, usual) >= 100 AND (visits >= 10 * usual OR 10 * visits <= usual)`;

const { codesPerLink: _, ...QUOTAS } = DEFAULT_QUOTAS;
const NEAR = `SELECT organization_id, NULL AS project_id, organization_id AS object_id,
    json_object('quota', quota, 'used', used, 'allowed', allowed) AS data
  FROM (SELECT o.id AS organization_id, quota.key AS quota, coalesce(quotas ->> quota.key, quota.value) AS allowed,
      coalesce(CASE quota.key WHEN 'storedBytes' THEN stored_bytes WHEN 'linksPerDay' THEN iif(links_day = ?, links_made, 0)
        WHEN 'projects' THEN (SELECT count(*) FROM projects WHERE projects.organization_id = o.id)
        WHEN 'keys' THEN (SELECT count(*) FROM api_keys WHERE api_keys.organization_id = o.id AND revoked_at IS NULL
          AND coalesce(expires_at, '~') > ?)
        ELSE (SELECT count(*) FROM domains WHERE domains.organization_id = o.id) END, 0) AS used
    FROM organizations AS o LEFT JOIN organization_usage AS u ON u.organization_id = o.id
      CROSS JOIN json_each('${JSON.stringify(QUOTAS)}') AS quota)
  WHERE used > 0 AND used * 100 >= allowed * 80`;

/** A query for conditions that no change causes: it returns those that hold now, and an event is recorded once for each cause. */
type Query = readonly [type: EventType, sql: string, values: Guard["values"], cause: string];

/** The queries of a run: these two hourly, those about past days once a day. */
function queriesAt(now: Date): Query[] {
  const time = now.toISOString();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const [today, yesterday] = [dayOf(now), ago(1).slice(0, 10)];
  const near = `${same("quota", "allowed")} AND (found.data ->> 'quota' <> 'linksPerDay' OR told.at >= '${today}')`;
  const hourly: Query[] = [
    ["link.ending", ENDING, [time, ago(-3)], same("activeUntil")],
    ["quota.near", NEAR, [today, time], near],
  ];
  if (now.getUTCHours() !== DAILY_HOUR) return hourly;
  return [
    ...hourly,
    ["code.not_scanned", NOT_SCANNED, [ago(17), ago(14), time, time, today], same("downloadedAt")],
    ["visits.unusual", UNUSUAL, [yesterday, yesterday], same("day")],
  ];
}

/** Job: records the events of the queries above, every hour in three tries. */
export async function recordDailyAlerts({ db, due }: { db: D1Database; due: Date }): Promise<void> {
  if (due.getTime() % (HOUR_MS / 3) >= 60_000) return;
  for (const [type, found, values, cause] of queriesAt(due)) {
    const sql = `SELECT * FROM (${found}) AS found WHERE ${isNew(type, cause)} LIMIT ${EVENTS}`;
    for (let piece = 0; piece < PIECES; piece++) {
      const event = { type, job: "alerts", now: due };
      const [written] = await runBatch(db, [eventStatement(db, event, { sql, values })]);
      if (!written || written.meta.changes < EVENTS) break;
    }
  }
}

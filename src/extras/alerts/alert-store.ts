import type { Projects } from "../../features/access/actor.ts";
import type { Activity } from "../../features/writes/activity.ts";
import { activityStatements } from "../../features/writes/activity-statements.ts";
import { DAY_MS } from "../../ground/core/days.ts";
import { newId } from "../../ground/core/ids.ts";
import { allRows, firstValue, runBatch } from "../../ground/platform/d1.ts";
import { ALERT_TYPES } from "../events/event.ts";
import type { NewMail } from "../mail/mail.ts";
import { queueMail } from "../mail/mail-store.ts";
import type { Alert, AlertSettings, AttentionType } from "./alerts.ts";

export interface Unread {
  organizationId: string;
  settings: AlertSettings;
  position: number;
}

interface AlertRow extends Omit<Alert, "data"> {
  data: string | null;
}

const settingsIn = (json: string) => JSON.parse(json) as AlertSettings; // written only here
const alertIn = (row: AlertRow): Alert => ({
  ...row,
  data: JSON.parse(row.data ?? "{}") as Record<string, unknown>,
});

/** Alerts are about events without an actor. */
const IS_ALERT = "activity.object_type = 'event' AND activity.event_type = type.value";
/** The types in the JSON array of a parameter, each with its events. The index skips all other entries. */
const ALERTS_IN = (types: string): string =>
  `json_each(${types}) AS type CROSS JOIN activity INDEXED BY activity_happened`;
const ALERT = `activity.id, event_type AS type, sequence, at, object_id AS objectId, activity.project_id AS projectId,
  event_data AS data, coalesce(event_data ->> 'name', event_data ->> 'quota',
    (SELECT substr(url, 9, instr(substr(url, 9) || '/', '/') - 1) FROM webhooks
      WHERE webhooks.organization_id = activity.organization_id AND webhooks.id = object_id),
    (SELECT name FROM links WHERE links.id = coalesce(event_data ->> 'linkId', object_id)),
    (SELECT name FROM projects WHERE projects.organization_id = activity.organization_id AND projects.id = activity.project_id),
    object_id) AS name`;
const UNREAD = `SELECT organization_id AS organizationId, settings, position FROM alert_settings
  WHERE settings ->> '$.members' <> '[]' AND EXISTS (SELECT 1 FROM ${ALERTS_IN("?1")}
    ON activity.organization_id = alert_settings.organization_id AND ${IS_ALERT} AND sequence > position)
    AND coalesce((SELECT created_at FROM mails WHERE mails.organization_id = alert_settings.organization_id
      AND cause > 'alert ' AND cause < 'alert~' ORDER BY cause DESC LIMIT 1), '') <= ?3 LIMIT ?2`;
const AFTER = `SELECT ${ALERT} FROM ${ALERTS_IN("?2")} ON organization_id = ?1 AND ${IS_ALERT} AND sequence > ?3
  ORDER BY sequence LIMIT ?4`;
/** Whether a code was scanned from a day on, such as that of an event about it. */
export const scannedSince = (day: string, today: string, link: string, identifier: string): string =>
  `EXISTS (WITH RECURSIVE since (day) AS (SELECT date(${day}) UNION ALL SELECT date(day, '+1 day') FROM since WHERE day < ${today})
    SELECT 1 FROM since CROSS JOIN visit_days ON visit_days.day = since.day AND visit_days.organization_id = ${link}.organization_id
      AND visit_days.project_id = ${link}.project_id AND visit_days.link_id = ${link}.id
    WHERE visit_days.totals ->> ('$.qrCode."' || (${identifier}) || '".scans') > 0)`;
/** Whether what an alert says still needs attention. ?4 is now, and ?5 three days before. */
const NEEDS_ATTENTION = `CASE event_type
  WHEN 'link.ending' THEN EXISTS (SELECT 1 FROM links WHERE links.id = object_id AND status = 'active' AND active_until > ?4
    AND active_until = event_data ->> 'activeUntil')
  WHEN 'code.not_scanned' THEN EXISTS (SELECT 1 FROM qr_codes JOIN links ON links.id = link_id
    WHERE links.id = event_data ->> 'linkId' AND status = 'active' AND identifier = event_data ->> 'identifier'
    AND downloaded_at = event_data ->> 'downloadedAt' AND NOT ${scannedSince("activity.at", "?4", "links", "event_data ->> 'identifier'")})
  WHEN 'api_key.expiring' THEN EXISTS (SELECT 1 FROM api_keys WHERE api_keys.id = object_id AND revoked_at IS NULL
    AND expires_at > ?4 AND expires_at = event_data ->> 'expiresAt')
  ELSE activity.at > ?5 END`;
const RECENT = `SELECT ${ALERT} FROM ${ALERTS_IN("?2")} ON organization_id = ?1 AND ${IS_ALERT}
    AND sequence > coalesce((SELECT sequence FROM activity WHERE organization_id = ?1 AND id < ?3 ORDER BY id DESC LIMIT 1), 0)
  WHERE (?6 IS NULL OR activity.project_id IN (SELECT value FROM json_each(?6))) AND (?8 IS NULL OR event_data ->> 'linkId' = ?8) AND ${NEEDS_ATTENTION}
  ORDER BY sequence DESC LIMIT ?7`;
/** If no member got mail before, only later events are mailed. */
const PUT = `INSERT INTO alert_settings (organization_id, settings, position)
  VALUES (?1, ?2, coalesce((SELECT max(sequence) FROM activity WHERE organization_id = ?1), 0))
  ON CONFLICT (organization_id) DO UPDATE SET settings = excluded.settings,
    position = iif(settings ->> '$.members' = '[]', excluded.position, position)`;
const IS_AT = "EXISTS (SELECT 1 FROM alert_settings WHERE organization_id = ? AND position = ?)";

/** How long an alert may be shown, and how long one that nothing can end. */
const SHOWN_MS = 14 * DAY_MS;
const RECENT_MS = 3 * DAY_MS;

/** Alerts and their settings in D1. */
export type AlertStore = ReturnType<typeof alertStore>;

/** The alerts in `db`: events of the activity. */
export function alertStore(db: D1Database) {
  return {
    /** Null if the organization has never set anything. */
    async settings(organizationId: string): Promise<AlertSettings | null> {
      const sql = "SELECT settings FROM alert_settings WHERE organization_id = ?1";
      const json = await firstValue<string>(db, sql, organizationId);
      return json === null ? null : settingsIn(json);
    },
    async put(organizationId: string, settings: AlertSettings, activity: Activity): Promise<void> {
      const put = db.prepare(PUT).bind(organizationId, JSON.stringify(settings));
      await runBatch(db, [put, ...activityStatements(db, activity)]);
    },
    /** Up to `limit` alerts that need attention now, of all links or one, the newest first. */
    async needingAttention(
      {
        organizationId,
        projects,
        linkId = null,
      }: { organizationId: string; projects: Projects; linkId?: string | null },
      types: readonly AttentionType[],
      now: Date,
      limit: number,
    ): Promise<Alert[]> {
      const before = (time: number) => new Date(now.getTime() - time);
      const first = newId("act", before(SHOWN_MS), (length) => new Uint8Array(length));
      const times = [now, before(RECENT_MS)].map((time) => time.toISOString());
      const among = projects === "all" ? null : JSON.stringify(projects);
      const values = [organizationId, JSON.stringify(types), first, ...times, among, limit, linkId];
      return (await allRows<AlertRow>(db, RECENT, ...values)).map(alertIn);
    },
    /** Up to `limit` organizations whose members get mail, and got none since `last`, with alerts behind their position. */
    async unread(limit: number, last: Date): Promise<Unread[]> {
      const values = [JSON.stringify(ALERT_TYPES), limit, last.toISOString()];
      const results = await allRows<Omit<Unread, "settings"> & { settings: string }>(db, UNREAD, ...values);
      return results.map((row) => ({ ...row, settings: settingsIn(row.settings) }));
    },
    /** Up to `limit` alerts behind the position, in order. */
    async read({ organizationId, position }: Unread, limit: number): Promise<Alert[]> {
      return (
        await allRows<AlertRow>(db, AFTER, organizationId, JSON.stringify(ALERT_TYPES), position, limit)
      ).map(alertIn);
    },
    /** Queues the mails and moves the position, in one transaction, unless another run did. */
    async queue(
      { organizationId, position }: Unread,
      mails: readonly NewMail[],
      to: number,
      now: Date,
    ): Promise<void> {
      const guard = { sql: IS_AT, values: [organizationId, position] };
      const move = "UPDATE alert_settings SET position = ?3 WHERE organization_id = ?1 AND position = ?2";
      await runBatch(db, [
        ...mails.map((mail) => queueMail(db, mail, now, guard)),
        db.prepare(move).bind(organizationId, position, to),
      ]);
    },
  };
}

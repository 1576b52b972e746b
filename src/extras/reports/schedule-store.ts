import { weekdayOf } from "../../features/visits/visit-range.ts";
import type { Activity } from "../../features/writes/activity.ts";
import { activityStatements } from "../../features/writes/activity-statements.ts";
import { dayAfter, timeOfLocal, type Zone } from "../../ground/core/zone.ts";
import { allRows, runBatch } from "../../ground/platform/d1.ts";
import type { NewMail } from "../mail/mail.ts";
import { PROBLEM, queueMail } from "../mail/mail-store.ts";

export const CADENCES = ["weekly", "monthly"] as const;
/** How often a report is sent: on Mondays, or on the first of the month. */
export type Cadence = (typeof CADENCES)[number];

/** That a shared report is sent by mail. */
export interface Schedule {
  reportId: string;
  organizationId: string;
  cadence: Cadence;
  /** The ids of recipients of mail. */
  recipients: readonly string[];
  /** How many of them get mail. */
  reached: number;
  /** When it is sent next, ISO 8601 in UTC. */
  nextAt: string;
  /** When a mail with it was last sent; null if none was. */
  lastSentAt: string | null;
}

/** Whole days, the last one included. */
export interface Days {
  from: string;
  to: string;
}

const SENT_AT = "08:00";
const MONDAY = 1;

const isSendingDay = (day: string, cadence: Cadence): boolean =>
  cadence === "weekly" ? weekdayOf(day) === MONDAY : day.endsWith("-01");

/** The first time after `now` at which a report is sent. */
export function nextTime(cadence: Cadence, zone: Zone, now: Date): Date {
  for (let day = zone.dayOf(now); ; day = dayAfter(day)) {
    const time = isSendingDay(day, cadence) ? timeOfLocal(`${day}T${SENT_AT}`, zone) : null;
    if (time && time > now) return time;
  }
}

/** The last whole week or month before `now`. */
export function lastPeriod(cadence: Cadence, zone: Zone, now: Date): Days {
  let end = zone.dayOf(now);
  while (!isSendingDay(end, cadence)) end = dayAfter(end, -1);
  const to = dayAfter(end, -1);
  return { from: cadence === "weekly" ? dayAfter(end, -7) : `${to.slice(0, 7)}-01`, to };
}

/** The cause of a mail with a report. `once` distinguishes one that somebody sends besides the schedule. */
export const causeOf = (reportId: string, { from, to }: Days, once = ""): string =>
  `${reportId} ${from} ${to} ${once}`.trim();

/** The report and the days in the cause of a mail; null for another text. */
export function reportOfCause(cause: string): { reportId: string; days: Days } | null {
  const [reportId, from, to] = cause.split(" ");
  return reportId?.startsWith("rep_") && from && to ? { reportId, days: { from, to } } : null;
}

type ScheduleRow = Omit<Schedule, "recipients"> & { recipients: string };

const fromRow = (row: ScheduleRow): Schedule => ({
  ...row,
  recipients: JSON.parse(row.recipients) as string[], // written only here
});

const SELECT = `SELECT report_id AS reportId, organization_id AS organizationId, cadence, recipients, next_at AS nextAt,
    (SELECT max(sent_at) FROM mails WHERE mails.organization_id = report_schedules.organization_id
      AND cause > report_id AND cause < report_id || '~') AS lastSentAt,
    (SELECT count(*) FROM json_each(recipients) AS chosen JOIN mail_recipients AS r
      ON r.organization_id = report_schedules.organization_id AND r.id = chosen.value WHERE ${PROBLEM} IS NULL) AS reached
  FROM report_schedules`;
const PUT = `INSERT INTO report_schedules (report_id, organization_id, cadence, recipients, next_at)
  VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET cadence = excluded.cadence, recipients = excluded.recipients,
    next_at = iif(cadence = excluded.cadence, next_at, excluded.next_at)`;
const ADVANCE = "UPDATE report_schedules SET next_at = ?3 WHERE report_id = ?1 AND next_at = ?2";

/** The schedules of reports, in D1. */
export type ScheduleStore = ReturnType<typeof scheduleStore>;

export function scheduleStore(db: D1Database) {
  const read = async (sql: string, ...values: (string | number)[]): Promise<Schedule[]> => {
    return (await allRows<ScheduleRow>(db, sql, ...values)).map(fromRow);
  };
  const mailsOf = (mails: readonly NewMail[], now: Date) => mails.map((mail) => queueMail(db, mail, now));
  return {
    list: (organizationId: string) => read(`${SELECT} WHERE organization_id = ?1`, organizationId),
    /** Up to `limit` schedules that are due, the longest due first. */
    due: (now: Date, limit: number) =>
      read(`${SELECT} WHERE next_at <= ?1 ORDER BY next_at LIMIT ?2`, now.toISOString(), limit),
    /** Writes or, with null, removes the schedule of a report. */
    async put(
      reportId: string,
      schedule: Omit<Schedule, "lastSentAt" | "reached"> | null,
      activity: Activity,
    ): Promise<void> {
      const { organizationId, cadence, recipients, nextAt } = schedule ?? {};
      const statement = schedule
        ? db.prepare(PUT).bind(reportId, organizationId, cadence, JSON.stringify(recipients), nextAt)
        : db.prepare("DELETE FROM report_schedules WHERE report_id = ?1").bind(reportId);
      await runBatch(db, [...activityStatements(db, activity), statement]);
    },
    /** Queues the mails of a schedule and moves it to its next time, in one transaction. False if another run moved it. */
    async advance(
      { reportId, nextAt }: Schedule,
      mails: readonly NewMail[],
      next: Date,
      now: Date,
    ): Promise<boolean> {
      const advance = db.prepare(ADVANCE).bind(reportId, nextAt, next.toISOString());
      const results = await runBatch(db, [...mailsOf(mails, now), advance]);
      return results.at(-1)?.meta.changes === 1;
    },
    /** Queues mails besides the schedule. Returns how many are new. */
    async queue(mails: NewMail[], now: Date): Promise<number> {
      if (mails.length === 0) return 0;
      const results = await runBatch(db, mailsOf(mails, now));
      return results.filter(({ meta }) => meta.changes > 0).length;
    },
  };
}

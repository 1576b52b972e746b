import { DAY_MS, dayOf, HOUR_MS } from "../../ground/core/days.ts";
import { onD1 } from "../../ground/platform/d1.ts";
import { ROLL_UP_DAYS } from "./counter-statements.ts";
import { HOURS_KEPT_DAYS } from "./visit-range.ts";

/** Two extra days, because a query for the last 90 days may begin within a day, and because of time zones. */
const DAYS_KEPT = HOURS_KEPT_DAYS + 2;

/**
 * Rows per transaction, which takes half a second if all have thousands of kinds of visits; and transactions per run.
 */
const ROWS_PER_STEP = 100;
const STEPS_PER_RUN = 100;

/** Leaders per day: the links with most people, and the links with most scans. */
const MAX_LEADERS = 200;
/**
 * When the leaders of a day are listed, in milliseconds after its end in UTC: in the last time zone it ends 12 hours
 * later, and messages are retried for less than three hours.
 */
const LISTED_AFTER_MS = 16 * HOUR_MS;

const LAST_LISTED = `SELECT day, organization_id, project_id FROM visit_leaders
  ORDER BY day DESC, organization_id DESC, project_id DESC LIMIT 1`;
const leadersBy = (number: "people" | "scans"): string =>
  `SELECT json_group_object(link_id, ${number}) FROM (SELECT * FROM link WHERE ${number} > 0 ORDER BY ${number} DESC, link_id LIMIT ${MAX_LEADERS})`;
/** Lists the leaders of the next project and day after ?1, ?2, ?3, if that day is before ?4. */
const LIST_NEXT = `WITH next AS MATERIALIZED (
    SELECT day, organization_id, project_id FROM visit_days
    WHERE (day, organization_id, project_id) > (?1, ?2, ?3) AND day < ?4
    ORDER BY day, organization_id, project_id LIMIT 1),
  link AS MATERIALIZED (
    SELECT link_id, sum(scans + clicks) AS people, sum(scans) AS scans FROM next JOIN visit_days USING (day, organization_id, project_id)
    WHERE link_id > '' GROUP BY link_id)
  INSERT INTO visit_leaders (day, organization_id, project_id, links, people, scans)
  SELECT day, organization_id, project_id, (SELECT count(*) FROM link), (${leadersBy("people")}), (${leadersBy("scans")})
  FROM next WHERE TRUE ON CONFLICT DO NOTHING RETURNING day, organization_id, project_id`;

interface ProjectDay {
  day: string;
  organization_id: string;
  project_id: string;
}

/**
 * Job: lists the leaders of past days, and rolls up days older than 90 days into months. Each step is one transaction,
 * so a run may be interrupted, and runs may overlap.
 */
export async function rollUpVisits({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  const firstKept = dayOf(new Date(now().getTime() - DAYS_KEPT * DAY_MS));
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const rollUp = ROLL_UP_DAYS.map((sql) => db.prepare(sql).bind(firstKept, ROWS_PER_STEP));
    const results = await onD1(() => db.batch(rollUp));
    if (results.at(-1)?.meta.changes === 0) break;
  }
  await onD1(() => db.prepare("DELETE FROM visit_leaders WHERE day < ?1").bind(firstKept).run());
  await listLeaders(db, dayOf(new Date(now().getTime() - LISTED_AFTER_MS)));
}

/** Lists the missing leaders of days before `end`, in order. */
async function listLeaders(db: D1Database, end: string): Promise<void> {
  let last: ProjectDay | null = await onD1(() => db.prepare(LAST_LISTED).first<ProjectDay>());
  for (let step = 0; step < STEPS_PER_RUN; step++) {
    const { day, organization_id, project_id } = last ?? { day: "", organization_id: "", project_id: "" };
    const next = db.prepare(LIST_NEXT).bind(day, organization_id, project_id, end);
    last = await onD1(() => next.first<ProjectDay>());
    if (!last) return;
  }
}

import type { THRESHOLD_COUNTS } from "../../ground/core/vocabulary.ts";
import { allRows, firstRow, runBatch } from "../../ground/platform/d1.ts";
import { guardSql } from "../../ground/platform/guard.ts";
import type { Projects } from "../access/actor.ts";
import type { Activity } from "../writes/activity.ts";
import { activityStatements, eventStatement } from "../writes/activity-statements.ts";
import { type ChangeOutcome, type RecordedWrite, writeRecorded } from "../writes/guarded-change.ts";
import { ACCESS_BYTES } from "../writes/usage-statements.ts";
import type { DayAddition } from "./day-rows.ts";
import { prefixOf, SOURCE_PREFIX } from "./referrer-kinds.ts";

/** The most thresholds of a link, or of a project as a whole; and of an organization. Those that were reached count. */
export const MAX_THRESHOLDS = 20;
export const MAX_THRESHOLDS_OF_ALL = 1_000;
/** The largest number of visits that a threshold can be about. */
export const MAX_THRESHOLD = 1_000_000_000;

/** A number of visits of a link or project that the event `visits.threshold` is about, once. */
export interface Threshold {
  id: string;
  organizationId: string;
  projectId: string;
  /** Null: the project as a whole. */
  linkId: string | null;
  /** People: `all` are scans and clicks. */
  counts: (typeof THRESHOLD_COUNTS)[number];
  /** The only source whose clicks count; null: any visit counts. */
  source: string | null;
  at: number;
  /** What has been counted, up to when `at` was reached. */
  total: number;
  createdAt: string;
  reachedAt: string | null;
}

/** What thresholds are about: one link, or one project as a whole. */
export type ThresholdOwner = Pick<Threshold, "organizationId" | "projectId" | "linkId">;

const COLUMNS = `id, organization_id AS organizationId, project_id AS projectId, nullif(link_id, '') AS linkId, counts,
  nullif(source, '') AS source,  target AS "at", total, created_at AS createdAt, reached_at AS reachedAt`;
const OF_SUBJECT = "organization_id = ?1 AND project_id = ?2 AND link_id = ?3";

/** SQL for the visits of a class, or of both. */
const counted = (counts: string, scans: string, clicks: string): string =>
  `CASE ${counts} WHEN 'scans' THEN ${scans} WHEN 'clicks' THEN ${clicks} ELSE ${scans} + ${clicks} END`;

/** SQL for the days or months that have visits of anybody: one search in the index for each. */
const periods = (
  name: string,
): string => `${name}s_with_visits (value) AS (SELECT min(${name}) FROM visit_${name}s UNION ALL
    SELECT (SELECT min(${name}) FROM visit_${name}s WHERE ${name} > value) FROM ${name}s_with_visits WHERE value IS NOT NULL)`;
/**
 * SQL for what has been counted for an owner: the sum of a value of days, and of the numbers that months have. Days are rolled up
 * into months in one transaction, so each visit is in one of them.
 */
const totalOf = (
  ofDay: string,
  numbers: string,
): string => `coalesce((SELECT sum(${ofDay}) FROM days_with_visits CROSS JOIN visit_days ON day = value AND ${OF_SUBJECT}), 0)
    + coalesce((SELECT sum(number.value) FROM months_with_visits AS item CROSS JOIN visit_months ON month = item.value AND ${OF_SUBJECT}, ${numbers}), 0)`;
const TOTAL = totalOf(
  counted("?5", "scans", "clicks"),
  `json_each(totals, '$.qrCode') AS code, json_each(code.value) AS class, json_each(class.value) AS number
      WHERE class.key IN ('scans', 'clicks') AND ?5 IN ('all', class.key)`,
);
/** The clicks of a source, of which the path in `referrers` is ?9. */
const TOTAL_OF_SOURCE = totalOf("referrers ->> ?9", "json_each(referrers, ?9) AS number");
const INSERT = `WITH RECURSIVE ${periods("day")}, ${periods("month")} INSERT INTO visit_thresholds (organization_id, project_id, link_id, id, counts, target, created_at, source, total)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, iif(?8 = '', ${TOTAL}, ${TOTAL_OF_SOURCE})`;

/** Adds the numbers of a batch to the thresholds of owners: [organization, project, link, source, scans, clicks] in the JSON ?1. */
const ADD = `WITH added AS MATERIALIZED (
    SELECT value ->> 0 AS organization, value ->> 1 AS project, value ->> 2 AS link, value ->> 3 AS via,
      sum(value ->> 4) AS scans, sum(value ->> 5) AS clicks
    FROM json_each(?1) GROUP BY 1, 2, 3, 4)
  UPDATE visit_thresholds SET total = total + ${counted("counts", "added.scans", "added.clicks")} FROM added
  WHERE organization_id = organization AND project_id = project AND link_id = link AND source = via AND reached_at IS NULL
  RETURNING total >= target AS reached`;

/** The thresholds of one transaction. */
const MAX_AT_ONCE = 500;
const REACHED = `FROM visit_thresholds INDEXED BY visit_thresholds_reached
  WHERE reached_at IS NULL AND total >= target ORDER BY organization_id, id LIMIT ${MAX_AT_ONCE}`;
const EVENTS = `SELECT organization_id, project_id, id AS object_id,
  json_object('linkId', nullif(link_id, ''), 'counts', counts, 'source', nullif(source, ''), 'at', target) AS data ${REACHED}`;
const MARK = `UPDATE visit_thresholds SET reached_at = ?1
  WHERE (organization_id, id) IN (SELECT organization_id, id ${REACHED})`;

/** The statement for the batch that adds `rows` to the counters; it returns which thresholds are reached. */
export function addToThresholds(db: D1Database, rows: readonly DayAddition[]): D1PreparedStatement[] {
  const added = rows.flatMap(({ organization_id, project_id, link_id, scans, clicks, referrers }) => {
    const owner = [organization_id, project_id, link_id];
    const ofSources = Object.entries(referrers).flatMap(([key, visits]) =>
      prefixOf(key) === SOURCE_PREFIX ? [[...owner, key.slice(SOURCE_PREFIX.length), 0, visits]] : [],
    );
    return scans + clicks > 0 ? [[...owner, "", scans, clicks], ...ofSources] : ofSources;
  });
  if (added.length === 0) return [];
  return [db.prepare(ADD).bind(JSON.stringify(added))];
}

/**
 * Job: records the event of each threshold that is reached, once: in the transaction that marks it. Counting calls it as well.
 */
export async function recordReachedThresholds({
  db,
  now,
}: {
  db: D1Database;
  now: () => Date;
}): Promise<void> {
  for (let marked = MAX_AT_ONCE; marked === MAX_AT_ONCE; ) {
    const event = { type: "visits.threshold", job: "thresholds", now: now() } as const;
    const statements = [
      eventStatement(db, event, { sql: EVENTS, values: [] }),
      db.prepare(MARK).bind(event.now.toISOString()),
    ];
    marked = (await runBatch(db, statements)).at(-1)?.meta.changes ?? 0;
  }
}

/** Thresholds in D1. */
export type ThresholdStore = ReturnType<typeof thresholdStore>;

export function thresholdStore(db: D1Database) {
  return {
    /** Up to `limit` thresholds of these projects, the oldest first. */
    async list(organizationId: string, projects: Projects, limit: number): Promise<Threshold[]> {
      const sql = `SELECT ${COLUMNS} FROM visit_thresholds WHERE organization_id = ?1
        AND (?2 IS NULL OR project_id IN (SELECT value FROM json_each(?2))) ORDER BY id LIMIT ?3`;
      const values = [organizationId, projects === "all" ? null : JSON.stringify(projects), limit];
      return allRows<Threshold>(db, sql, ...values);
    },
    find(organizationId: string, id: string): Promise<Threshold | null> {
      const sql = `SELECT ${COLUMNS} FROM visit_thresholds WHERE organization_id = ?1 AND id = ?2`;
      return firstRow<Threshold>(db, sql, organizationId, id);
    },
    /** Writes a new threshold with the earlier visits. `outdated`: there are too many. */
    add(
      {
        organizationId,
        projectId,
        linkId,
        id,
        counts,
        source,
        at,
        createdAt,
      }: Omit<Threshold, "total" | "reachedAt">,
      write: RecordedWrite,
    ): Promise<ChangeOutcome> {
      const only = {
        sql: `(SELECT count(*) FROM visit_thresholds WHERE organization_id = ? AND project_id = ? AND link_id = ?) < ${MAX_THRESHOLDS}
          AND (SELECT count(*) FROM visit_thresholds WHERE organization_id = ?) < ${MAX_THRESHOLDS_OF_ALL}`,
        values: [organizationId, projectId, linkId ?? "", organizationId],
      };
      const of = source ?? "";
      const path = `$."${SOURCE_PREFIX}${of}"`;
      const values = [organizationId, projectId, linkId ?? "", id, counts, at, createdAt, of, path];
      return writeRecorded(db, write, { only, bytes: ACCESS_BYTES }, (made) =>
        db
          .prepare(`${INSERT} WHERE ${guardSql(made, 10)} ON CONFLICT DO NOTHING`)
          .bind(...values, ...made.values),
      );
    },
    async remove({ organizationId, id }: Threshold, activity: Activity): Promise<void> {
      const statement = db
        .prepare("DELETE FROM visit_thresholds WHERE organization_id = ?1 AND id = ?2")
        .bind(organizationId, id);
      await runBatch(db, [...activityStatements(db, activity), statement]);
    },
  };
}

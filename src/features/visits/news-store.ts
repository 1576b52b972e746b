import { dayAfter } from "../../ground/core/zone.ts";
import { onD1 } from "../../ground/platform/d1.ts";
import { monthsOf, projectsSql } from "./rows-store.ts";
import { HOURS_KEPT_DAYS } from "./visit-range.ts";

/** The organization and projects whose links are read. */
export interface NewsScope {
  organizationId: string;
  projects: "all" | readonly string[];
}

/** Visits of a link on some days. */
export interface LinkOfDays {
  id: string;
  name: string;
  projectId: string;
  people: number;
  /** The first of these days with a scan, if any. */
  firstScan: string | null;
}

/** Maximum rows of the newest links read to find first scans. */
const MAX_ROWS = 1_000;
/** Months that are searched for earlier scans: five years and the month in which they began. */
const HISTORY_MONTHS = 61;
/** Days that may be in visit_days; older days are in visit_months. */
const HISTORY_DAYS = HOURS_KEPT_DAYS + 2;

/** The newest links with scans: a bounded number per project and day. */
const NEWEST = (projects: NewsScope["projects"]): string => {
  const rows =
    "visit_days AS row WHERE row.day = day.value AND row.organization_id = ?1 AND row.project_id = project.id";
  return `WITH project AS MATERIALIZED (${projectsSql(projects)}),
    part AS MATERIALIZED (SELECT max(1, ${MAX_ROWS} / max(1, count(*) * json_array_length(?3))) AS rows FROM project)
  SELECT DISTINCT link_id AS id FROM project CROSS JOIN json_each(?3) AS day CROSS JOIN visit_days AS row
    ON row.day = day.value AND row.organization_id = ?1 AND row.project_id = project.id
      AND row.link_id > coalesce((SELECT link_id FROM ${rows} ORDER BY link_id DESC LIMIT 1 OFFSET (SELECT rows FROM part)), '')
  WHERE scans > 0 ORDER BY 1 DESC LIMIT ${MAX_ROWS}`;
};

/** The visits of these links, if active. */
const DAYS = `WITH link AS MATERIALIZED (
    SELECT links.id AS id, name, project_id FROM json_each(?2) AS given
      CROSS JOIN links ON links.id = given.value
    WHERE organization_id = ?1 AND status = 'active'),
  seen AS MATERIALIZED (
    SELECT link.id AS id, sum(scans + clicks) AS people, min(iif(scans > 0, day.value, NULL)) AS first
    FROM link CROSS JOIN json_each(?3) AS day CROSS JOIN visit_days AS row
      ON row.day = day.value AND row.organization_id = ?1 AND row.project_id = link.project_id AND row.link_id = link.id
    GROUP BY 1)
  SELECT link.id AS id, name, project_id AS projectId, coalesce(people, 0) AS people, first AS firstScan
  FROM link LEFT JOIN seen USING (id)`;

/** The links that were scanned on the days ?3 or in the months ?4. */
const SCANNED = `SELECT link.value ->> 0 AS id FROM json_each(?2) AS link
  WHERE EXISTS (
      SELECT 1 FROM json_each(?3) AS day CROSS JOIN visit_days AS row
      WHERE row.day = day.value AND row.organization_id = ?1 AND row.project_id = link.value ->> 1
        AND row.link_id = link.value ->> 0 AND row.scans > 0)
    OR EXISTS (
      SELECT 1 FROM json_each(?4) AS month CROSS JOIN visit_months AS row CROSS JOIN json_each(row.totals, '$.qrCode') AS code
      WHERE row.month = month.value AND row.organization_id = ?1 AND row.project_id = link.value ->> 1
        AND row.link_id = link.value ->> 0 AND code.value -> 'scans' IS NOT NULL)`;

/** News about links from their visits, in D1. Each call may throw `service_unavailable`. */
export type VisitNewsStore = ReturnType<typeof visitNewsStore>;

/** Every statement is bounded independently of the number of links. */
export function visitNewsStore(db: D1Database) {
  return {
    /** The ids of the newest links that were scanned on these days. */
    async newestScanned({ organizationId, projects }: NewsScope, days: readonly string[]): Promise<string[]> {
      const given = projects === "all" ? null : JSON.stringify(projects);
      const statement = db.prepare(NEWEST(projects)).bind(organizationId, given, JSON.stringify(days));
      const { results } = await onD1(() => statement.all<{ id: string }>());
      return results.map(({ id }) => id);
    },
    /** The visits of these links on these days, if active. */
    async onDays(
      organizationId: string,
      ids: readonly string[],
      days: readonly string[],
    ): Promise<LinkOfDays[]> {
      if (ids.length === 0) return [];
      const statement = db.prepare(DAYS).bind(organizationId, JSON.stringify(ids), JSON.stringify(days));
      return (await onD1(() => statement.all<LinkOfDays>())).results;
    },
    /** The links that were scanned in the years before `day`, which is within the last 90 days. */
    async scannedBefore(
      organizationId: string,
      links: readonly { id: string; projectId: string }[],
      day: string,
    ): Promise<ReadonlySet<string>> {
      if (links.length === 0) return new Set();
      const before = (count: number) =>
        Array.from({ length: count }, (_, index) => dayAfter(day, -1 - index));
      const wanted = links.map(({ id, projectId }) => [id, projectId]);
      const months = monthsOf(before(HISTORY_MONTHS * 31)).slice(0, HISTORY_MONTHS);
      const values = [wanted, before(HISTORY_DAYS), months].map((each) => JSON.stringify(each));
      const statement = db.prepare(SCANNED).bind(organizationId, ...values);
      const { results } = await onD1(() => statement.all<{ id: string }>());
      return new Set(results.map(({ id }) => id));
    },
  };
}

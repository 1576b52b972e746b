import { BLOCK_COLUMNS } from "./archive-blocks.ts";
import type { LinkProjects, RowsSubject } from "./report-subject.ts";
import { projectsSql } from "./rows-store.ts";
import { CLASSES } from "./statistics.ts";

/** The visits of all links of projects on these days, by link or also by code. */
export interface SheetQuery extends Pick<RowsSubject, "organizationId" | "projects"> {
  /** In order. */
  days: readonly string[];
  /** Whether day rows cover all of the days. */
  isRecent: boolean;
  byCode: boolean;
  /** Only these links; null: all. */
  links: LinkProjects | null;
}

/** The written periods among those in the JSON array ?3, which is in order; ?1 and ?2 are for `projectsSql`. */
const writtenSql = ({ projects }: SheetQuery): string => `WITH project AS (${projectsSql(projects)}),
  period AS MATERIALIZED (SELECT some.project_id, some.period, some.state, some.changes, some.length
    FROM project CROSS JOIN visit_sheet_periods AS some
    WHERE some.organization_id = ?1 AND some.project_id = project.id AND some.period BETWEEN ?3 ->> 0 AND ?3 ->> '$[#-1]'
      AND some.period IN (SELECT value FROM json_each(?3))),
  written AS MATERIALIZED (SELECT project_id, period, length FROM period WHERE state = 'written')`;
/**
 * Whether a period is written, or a day's month. One text for each: SQLite looks up a missing pair of columns by reading all, because
 * one could be NULL.
 */
const isWritten = (project: string, period: string): string =>
  `${period} || ' ' || ${project} IN (SELECT period || ' ' || project_id FROM written)`;
const isInMonth = (project: string, day: string): string => isWritten(project, `substr(${day}, 1, 7)`);

/**
 * Each written period has a number that rises with each change of its sheets, and so has an open one. Blocks are only added, when
 * rows of months move.
 */
export const changesSql = (query: SheetQuery): string =>
  `${writtenSql(query)} SELECT coalesce(sum(changes), 0)${
    query.isRecent
      ? ""
      : `
    + (SELECT count(*) FROM project CROSS JOIN visit_archive_blocks AS block WHERE block.organization_id = ?1
      AND block.project_id = project.id AND block.year BETWEEN substr(?3 ->> 0, 1, 4) AND substr(?3 ->> '$[#-1]', 1, 4))`
  } AS changes
  FROM period`;

/** The days that are not written, among those of the JSON array ?4. */
const openDaysSql = `SELECT day.value AS day, project.id AS project_id FROM json_each(?4) AS day CROSS JOIN project
    WHERE NOT (${isWritten("project.id", "day.value")}) AND NOT (${isInMonth("project.id", "day.value")})`;

/** The days, among those of the JSON array ?4, that are not on sheets, by project. */
export const openDaysOfSql = (query: SheetQuery): string => `${writtenSql(query)}, open AS (${openDaysSql})
  SELECT project_id AS projectId, json_group_array(day) AS days FROM open GROUP BY 1`;

/** The blocks in which months of these days can have rows. */
export const blocksSql = (query: SheetQuery): string => `${writtenSql(query)}, open AS (${openDaysSql}),
  year AS (SELECT DISTINCT project_id, substr(day, 1, 4) AS year FROM open)
  SELECT ${BLOCK_COLUMNS} FROM year CROSS JOIN visit_archive_blocks AS block
  WHERE block.organization_id = ?1 AND block.project_id = year.project_id AND block.year = year.year`;

/** The sheets of written periods after ?4 and ?5, of whole periods. */
export const sheetsSql = (query: SheetQuery): string => `${writtenSql(query)},
  used AS (SELECT *, sum(length) OVER (ORDER BY project_id, period) - length AS before_it FROM written
    WHERE (length(period) = 7 OR NOT (${isInMonth("project_id", "period")})) AND (project_id, period) > (?4, ?5))
  SELECT used.project_id AS projectId, used.period, counts, visitors FROM used CROSS JOIN visit_sheets AS sheet
  WHERE before_it < ?6 AND sheet.organization_id = ?1 AND sheet.project_id = used.project_id
    AND sheet.period = used.period ORDER BY 1, 2`;

/**
 * The rows of links on other days after the position ?5 to ?8, in order of their key, as in `linkRows`. ?4 are the days. In a
 * row of a month, `day` says which of its days it is for.
 */
export function openSql(query: SheetQuery, period: "day" | "month"): string {
  const isMonth = period === "month";
  const needed = isMonth ? "row.totals, row.counts" : query.byCode ? "row.totals" : CLASSES.join(", ");
  return `${writtenSql(query)},
  open AS MATERIALIZED (${openDaysSql} AND (day.value, project.id) >= (?5, ?6) ORDER BY 1, 2)
  SELECT open.day, open.project_id AS projectId, row.link_id AS linkId, row.retailer, ${isMonth ? "row.month" : "''"} AS month,
    ${needed}, row.visitors FROM open CROSS JOIN visit_${period}s AS row
  WHERE row.${period} = ${isMonth ? "substr(open.day, 1, 7)" : "open.day"} AND row.organization_id = ?1
    AND row.project_id = open.project_id AND row.link_id >= iif((open.day, open.project_id) = (?5, ?6), ?7, '!')
    AND (open.day, open.project_id, row.link_id, row.retailer) > (?5, ?6, ?7, ?8) LIMIT ?9`;
}

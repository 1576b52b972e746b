import type { CountsRow } from "./facts.ts";
import { NUMBERS } from "./number-columns.ts";
import type { Reading, SummedPart } from "./source.ts";

/** Whose visits are read. */
export interface RowsSubject {
  organizationId: string;
  projects: "all" | readonly string[];
  /** One link; null: projects as a whole, or each of their links. */
  linkId: string | null;
}

/** What of the rows is read. */
export interface RowsNeed {
  /** What of the counts of days. */
  readings: ReadonlySet<Reading>;
  /** What of the counts of months. */
  monthParts: ReadonlySet<SummedPart>;
}

/** A row as D1 gives it. */
export type Stored<T extends CountsRow> = {
  [Name in keyof T]: Name extends "counts" | "packed" ? string | null : T[Name];
};

/** SQL for as much of the counts as is needed. */
const partsOf = (parts: Iterable<string>, column = "counts"): string =>
  `json_object(${Array.from(parts, (part) => `'${part}', json(coalesce(${column} -> '$.${part}', '{}'))`).join(", ")})`;

function countsOf(readings: ReadonlySet<Reading>): string {
  if (readings.has("kinds")) return "counts";
  const parts = [...readings].filter((reading) => reading !== "numbers");
  return parts.length === 0 ? "NULL" : partsOf(parts);
}

const projectsOf = ({ projects }: RowsSubject): string =>
  projects === "all"
    ? "SELECT id FROM projects WHERE organization_id = ?1"
    : "SELECT value AS id FROM json_each(?2)";

const dayColumns = (need: RowsNeed): string =>
  `row.day, row.link_id AS linkId, retailer, ${NUMBERS}, ${countsOf(need.readings)} AS counts`;

const monthColumns = ({ monthParts }: RowsNeed): string =>
  `row.month, row.link_id AS linkId, ${partsOf(monthParts)} AS counts,
    iif(packed IS NULL, NULL, ${partsOf(monthParts, "packed")}) AS packed`;

/**
 * The rows of the days ?3 of link ?4, or of projects as a whole. CROSS JOIN keeps SQLite to this order: one search for each
 * project and day.
 */
export const daysQuery = (subject: RowsSubject, need: RowsNeed): string => `SELECT ${dayColumns(need)}
  FROM (${projectsOf(subject)}) AS project CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_days AS row
  WHERE row.day = wanted.value AND row.organization_id = ?1 AND row.project_id = project.id AND row.link_id = ?4`;

/** The same of the months ?3. */
export const monthsQuery = (subject: RowsSubject, need: RowsNeed): string => `SELECT ${monthColumns(need)}
  FROM (${projectsOf(subject)}) AS project CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_months AS row
  WHERE row.month = wanted.value AND row.organization_id = ?1 AND row.project_id = project.id AND row.link_id = ?4`;

/** The values of the parameters of both. */
export const rowsValues = ({ organizationId, projects, linkId }: RowsSubject, periods: readonly string[]) => [
  organizationId,
  projects === "all" ? null : JSON.stringify(projects),
  JSON.stringify(periods),
  linkId ?? "",
];

/** The rows of the days ?3 of the links ?2, each a project and a link. */
export const daysOfLinksQuery = (need: RowsNeed): string => `SELECT ${dayColumns(need)}
  FROM json_each(?2) AS link CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_days AS row
  WHERE row.day = wanted.value AND row.organization_id = ?1 AND row.project_id = link.value ->> 0
    AND row.link_id = link.value ->> 1`;

/** The same of the months ?3. */
export const monthsOfLinksQuery = (need: RowsNeed): string => `SELECT ${monthColumns(need)}
  FROM json_each(?2) AS link CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_months AS row
  WHERE row.month = wanted.value AND row.organization_id = ?1 AND row.project_id = link.value ->> 0
    AND row.link_id = link.value ->> 1`;

/** Rows of each link of projects, in the order of their key, from the place ?4, ?5, ?6, ?7 on. */
const eachLink = (
  subject: RowsSubject,
  table: "visit_days" | "visit_months",
  period: "day" | "month",
): string => {
  const retailer = period === "day" ? "row.retailer" : "''";
  return `FROM json_each(?3) AS wanted CROSS JOIN (${projectsOf(subject)} ORDER BY 1) AS project CROSS JOIN ${table} AS row
  WHERE (wanted.value, project.id) >= (?4, ?5) AND row.${period} = wanted.value AND row.organization_id = ?1
    AND row.project_id = project.id
    AND row.link_id >= CASE WHEN (wanted.value, project.id) = (?4, ?5) THEN ?6 ELSE '!' END
    AND (wanted.value, project.id, row.link_id, ${retailer}) > (?4, ?5, ?6, ?7)`;
};

/** How many rows there are, of at most ?8. */
export const countQuery = (subject: RowsSubject, table: "visit_days" | "visit_months"): string =>
  `SELECT count(*) AS rows FROM (SELECT 1 ${eachLink(subject, table, table === "visit_days" ? "day" : "month")} LIMIT ?8)`;

/** A page of at most ?8 rows of days; without those whose counts lack the text ?9. */
export const dayPageQuery = (
  subject: RowsSubject,
  need: RowsNeed,
): string => `SELECT ${dayColumns(need)}, row.project_id AS projectId
  ${eachLink(subject, "visit_days", "day")} AND (?9 IS NULL OR instr(row.counts, ?9) > 0) LIMIT ?8`;

/** A page of at most ?8 rows of months. */
export const monthPageQuery = (subject: RowsSubject, need: RowsNeed): string =>
  `SELECT ${monthColumns(need)}, row.project_id AS projectId
  ${eachLink(subject, "visit_months", "month")} LIMIT ?8`;

/** The values of the first parameters of these three. */
export const pageValues = (
  { organizationId, projects }: RowsSubject,
  periods: readonly string[],
  [period, projectId, linkId, retailer]: readonly [string, string, string, string],
) => [
  organizationId,
  projects === "all" ? null : JSON.stringify(projects),
  JSON.stringify(periods),
  ...[period, projectId, linkId, retailer],
];

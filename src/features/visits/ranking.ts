import type { PartRow } from "./aggregate.ts";
import { MONTH_WEIGHT, monthsOf, projectsSql, type RowsSubject } from "./rows-store.ts";
import { CLASSES, plus, sumOf, zeroVisits } from "./statistics.ts";

/** Links examined if there are too many rows to read all. */
const MAX_CANDIDATES = 200;

/** A ranking of links or QR codes by the people of these days. */
export interface RankingQuery extends Pick<RowsSubject, "organizationId" | "projects"> {
  kind: "link" | "qrCode";
  days: readonly string[];
  /** Whether day rows cover all of the days. */
  isRecent: boolean;
  /** Maximum links or codes, besides one row for the rest. */
  limit: number;
}

const SUMS = CLASSES.map((name) => `sum(${name}) AS ${name}`).join(", ");

/** SQL condition: a row belongs to the current project. ?1 is the organization, ?2 projects, ?3 days, ?4 months. */
const isOf = (row: string): string => `${row}.organization_id = ?1 AND ${row}.project_id = project.id`;

/**
 * The statement that counts the rows of links in these days, known already for days with listed leaders. If there are
 * more than `most`, returns any number above it.
 */
export function countLinkDays(
  db: D1Database,
  { organizationId, projects, days, isRecent }: RankingQuery,
  most: number,
): D1PreparedStatement {
  const count = (period: "day" | "month") => `(SELECT count(*) FROM (
      SELECT 1 FROM visit_${period}s AS row WHERE row.${period} = wanted.value AND ${isOf("row")} AND row.link_id > '' LIMIT ${most + 1}))`;
  const sql = `WITH project AS (${projectsSql(projects)})
    SELECT coalesce(sum(coalesce(list.links, ${count("day")})), 0)
      + (SELECT coalesce(sum(${MONTH_WEIGHT} * ${count("month")}), 0) FROM project CROSS JOIN json_each(?4) AS wanted) AS rows
    FROM project CROSS JOIN json_each(?3) AS wanted
      LEFT JOIN visit_leaders AS list ON list.day = wanted.value AND ${isOf("list")}`;
  const months = isRecent ? [] : monthsOf(days);
  const values = [organizationId, JSON.stringify(projects), JSON.stringify(days), JSON.stringify(months)];
  return db.prepare(sql).bind(...values);
}

/**
 * SQL for the visits of links, or of their codes, in day and month rows. `from` is a table, named project; `which` is
 * the condition on the links of each row.
 */
function visitsSql({ kind, isRecent }: RankingQuery, from: string, which: string): string {
  const code = kind === "link" ? "''" : "code.key";
  const isRanked = kind === "link" ? "" : "AND code.key <> ''";
  const inDays =
    kind === "link"
      ? CLASSES.join(", ")
      : CLASSES.map((name) => `coalesce(code.value ->> '${name}', 0) AS ${name}`).join(", ");
  const codes = "CROSS JOIN json_each(row.totals, '$.qrCode') AS code";
  const ofDays = `SELECT row.link_id, ${code} AS code, ${inDays}
    FROM ${from} CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_days AS row ${kind === "link" ? "" : codes}
    WHERE row.day = wanted.value AND ${isOf("row")} AND ${which} ${isRanked}`;
  if (isRecent) return ofDays;
  const inMonths = CLASSES.map((name) => `iif(class.key = '${name}', number.value, 0)`).join(", ");
  return `${ofDays} UNION ALL SELECT row.link_id, ${code}, ${inMonths}
    FROM ${from} CROSS JOIN json_each(?4) AS wanted CROSS JOIN visit_months AS row ${codes}
      CROSS JOIN json_each(code.value) AS class CROSS JOIN json_each(class.value) AS number
    WHERE row.month = wanted.value ->> 0 AND ${isOf("row")} AND ${which} ${isRanked}
      AND number.key + 0 BETWEEN wanted.value ->> 1 AND wanted.value ->> 2`;
}

/** SQL for the links with most people or scans, by the lists of leaders and, on days without a list, by all rows. */
function candidatesSql({ kind }: RankingQuery): string {
  const [leaders, numbers] = kind === "link" ? ["people", "scans + clicks"] : ["scans", "scans"];
  return `SELECT id, link_id FROM (
      SELECT project.id AS id, leader.key AS link_id, leader.value AS number
      FROM project CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_leaders AS list CROSS JOIN json_each(list.${leaders}) AS leader
      WHERE list.day = wanted.value AND ${isOf("list")}
      UNION ALL SELECT project.id, row.link_id, ${numbers}
      FROM project CROSS JOIN json_each(?3) AS wanted CROSS JOIN visit_days AS row
      WHERE NOT EXISTS (SELECT 1 FROM visit_leaders AS list WHERE list.day = wanted.value AND ${isOf("list")})
        AND row.day = wanted.value AND ${isOf("row")} AND row.link_id > '')
    GROUP BY 1, 2 ORDER BY sum(number) DESC LIMIT ${MAX_CANDIDATES}`;
}

/**
 * The statement that ranks links or codes; `rankedRows` reads its result. `exact`: by all their rows. Otherwise only
 * leaders of days are examined: their numbers are right, but a link that was never among the leaders may be missing.
 */
export function rankingStatement(db: D1Database, query: RankingQuery, exact: boolean): D1PreparedStatement {
  const { organizationId, projects, kind, days, limit } = query;
  const isAny = exact ? "row.link_id > ''" : "row.link_id = project.link_id";
  const sql = `WITH project AS (${projectsSql(projects)}),
    candidate AS MATERIALIZED (${exact ? "SELECT id FROM project" : candidatesSql(query)}),
    ranked AS (SELECT link_id, code, ${SUMS} FROM (${visitsSql(query, "candidate AS project", isAny)}) GROUP BY 1, 2)
  SELECT * FROM (
    SELECT ${kind === "link" ? "link_id" : "'qr_' || link_id || '_' || code"} AS key, ${CLASSES.join(", ")} FROM ranked
    ORDER BY scans + clicks DESC, robots + previews DESC, link_id, code LIMIT ?5)
  UNION ALL SELECT NULL, ${SUMS} FROM (${visitsSql(query, "project", "row.link_id = ''")})`;
  const months = monthsOf(days).map((month) => {
    const places = days.filter((day) => day.startsWith(month)).map((day) => Number(day.slice(8)) - 1);
    return [month, places[0], places.at(-1)];
  });
  const values = [organizationId, JSON.stringify(projects), JSON.stringify(days), JSON.stringify(months)];
  return db.prepare(sql).bind(...values, limit);
}

/** The rows of a ranking: the links or QR codes in order, and one row for the rest. */
export function rankedRows({ results }: D1Result): PartRow[] {
  // The columns of the statement above; sums over no rows are null.
  const rows = (results as Omit<PartRow, "name" | "publicName" | "linkName">[]).map((row) => ({
    ...row,
    ...{ name: null, publicName: null, linkName: null },
  }));
  const named = rows.filter(({ key }) => key !== null);
  const [all] = rows.filter(({ key }) => key === null);
  return all ? [...named, { ...all, ...plus(plus(zeroVisits(), all), sumOf(named), -1) }] : named;
}

import { firstValue } from "../../ground/platform/d1.ts";
import type { PartRow } from "./aggregate.ts";
import type { RowsSubject } from "./report-subject.ts";
import { MONTH_WEIGHT, monthsOf, projectsSql } from "./rows-store.ts";
import { CLASSES, plus, sumOf, zeroVisits } from "./statistics.ts";

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
const isOfProject = (row: string): string => `${row}.organization_id = ?1 AND ${row}.project_id = project.id`;

/** Counts the rows of links in these days. If there are more than `most`, returns any number above it. */
export async function countLinkDays(
  db: D1Database,
  { organizationId, projects, days, isRecent }: RankingQuery,
  most: number,
): Promise<number> {
  const rows = (table: string, period: string, limit: number) => `(SELECT count(*) FROM (
      SELECT 1 FROM project CROSS JOIN json_each(${period}) AS item CROSS JOIN ${table} AS row
      WHERE ${table === "visit_days" ? "row.day" : "row.month"} = item.value AND ${isOfProject("row")} AND row.link_id > '' LIMIT ${limit}))`;
  const sql = `WITH project AS (${projectsSql(projects)})
    SELECT ${rows("visit_days", "?3", most + 1)}
      + ${MONTH_WEIGHT} * ${rows("visit_months", "?4", Math.floor(most / MONTH_WEIGHT) + 1)} AS rows`;
  const months = isRecent ? [] : monthsOf(days);
  const values = [organizationId, JSON.stringify(projects), JSON.stringify(days), JSON.stringify(months)];
  return (await firstValue<number>(db, sql, ...values)) ?? 0;
}

/** SQL for the visits of links, or of their codes, in day and month rows. `which` is the condition on the link of each row. */
function visitsSql({ kind, isRecent }: RankingQuery, which: string): string {
  const code = kind === "link" ? "''" : "code.key";
  const isRanked = kind === "link" ? "" : "AND code.key <> ''";
  const inDays =
    kind === "link"
      ? CLASSES.join(", ")
      : CLASSES.map((name) => `coalesce(code.value ->> '${name}', 0) AS ${name}`).join(", ");
  const codes = "CROSS JOIN json_each(row.totals, '$.qrCode') AS code";
  const ofDays = `SELECT row.link_id, ${code} AS code, ${inDays}
    FROM project CROSS JOIN json_each(?3) AS item CROSS JOIN visit_days AS row ${kind === "link" ? "" : codes}
    WHERE row.day = item.value AND ${isOfProject("row")} AND ${which} ${isRanked}`;
  if (isRecent) return ofDays;
  const inMonths = CLASSES.map((name) => `iif(class.key = '${name}', number.value, 0)`).join(", ");
  return `${ofDays} UNION ALL SELECT row.link_id, ${code}, ${inMonths}
    FROM project CROSS JOIN json_each(?4) AS item CROSS JOIN visit_months AS row ${codes}
      CROSS JOIN json_each(code.value) AS class CROSS JOIN json_each(class.value) AS number
    WHERE row.month = item.value ->> 0 AND ${isOfProject("row")} AND ${which} ${isRanked}
      AND number.key + 0 BETWEEN item.value ->> 1 AND item.value ->> 2`;
}

/** The statement that ranks links or codes; `rankedRows` reads its result. */
export function rankingStatement(db: D1Database, query: RankingQuery): D1PreparedStatement {
  const { organizationId, projects, kind, days, limit } = query;
  const sql = `WITH project AS (${projectsSql(projects)}),
    ranked AS (SELECT link_id, code, ${SUMS} FROM (${visitsSql(query, "row.link_id > ''")}) GROUP BY 1, 2)
  SELECT * FROM (
    SELECT ${kind === "link" ? "link_id" : "'qr_' || link_id || '_' || code"} AS key, ${CLASSES.join(", ")} FROM ranked
    ORDER BY scans + clicks DESC, robots + previews DESC, link_id, code LIMIT ?5)
  UNION ALL SELECT NULL, ${SUMS} FROM (${visitsSql(query, "row.link_id = ''")})`;
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
    name: null,
    publicName: null,
    linkName: null,
  }));
  const named = rows.filter(({ key }) => key !== null);
  const [all] = rows.filter(({ key }) => key === null);
  return all ? [...named, { ...all, ...plus(plus(zeroVisits(), all), sumOf(named), -1) }] : named;
}

import { DAY_MS, dayOf } from "../../ground/core/days.ts";
import { allRows, firstValue, runBatch } from "../../ground/platform/d1.ts";
import type { RowSources } from "./archive-blocks.ts";
import { PAGE_SIZE, SheetReader } from "./sheet-reader.ts";

/** A project with its counters. */
export interface CountedProject {
  organizationId: string;
  projectId: string;
}

/** Links with rows in the months of a year, and the number of these rows. */
export interface ColdLinks {
  linkIds: string[];
  rows: number;
}

/** Rows of links that are listed at a time. */
const PER_PAGE = 20_000;
/** How often sheets are read anew because they changed meanwhile. */
const TRIES = 3;

/** The months with rows before ?1, one search for each. */
const MONTHS = `WITH RECURSIVE found (month) AS (SELECT min(month) FROM visit_months
    UNION ALL SELECT (SELECT min(month) FROM visit_months WHERE month > found.month) FROM found WHERE month IS NOT NULL)
  SELECT month FROM found WHERE month < ?1`;

/** The months of each year before one that have visits of anybody, by year. */
export async function oldMonths(db: D1Database, year: string): Promise<Map<string, string[]>> {
  const months = await allRows<{ month: string }>(db, MONTHS, year);
  return Map.groupBy(
    months.map(({ month }) => month),
    (month) => month.slice(0, "2024".length),
  );
}

const OF_PROJECT = "organization_id = ?1 AND project_id = ?2";

/** The number of rows of links of a project in these months, but at most `most`. */
export async function countRows(
  db: D1Database,
  { organizationId, projectId }: CountedProject,
  months: readonly string[],
  most: number,
): Promise<number> {
  const sql = `SELECT count(*) AS rows FROM (SELECT 1 FROM json_each(?3) AS item CROSS JOIN visit_months
    WHERE month = item.value AND ${OF_PROJECT} AND link_id > '' LIMIT ${most})`;
  return (await firstValue<number>(db, sql, organizationId, projectId, JSON.stringify(months))) ?? 0;
}

/**
 * The links of a project that anybody or anything visited since the beginning of the month a year ago: from sheets, and the rows of
 * days that are not on sheets. Null if the sheets are being written.
 */
export async function visitedLinks(
  sources: RowSources,
  { organizationId, projectId }: CountedProject,
  now: Date,
): Promise<Set<string> | null> {
  const days: string[] = [];
  // In the time zone of the organization, it can be tomorrow already.
  const end = now.getTime() + DAY_MS;
  const begin = Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth());
  for (let time = begin; time <= end; time += DAY_MS) days.push(dayOf(new Date(time)));
  const query = { organizationId, projects: [projectId], days, isRecent: false, byCode: false, links: null };
  for (let tries = 1; tries <= TRIES; tries++) {
    const reader = new SheetReader(sources, query, PAGE_SIZE);
    if (!(await reader.take(await runBatch(sources.db, reader.statements())))) continue;
    const visited = new Set<string>();
    reader.sums.forEach(reader.sums.codes(), (link) => visited.add(reader.links.idOf(link)));
    return visited;
  }
  return null;
}

/** The links with rows in these months of a project, in order, without those in `visited`. Reads only an index. */
export async function coldLinks(
  db: D1Database,
  { organizationId, projectId }: CountedProject,
  months: readonly string[],
  visited: ReadonlySet<string>,
): Promise<ColdLinks> {
  const sql = `SELECT link_id AS linkId, retailer FROM visit_months
    WHERE month = ?3 AND ${OF_PROJECT} AND (link_id, retailer) > (?4, ?5) AND link_id > '' ORDER BY link_id, retailer LIMIT ${PER_PAGE}`;
  const found = new Set<string>();
  let rows = 0;
  for (const month of months)
    for (let [link, retailer] = ["", ""]; ; ) {
      const page = await allRows<{ linkId: string; retailer: string }>(
        db,
        sql,
        organizationId,
        projectId,
        month,
        link,
        retailer,
      );
      for (const { linkId } of page) {
        if (visited.has(linkId)) continue;
        found.add(linkId);
        rows++;
      }
      const last = page.at(-1);
      if (!last || page.length < PER_PAGE) break;
      [link, retailer] = [last.linkId, last.retailer];
    }
  return { linkIds: [...found].sort(), rows };
}

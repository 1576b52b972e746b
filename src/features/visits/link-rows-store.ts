import { allRows, firstValue, runBatch } from "../../ground/platform/d1.ts";
import type { LinkProjects, RowsSubject } from "./report-subject.ts";
import {
  addRows,
  columnsOf,
  type Group,
  HAS_KIND,
  kindText,
  type Period,
  projectsSql,
  rowsStatements,
  type Stored,
} from "./rows-store.ts";

/** A month row counts as this many rows, because it is larger. */
const MONTH_WEIGHT = 4;
/** Rows of links in memory at a time. */
const PER_PAGE = 5_000;

/**
 * Adds the rows of each link of projects to the aggregates of a group, in pages. Returns false and adds nothing if there are
 * more than `most`. `links`: only these; null: all.
 */
export async function addLinks(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  { links, most }: { links: LinkProjects | null; most: number },
): Promise<boolean> {
  const { days, months } = group;
  const perLink = days.length + MONTH_WEIGHT * months.length;
  if (links && links.size * perLink <= most) {
    const owners = Array.from(links, ([linkId, projectId]) => [projectId, linkId] as const);
    const some = Math.max(1, Math.floor(PER_PAGE / perLink));
    for (let at = 0; at < owners.length; at += some) {
      const statements = rowsStatements(db, subject, group, owners.slice(at, at + some));
      const results = await runBatch(db, statements);
      addRows(
        group,
        results.flatMap((result) => result.results),
      );
    }
    return true;
  }
  const rows = [
    await countRows(db, subject, "day", days, most),
    await countRows(db, subject, "month", months, most),
  ];
  if ((rows[0] ?? 0) + MONTH_WEIGHT * (rows[1] ?? 0) > most) return false;
  for (const period of ["day", "month"] as const) await addPages(db, subject, group, period, links);
  return true;
}

/** The position of a row: its day or month, project, link and retailer. */
type Place = readonly [period: string, projectId: string, linkId: string, retailer: string];
const BEGINNING: Place = ["", "", "", ""];

/**
 * The rows of each link after the position ?5 to ?8, in the order of their key. The plan is one search in the primary key for each
 * period and project: those before the position are skipped; in the project of the position the search begins at its link ?7,
 * and in later ones behind '', the project as a whole ('!' is the first printable character). The last comparison leaves out
 * the rows up to the position itself.
 */
const linkRows = ({ projects }: RowsSubject, period: Period): string =>
  `FROM json_each(?3) AS item CROSS JOIN (${projectsSql(projects)} ORDER BY 1) AS project CROSS JOIN visit_${period}s AS row
  WHERE (item.value, project.id) >= (?5, ?6) AND row.${period} = item.value AND row.organization_id = ?1
    AND row.project_id = project.id AND row.link_id >= iif((item.value, project.id) = (?5, ?6), ?7, '!')
    AND (item.value, project.id, row.link_id, row.retailer) > (?5, ?6, ?7, ?8) AND ${HAS_KIND}`;

const linkValues = (subject: RowsSubject, periods: readonly string[], kind: string | null, place: Place) => [
  subject.organizationId,
  JSON.stringify(subject.projects),
  JSON.stringify(periods),
  kind,
  ...place,
];

/** The number of rows of links, capped at `most` + 1. */
async function countRows(
  db: D1Database,
  subject: RowsSubject,
  period: Period,
  periods: readonly string[],
  most: number,
): Promise<number> {
  if (periods.length === 0) return 0;
  const sql = `SELECT count(*) AS rows FROM (SELECT 1 ${linkRows(subject, period)} LIMIT ${most + 1})`;
  return (await firstValue<number>(db, sql, ...linkValues(subject, periods, null, BEGINNING))) ?? 0;
}

async function addPages(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  period: Period,
  links: LinkProjects | null,
): Promise<void> {
  const periods = period === "day" ? group.days : group.months;
  const sql = `SELECT ${columnsOf(period, group)} ${linkRows(subject, period)} LIMIT ${PER_PAGE}`;
  for (let place = BEGINNING; periods.length > 0; ) {
    const results = await allRows<Stored>(db, sql, ...linkValues(subject, periods, kindText(subject), place));
    addRows(group, links ? results.filter(({ linkId }) => links.has(linkId)) : results);
    const last = results.at(-1);
    if (!last || results.length < PER_PAGE) return;
    place = [last.period, last.projectId, last.linkId, last.retailer];
  }
}

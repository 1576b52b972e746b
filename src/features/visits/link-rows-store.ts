import { firstValue, runBatch } from "../../ground/platform/d1.ts";
import {
  addBlocks,
  addOwned,
  type BlocksQuery,
  blockCountIn,
  blockCountStatement,
  blocksIn,
  blocksOfOwners,
  blocksStatement,
  type RowSources,
  rowsInBlocks,
} from "./archive-blocks.ts";
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

/** After every id of a link. */
const END = "~";

/**
 * Adds the rows of each link of projects to the aggregates of a group, in pages. Returns `too_many` and adds nothing if there are
 * more than `most`; `moved` if rows moved into R2 meanwhile, which makes the aggregates wrong. `links`: only these; null: all.
 */
export async function addLinks(
  { db, archives }: RowSources,
  subject: RowsSubject,
  group: Group,
  { links, most }: { links: LinkProjects | null; most: number },
): Promise<"added" | "too_many" | "moved"> {
  const { days, months } = group;
  const perLink = days.length + MONTH_WEIGHT * months.length;
  if (links && links.size * perLink <= most) {
    const owners = Array.from(links, ([linkId, projectId]) => [projectId, linkId] as const);
    const some = Math.max(1, Math.floor(PER_PAGE / perLink));
    for (let at = 0; at < owners.length; at += some) {
      const page = owners.slice(at, at + some);
      const statements = rowsStatements(db, subject, group, page);
      const results = await runBatch(db, [...statements, ...blocksOfOwners(db, subject, group, page)]);
      await addOwned({ archives }, group, page, results);
    }
    return "added";
  }
  const blocks = {
    organizationId: subject.organizationId,
    projects: subject.projects,
    months,
    firstLink: "",
    lastLink: END,
  };
  const found = months.length > 0 ? blocksIn((await runBatch(db, [blocksStatement(db, blocks)]))[0]) : [];
  const rows = [
    await countRows(db, subject, "day", days, most),
    await countRows(db, subject, "month", months, most),
    rowsInBlocks(found, new Set(months)),
  ] as const;
  if (rows[0] + MONTH_WEIGHT * (rows[1] + rows[2]) > most) return "too_many";
  const isSame = async (period: Period) =>
    addPages(db, subject, group, { period, links, blocks: { query: blocks, number: found.length } });
  if (!(await isSame("day")) || !(await isSame("month"))) return "moved";
  await addBlocks({ archives }, group, found, (linkId) => links?.has(linkId) ?? true);
  return "added";
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

/** Adds the rows of links of days or months, and returns whether there are as many blocks with moved rows as before. */
async function addPages(
  db: D1Database,
  subject: RowsSubject,
  group: Group,
  { period, links, blocks }: PagedRows,
): Promise<boolean> {
  const periods = period === "day" ? group.days : group.months;
  const sql = `SELECT ${columnsOf(period, group)} ${linkRows(subject, period)} LIMIT ${PER_PAGE}`;
  for (let place = BEGINNING; periods.length > 0; ) {
    const [page, counted] = await runBatch(db, [
      db.prepare(sql).bind(...linkValues(subject, periods, kindText(subject), place)),
      ...(period === "month" ? [blockCountStatement(db, blocks.query)] : []),
    ]);
    if (counted && blockCountIn(counted) !== blocks.number) return false;
    const results = (page?.results ?? []) as Stored[]; // the columns of the statement
    addRows(group, links ? results.filter(({ linkId }) => links.has(linkId)) : results);
    const last = results.at(-1);
    if (!last || results.length < PER_PAGE) break;
    place = [last.period, last.projectId, last.linkId, last.retailer];
  }
  return true;
}

interface PagedRows {
  period: Period;
  links: LinkProjects | null;
  blocks: { query: BlocksQuery; number: number };
}

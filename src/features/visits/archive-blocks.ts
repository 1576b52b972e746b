import type { CounterRow } from "./count-records.ts";
import type { RowsSubject } from "./report-subject.ts";
import { addRows, type Group, type Owners, projectsSql, type Stored } from "./rows-store.ts";
import type { ArchivedBlock, MovedRow, VisitArchives, WantedRows } from "./visit-archives.ts";

/** The columns of a block, of which the table is `block`. */
export const BLOCK_COLUMNS = `block.organization_id AS organizationId, block.project_id AS projectId, block.year, block.part,
  block.offset, block.length, block.first_link AS firstLink, block.last_link AS lastLink, block.links, block.size, block.months`;

/** Which blocks a query needs: those of projects and months, with links from one to another. */
export interface BlocksQuery extends Pick<RowsSubject, "organizationId" | "projects"> {
  months: readonly string[];
  firstLink: string;
  lastLink: string;
}

const yearsOf = (months: readonly string[]): string[] => [
  ...new Set(months.map((month) => month.slice(0, "2024".length))),
];

const BLOCKS = (projects: RowsSubject["projects"]) => `FROM (${projectsSql(projects)} ORDER BY 1) AS project
    CROSS JOIN json_each(?3) AS year CROSS JOIN visit_archive_blocks AS block
  WHERE block.organization_id = ?1 AND block.project_id = project.id AND block.year = year.value
    AND block.last_link >= ?4 AND block.first_link <= ?5`;

/** The statement that finds blocks, in their order: in one transaction with the rows of visit_months that are read. */
export const blocksStatement = (db: D1Database, query: BlocksQuery): D1PreparedStatement =>
  db.prepare(`SELECT ${BLOCK_COLUMNS} ${BLOCKS(query.projects)}`).bind(...valuesOf(query));

/** The statement that counts them. Blocks are only added, so that an equal number means the same blocks. */
export const blockCountStatement = (db: D1Database, query: BlocksQuery): D1PreparedStatement =>
  db.prepare(`SELECT count(*) AS blocks ${BLOCKS(query.projects)}`).bind(...valuesOf(query));

const valuesOf = ({ organizationId, projects, months, firstLink, lastLink }: BlocksQuery) => [
  organizationId,
  JSON.stringify(projects),
  JSON.stringify(yearsOf(months)),
  firstLink,
  lastLink,
];

/** The blocks in the result of `blocksStatement`. */
export const blocksIn = (result: D1Result | undefined): ArchivedBlock[] =>
  // The columns above.
  (result?.results ?? []) as ArchivedBlock[];

/** The number in the result of `blockCountStatement`. */
export const blockCountIn = (result: D1Result | undefined): number =>
  (result?.results as { blocks: number }[] | undefined)?.[0]?.blocks ?? 0;

/** How many rows of these months are in blocks. */
export function rowsInBlocks(blocks: readonly ArchivedBlock[], months: ReadonlySet<string>): number {
  let rows = 0;
  // Only this folder writes the column.
  for (const block of blocks)
    for (const [index, number] of (JSON.parse(block.months) as number[]).entries())
      if (months.has(`${block.year}-${String(index + 1).padStart(2, "0")}`)) rows += number;
  return rows;
}

/** About how many characters of rows a link has in blocks. */
export const lengthIn = (blocks: readonly ArchivedBlock[], linkId: string): number =>
  blocks.reduce(
    (sum, { firstLink, lastLink, size, links }) =>
      firstLink <= linkId && linkId <= lastLink ? sum + size / links : sum,
    0,
  );

/** A moved row as readers of counters take it. */
export const counterRow = ({
  month,
  link_id: linkId,
  retailer,
  counts,
  totals,
  apart,
}: MovedRow): CounterRow => ({
  ...{ period: month, linkId, retailer },
  // Only this folder writes these columns.
  ...{ counts: JSON.parse(counts), totals: JSON.parse(totals), apart: JSON.parse(apart) },
});

/** Where rows are. */
export interface RowSources {
  db: D1Database;
  archives: Pick<VisitArchives, "rowsOf">;
}

type Archives = Pick<RowSources, "archives">;

/** Adds the rows of wanted links of blocks to the aggregates of a group. */
export async function addBlocks(
  { archives }: Archives,
  group: Group,
  blocks: readonly ArchivedBlock[],
  isWanted: WantedRows["isWanted"],
): Promise<void> {
  for await (const { projectId, rows } of archives.rowsOf(blocks, {
    months: new Set(group.months),
    isWanted,
  }))
    addRows(
      group,
      rows.map(
        ({ month, link_id: linkId, ...row }): Stored => ({ period: month, projectId, linkId, ...row }),
      ),
    );
}

/** The statement that finds the blocks for `rowsStatements` of the same owners; none if no block can have rows of these. */
export function blocksOfOwners(
  db: D1Database,
  { organizationId }: RowsSubject,
  { months }: Group,
  owners: Owners | null,
): D1PreparedStatement[] {
  const links = (owners ?? []).flatMap(([, linkId]) => linkId || []).sort();
  const [firstLink, lastLink] = [links[0], links.at(-1)];
  if (months.length === 0 || firstLink === undefined || lastLink === undefined) return [];
  const projects = [...new Set(owners?.map(([projectId]) => projectId))];
  return [blocksStatement(db, { organizationId, projects, months, firstLink, lastLink })];
}

/** Adds the results of `rowsStatements` and `blocksOfOwners`, in this order, to the aggregates of a group. */
export async function addOwned(
  archives: Archives,
  group: Group,
  owners: Owners | null,
  results: readonly D1Result[],
): Promise<void> {
  const [days, months, blocks] = results;
  for (const rows of [days, months]) addRows(group, rows?.results ?? []);
  if (!blocks) return;
  const wanted = new Set(owners?.map((owner) => owner.join(" ")));
  await addBlocks(archives, group, blocksIn(blocks), (linkId, projectId) =>
    wanted.has(`${projectId} ${linkId}`),
  );
}

import { serviceUnavailable } from "../../ground/core/errors.ts";
import { firstRow, runBatch } from "../../ground/platform/d1.ts";
import { addOwned, blocksOfOwners, type RowSources } from "./archive-blocks.ts";
import { addLinks } from "./link-rows-store.ts";
import { nameRows } from "./name-rows.ts";
import { rankedRows } from "./ranking.ts";
import { MAX_LINK_DAYS, type Part } from "./report-plan.ts";
import type { FilteredLink, ReportSubject, VisitReportStore } from "./report-subject.ts";
import { groupsOf, rowsStatements } from "./rows-store.ts";
import { PAGE_SIZE, type PageSize, SheetReader } from "./sheet-reader.ts";
import type { PartRow } from "./statistics.ts";
import { daysOf, weekdayOf } from "./visit-range.ts";

/** How often a report is read anew because sheets were written, or rows moved into R2 meanwhile. */
const TRIES = 3;

const FIND_LINK = `SELECT organization_id AS organizationId, project_id AS projectId, name, public_name AS publicName,
    content ->> '$.page.pick' AS pick,
    (SELECT name FROM qr_codes WHERE link_id = links.id AND identifier = ?2) AS codeName
  FROM links WHERE id = ?1`;

/** The time of the newest counted visits before ?1, among those of the isolates that began last. */
const NEWEST = `SELECT max(newest) AS newest FROM (SELECT newest FROM visit_senders ORDER BY id DESC LIMIT 100) WHERE newest < ?1`;

/** The maximum rows of links that each part reads, unless it is a ranking, and what a ranking reads at a time. */
interface Bounds {
  most: number;
  page: PageSize;
}

/** Reports of visits, in D1, and in R2 for old months of links. */
export function visitReportStore(
  db: D1Database,
  archives: RowSources["archives"],
  { most = MAX_LINK_DAYS, page = PAGE_SIZE }: Partial<Bounds> = {},
): VisitReportStore {
  return {
    findLink({ linkId, qrIdentifier }) {
      return firstRow<FilteredLink>(db, FIND_LINK, linkId, qrIdentifier);
    },
    async read(subject, parts, before) {
      for (let tries = 1; tries <= TRIES; tries++) {
        const found = await readOnce({ db, archives }, { most, page }, subject, parts, before);
        if (found) return found;
      }
      throw serviceUnavailable(new Error("visits are being written on sheets or moved"));
    },
  };
}

/** The rows of all parts; null if the sheets of a ranking changed, or rows of links moved into R2 meanwhile. */
async function readOnce(
  { db, archives }: RowSources,
  { most, page }: Bounds,
  subject: ReportSubject,
  parts: readonly Part[],
  before: number,
): Promise<Awaited<ReturnType<VisitReportStore["read"]>> | null> {
  const { projects, filter, links } = subject;
  const of = (from: Part["from"]) => parts.filter((part) => part.from === from);
  const found = new Map<Part, PartRow[]>();
  // The rows of few links are fewer than the sheets of all.
  const few = of("ranking").filter(({ range }) => links && links.size * daysOf(range).length <= page.rows);
  const ranked = of("ranking").filter((part) => !few.includes(part));
  const reader = readerOf({ db, archives }, page, subject, ranked);
  const near = groupsOf(of("rows"), filter);
  const owners = projects === "all" ? null : projects.map((id) => [id, filter.linkId ?? ""] as const);
  const statements = near.map((group) => [
    ...rowsStatements(db, subject, group, owners),
    ...blocksOfOwners(db, subject, group, owners),
  ]);
  const first = reader?.statements() ?? [];
  const [newest, ...results] = await runBatch(db, [
    db.prepare(NEWEST).bind(before),
    ...first,
    ...statements.flat(),
  ]);
  if (reader) {
    if (!(await reader.take(results.splice(0, first.length)))) return null;
    for (const part of ranked) found.set(part, rankedRows(part.by === "link" ? "link" : "qrCode", reader));
  }
  for (const [index, group] of near.entries()) {
    await addOwned({ archives }, group, owners, results.splice(0, statements[index]?.length));
    for (const { part, sum } of group.parts) found.set(part, sum.rows());
  }
  for (const group of groupsOf([...of("links"), ...few], filter)) {
    const outcome = await addLinks({ db, archives }, subject, group, { links, most });
    if (outcome === "moved") return null;
    if (outcome === "too_many") continue;
    for (const { part, sum } of group.parts) found.set(part, sum.rows());
  }
  const named = parts.map((part) => ({ by: part.by, rows: found.get(part) ?? [] }));
  await nameRows(db, named, filter.linkId);
  return {
    // The column of the statement.
    newest: (newest?.results as { newest: number | null }[] | undefined)?.[0]?.newest ?? null,
    parts: parts.map((part) => found.get(part) ?? null),
  };
}

/** Reads the visits for all rankings of a report, which have the same days; null without a ranking. */
function readerOf(
  sources: RowSources,
  page: PageSize,
  { organizationId, projects, links, filter: { daysOfWeek } }: ReportSubject,
  ranked: readonly Part[],
): SheetReader | null {
  const [part] = ranked;
  if (!part) return null;
  const days = daysOf(part.range).filter((day) => daysOfWeek?.includes(weekdayOf(day)) ?? true);
  const byCode = ranked.some(({ by }) => by === "qrCode");
  const isRecent = part.monthReading === null;
  return new SheetReader(sources, { organizationId, projects, links, days, byCode, isRecent }, page);
}

import { DAY_MS } from "../../ground/core/days.ts";
import { concat } from "../../ground/drawing/compress.ts";
import { processEach } from "../../ground/platform/background.ts";
import { allRows, runStatement } from "../../ground/platform/d1.ts";
import { type CountedProject, coldLinks, countRows, oldMonths, visitedLinks } from "./cold-links.ts";
import {
  beginObject,
  findUnfinished,
  forgetObject,
  moveBlock,
  type RowsQuery,
  rowsByBlock,
} from "./moved-rows.ts";
import { type ArchivedBlock, type ArchivedObject, blockOf, type VisitArchives } from "./visit-archives.ts";

/** The hour in UTC in which months are moved. */
const NIGHTLY_HOUR = 2;
/**
 * How many projects a run searches, the blocks that it writes, and their bytes before they are compressed. A year of a project with
 * fewer than `rows` to move stays in D1: reports of it would be slower, for next to no space.
 */
const BOUNDS = { projects: 50, blocks: 60, bytes: 1_000_000, rows: 1_000 };
/** After this time, no run writes an object that it began. */
const UNFINISHED_MS = DAY_MS;

interface JobContext {
  db: D1Database;
  oldVisits: VisitArchives;
  now: () => Date;
}

/** Job: moves old months into R2 at night. */
export async function moveMonthsAtNight(context: JobContext): Promise<void> {
  if (context.now().getUTCHours() === NIGHTLY_HOUR) await moveMonths(context);
}

/** Projects that were not searched this month, of all organizations. */
const DUE = `SELECT organization_id AS organizationId, id AS projectId FROM projects
  WHERE coalesce((SELECT month FROM visit_archive_checks AS checked
    WHERE checked.organization_id = projects.organization_id AND checked.project_id = projects.id), '') < ?1
  ORDER BY 1, 2 LIMIT ?2`;
const CHECKED = `INSERT INTO visit_archive_checks (organization_id, project_id, month) VALUES (?1, ?2, ?3)
  ON CONFLICT (organization_id, project_id) DO UPDATE SET month = excluded.month`;

/**
 * Moves rows of visit_months into R2: those of years before the last one, of links that nothing visited for twelve months. An object is
 * written first. Then each of its blocks is read from R2, and noted in the transaction that deletes its rows, if these are still as they
 * were written. So a run may be interrupted at any place, and runs may overlap.
 */
export async function moveMonths({ db, oldVisits, now }: JobContext, bounds = BOUNDS): Promise<void> {
  const begun = now();
  for (const object of await findUnfinished(db, begun.getTime() - UNFINISHED_MS)) {
    await oldVisits.remove(object);
    await forgetObject(db, object);
  }
  const month = begun.toISOString().slice(0, "2026-11".length);
  const run: Run = {
    ...bounds,
    begun,
    month,
    years: await oldMonths(db, String(begun.getUTCFullYear() - 1)),
  };
  const failures: unknown[] = [];
  await processEach(
    await allRows<CountedProject>(db, DUE, month, bounds.projects),
    (project) => searchProject({ db, oldVisits, now }, project, run),
    async (_, cause) => void failures.push(cause),
  );
  // Another project must not wait for one that fails.
  if (failures.length > 0) throw failures[0];
}

/** What the projects of a run have in common; `blocks` is how many are left. */
interface Run extends Pick<typeof BOUNDS, "blocks" | "bytes" | "rows"> {
  begun: Date;
  month: string;
  years: ReadonlyMap<string, string[]>;
}

/** Moves what a project has. A later run continues with the project if this one ends first. */
async function searchProject(context: JobContext, project: CountedProject, run: Run): Promise<void> {
  const { db, oldVisits, now } = context;
  if (run.blocks <= 0) return;
  let visited: Set<string> | null = null;
  for (const [year, months] of run.years) {
    if ((await countRows(db, project, months, run.rows)) < run.rows) continue;
    visited ??= await visitedLinks({ db, archives: oldVisits }, project, run.begun);
    if (!visited) return;
    const { linkIds, rows } = await coldLinks(db, project, months, visited);
    if (rows < run.rows) continue;
    const object = { ...project, year, part: now().getTime() };
    const written = await moveYear(context, object, { ...run, months, linkIds });
    // Another run writes an object with this key.
    if (written === null) return;
    run.blocks -= written;
    if (run.blocks <= 0) return;
  }
  await runStatement(db, CHECKED, project.organizationId, project.projectId, run.month);
}

/** Moves the rows of a year into an object of at most so many blocks, and returns how many it has; null if the key is taken. */
async function moveYear(
  { db, oldVisits }: JobContext,
  object: ArchivedObject,
  { blocks: most, ...query }: RowsQuery & { blocks: number },
): Promise<number | null> {
  if (!(await beginObject(db, object))) return null;
  const blocks: ArchivedBlock[] = [];
  const parts: Uint8Array[] = [];
  let offset = 0;
  for await (const rows of rowsByBlock(db, object, query)) {
    if (rows.length === 0) continue;
    const { block, bytes } = await blockOf(rows);
    blocks.push({ ...object, ...block, offset });
    parts.push(bytes);
    offset += bytes.length;
    if (blocks.length >= most) break;
  }
  let moved = 0;
  if (blocks.length > 0) await oldVisits.put(object, concat(parts));
  for await (const { block, lines } of oldVisits.linesOf(blocks))
    if (await moveBlock(db, block, lines)) moved++;
  if (moved === 0) {
    await oldVisits.remove(object);
    await forgetObject(db, object);
  }
  return blocks.length;
}

import { blocksIn, blocksStatement, counterRow, lengthIn } from "../../features/visits/archive-blocks.ts";
import { recordReader } from "../../features/visits/count-records.ts";
import type { ArchivedBlock, MovedRow, VisitArchives } from "../../features/visits/visit-archives.ts";
import { allRows, runBatch } from "../../ground/platform/d1.ts";

/** Visits of one query. */
const MAX_VISITS = 20_000;
/** Links whose visits one query reads, and the characters of their rows in R2. */
const VISITED_LINKS = 100;
const MAX_MOVED = 2_000_000;

/** Visits that are equal in everything but their number. */
interface ExportedVisits {
  day: string;
  link: string;
  code: string;
  country: string;
  device: string | null;
  class: string;
  visits: number;
}

/** After which visits the next are read: all of a link up to a day, `~` being its last. */
export interface VisitPlace {
  project: string;
  link: string;
  day: string;
}

const LINKS_AFTER = (
  comparison: ">" | ">=",
) => `SELECT project_id AS project, id FROM links INDEXED BY links_by_project
  WHERE organization_id = ?1 AND (project_id, id) ${comparison} (?2, ?3) ORDER BY project_id, id LIMIT ${VISITED_LINKS}`;

/** Months and days are named one by one, so that the rows of each are found by the keys of both tables. */
const VISITS = `SELECT day, link, code, country, device, class, sum(visits) AS visits FROM visits
  WHERE organization = ?1 AND project = ?2 AND link BETWEEN ?3 AND ?4 AND (link > ?5 OR day > ?6)
    AND month IN (SELECT value FROM json_each(?7)) AND day IN (SELECT value FROM json_each(?8))
  GROUP BY link, day, code, country, device, class ORDER BY link, day LIMIT ${MAX_VISITS}`;

/** Where visits are: those of old months are in R2. */
export interface VisitSources {
  db: D1Database;
  oldVisits: Pick<VisitArchives, "rowsOf">;
}

/**
 * Visits of an organization after a place, and the next place; null after the last link. One transaction reads all days of some
 * links, so that no job can move any between two queries.
 */
export async function readVisits(
  { db, oldVisits }: VisitSources,
  organizationId: string,
  days: readonly string[],
  place: VisitPlace,
): Promise<{ visits: ExportedVisits[]; links: number; next: VisitPlace | null }> {
  const isWhole = place.day === "~";
  const after = LINKS_AFTER(isWhole ? ">" : ">=");
  type Found = { project: string; id: string };
  const found = await allRows<Found>(db, after, organizationId, place.project, place.link);
  const [first] = found;
  if (!first) return { visits: [], links: 0, next: null };
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  const ids = found.filter(({ project }) => project === first.project).map(({ id }) => id);
  const blocksOf = (firstLink: string, lastLink: string) =>
    blocksStatement(db, { organizationId, projects: [first.project], months, firstLink, lastLink });
  const [listed] = await runBatch(db, [blocksOf(first.id, ids.at(-1) ?? first.id)]);
  const links = linksThatFit(ids, blocksIn(listed));
  const last = links.at(-1) ?? first.id;
  const values = [
    organizationId,
    first.project,
    first.id,
    last,
    isWhole ? "" : place.link,
    place.day,
    JSON.stringify(months),
    JSON.stringify(days),
  ];
  const [stored, blocks] = await runBatch(db, [db.prepare(VISITS).bind(...values), blocksOf(first.id, last)]);
  const ofDays = (stored?.results ?? []) as ExportedVisits[]; // the columns of the statement
  const isWanted = (id: string) => id >= first.id && id <= last;
  const moved: MovedRow[] = [];
  for await (const { rows } of oldVisits.rowsOf(blocksIn(blocks), { months: new Set(months), isWanted }))
    moved.push(...rows);
  const isAfter = ({ link, day }: ExportedVisits) => isWhole || link > place.link || day > place.day;
  const visits = moved.length === 0 ? ofDays : merged(ofDays, moved, new Set(days), isAfter);
  const cut = visits.length >= MAX_VISITS ? visits.at(-1) : undefined;
  if (!cut) return { visits, links: links.length, next: { project: first.project, link: last, day: "~" } };
  // The last day may not be whole, and is read again.
  const whole = visits.filter(({ link, day }) => link !== cut.link || day !== cut.day);
  const end = whole.at(-1);
  if (!end) throw new RangeError(`a day of the link ${cut.link} has too many visits to export`);
  return { visits: whole, links: 0, next: { project: first.project, link: end.link, day: end.day } };
}

/** The first of these links, as many as have rows of a bounded length in R2; at least one. */
function linksThatFit(links: readonly string[], blocks: readonly ArchivedBlock[]): readonly string[] {
  let left = MAX_MOVED;
  const end = links.findIndex((id, index) => {
    left -= lengthIn(blocks, id);
    return left < 0 && index > 0;
  });
  return end < 0 ? links : links.slice(0, end);
}

const keyOf = ({ visits: _, ...kind }: ExportedVisits): string => JSON.stringify(kind);
const inOrder = (one: ExportedVisits, other: ExportedVisits): number => {
  const [a, b] = [keyOf(one), keyOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
};

/**
 * Visits of both places in order of link and day, equal ones as one, up to the last link and day that were read of D1 if there are
 * more, and a few more than `MAX_VISITS` at most: those of its last day.
 */
function merged(
  stored: readonly ExportedVisits[],
  moved: readonly MovedRow[],
  days: ReadonlySet<string>,
  isAfter: (visits: ExportedVisits) => boolean,
): ExportedVisits[] {
  const cut = stored.length === MAX_VISITS ? stored.at(-1) : undefined;
  const isRead = ({ link, day }: ExportedVisits) =>
    !cut || link < cut.link || (link === cut.link && day <= cut.day);
  const ofLink = Map.groupBy(stored, ({ link }) => link);
  const rowsOfLink = Map.groupBy(moved, ({ link_id: link }) => link);
  const all: ExportedVisits[] = [];
  for (const link of [...new Set([...ofLink.keys(), ...rowsOfLink.keys()])].sort()) {
    const found = new Map((ofLink.get(link) ?? []).map((visits) => [keyOf(visits), { ...visits }]));
    const read = recordReader("counts", false, ({ day, qrCode, country, device, class: name, visits }) => {
      const kind = {
        ...{ day, link, code: qrCode ?? "", country: country ?? "" },
        ...{ device: device === "robot" || device === "preview" ? null : device, class: name, visits },
      };
      if (!days.has(day) || !isAfter(kind) || !isRead(kind)) return;
      const key = keyOf(kind);
      const before = found.get(key);
      if (before) before.visits += visits;
      else found.set(key, kind);
    });
    for (const row of rowsOfLink.get(link) ?? []) read(counterRow(row));
    all.push(...[...found.values()].sort(inOrder));
    if (all.length >= MAX_VISITS) break;
  }
  return all;
}

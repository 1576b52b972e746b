import { picturesBegin } from "../../features/brands/card-pictures.ts";
import type { LogoStore } from "../../features/brands/logo-store.ts";
import { blocksIn, blocksStatement, lengthIn } from "../../features/visits/archive-blocks.ts";
import { sumOfRows } from "../../features/visits/sum-rows.ts";
import type { MovedRow } from "../../features/visits/visit-archives.ts";
import { base64 } from "../../ground/drawing/svg.ts";
import { allRows, firstRow, firstValue, runBatch } from "../../ground/platform/d1.ts";
import {
  ARCHIVE_FORMAT,
  ARCHIVED_TABLES,
  type ArchivedTable,
  keyOf,
  MANIFEST,
  ROWS_FOLDER,
  rowsAfter,
} from "./archived-tables.ts";
import type { Export } from "./export.ts";
import { jsonLines, numbered, type Section, type SectionPage } from "./section.ts";
import type { VisitSources } from "./visit-rows.ts";

/** A row as D1 returns it. */
type Row = Record<string, string | number | null>;

/** Links whose counters are measured at a time, and the texts of counters that are read at a time, in characters. */
const MEASURED_LINKS = 100;
const MAX_COUNTERS = 4_000_000;

/** Where the logos and pictures are. */
export type ArchivedLogos = Pick<LogoStore, "read" | "readDrawn" | "next">;

type ReadPage = (cursor: string) => Promise<Omit<SectionPage, "content"> & { content: string }>;

const linesOf = (table: string, rows: readonly object[]): string =>
  jsonLines(rows.map((row) => ({ table, ...row })));

/**
 * The rows of an organization as they are in D1, with the logos of its brands and the pictures of its cards, so that another
 * instance can have them. `days` are those that can have visits.
 */
export const rowSections = (
  { organizationId, createdAt }: Export,
  days: readonly string[],
  { db, oldVisits, logos }: VisitSources & { logos: ArchivedLogos },
): Section[] => [
  chained([
    ...ARCHIVED_TABLES.map((table) => rowsOf(organizationId, table, db)),
    countersOf(organizationId, days, { db, oldVisits }),
    logosOf(organizationId, db, logos),
    picturesOf(organizationId, logos),
  ]),
  {
    name: () => MANIFEST,
    async page(_, entries) {
      const files = entries.filter(({ name }) => name.startsWith(`${ROWS_FOLDER}/`));
      const listed = files.map(({ name, size, crc }) => ({ name, size, crc }));
      const manifest = { format: ARCHIVE_FORMAT, organizationId, createdAt, files: listed };
      return { content: new TextEncoder().encode(JSON.stringify(manifest)), next: null, links: 0 };
    },
  },
];

/** One section with the pages of all, one after the other. */
const chained = (parts: readonly ReadPage[]): Section => ({
  name: numbered(`${ROWS_FOLDER}/rows`, "jsonl"),
  async page(cursor) {
    const [number = "0", ...rest] = cursor.split(" ");
    const part = Number(number);
    const page = await parts[part]?.(rest.join(" "));
    if (!page) throw new RangeError(`an export has no part ${number}`);
    const after = part + 1 < parts.length ? `${part + 1} ` : null;
    return { ...page, next: page.next === null ? after : `${part} ${page.next}` };
  },
});

const rowsOf =
  (organizationId: string, table: ArchivedTable, db: D1Database): ReadPage =>
  async (cursor) => {
    const key = keyOf(table);
    // The cursor is the one of an earlier page.
    const after = cursor ? (JSON.parse(cursor) as string[]) : key.map(() => table.first ?? "");
    const results = await allRows<Row>(db, rowsAfter(table), organizationId, ...after);
    const last = results.at(-1);
    const next = last ? JSON.stringify(key.map((column) => last[column])) : null;
    const rows = results.map(({ before_it, ...row }) => row);
    return { content: linesOf(table.name, rows), next, links: 0 };
  };

const LINKS_AFTER = `SELECT id FROM links INDEXED BY links_by_project
  WHERE organization_id = ?1 AND project_id = ?2 AND id > ?3 ORDER BY id LIMIT ${MEASURED_LINKS}`;
const NEXT_PROJECT = "SELECT id FROM projects WHERE organization_id = ?1 AND id > ?2 ORDER BY id LIMIT 1";
/** Days and months are named one by one, because the keys of the tables begin with them. */
const OF_LINKS = "organization_id = ?1 AND project_id = ?2 AND link_id BETWEEN ?3 AND ?4";
const DAYS = `FROM visit_days WHERE ${OF_LINKS} AND day IN (SELECT value FROM json_each(?5))`;
/** Hours are counted for projects only: their rows have no link. */
const HOURS = `FROM visit_hours WHERE organization_id = ?1 AND project_id = ?2 AND ?3 = '' AND ?4 = ''
  AND day IN (SELECT value FROM json_each(?5))`;
const MONTHS = `FROM visit_months WHERE ${OF_LINKS} AND month IN (SELECT substr(value, 1, 7) FROM json_each(?5))`;
const LENGTH = "length(counts) + length(totals) + length(apart) + length(visitors) AS length";
const LENGTHS = `SELECT link_id AS id, sum(length) AS length
  FROM (SELECT link_id, ${LENGTH} ${DAYS} UNION ALL SELECT link_id, ${LENGTH} ${MONTHS}) GROUP BY link_id`;

/**
 * The counters of projects as a whole, whose link is '', and of their links. A link's days and months are read in one
 * transaction, so that the job that moves days into months can't move any in between.
 */
const countersOf =
  (organizationId: string, days: readonly string[], { db, oldVisits }: VisitSources): ReadPage =>
  async (cursor) => {
    // As above. `~` sorts behind every id.
    let { project, link } = cursor
      ? (JSON.parse(cursor) as { project: string; link: string })
      : { project: "", link: "~" };
    const found = await allRows<{ id: string }>(db, LINKS_AFTER, organizationId, project, link);
    let links = found.map(({ id }) => id);
    if (links.length === 0) {
      const next = await firstValue<string>(db, NEXT_PROJECT, organizationId, project);
      if (next === null) return { content: "", next: null, links: 0 };
      [project, links] = [next, [""]];
    }
    const rangeTo = (last = "") => [organizationId, project, links[0], last, JSON.stringify(days)];
    const months = [...new Set(days.map((day) => day.slice(0, 7)))];
    const blocksOf = (firstLink = "", lastLink = firstLink) =>
      blocksStatement(db, { organizationId, projects: [project], months, firstLink, lastLink });
    const [measured, listed] = await runBatch(db, [
      db.prepare(LENGTHS).bind(...rangeTo(links.at(-1))),
      blocksOf(links[0], links.at(-1)),
    ]);
    // The columns of the statement.
    const stored = (measured?.results ?? []) as { id: string; length: number }[];
    const lengths = new Map(stored.map(({ id, length }) => [id, length]));
    const moved = blocksIn(listed);
    let left = MAX_COUNTERS;
    const end = links.findIndex((id, index) => {
      left -= (lengths.get(id) ?? 0) + lengthIn(moved, id);
      return left < 0 && index > 0;
    });
    links = end < 0 ? links : links.slice(0, end);
    link = links.at(-1) ?? link;
    const tables = { visit_days: DAYS, visit_hours: HOURS, visit_months: MONTHS };
    const read = Object.values(tables).map((from) => db.prepare(`SELECT * ${from}`).bind(...rangeTo(link)));
    const results = await runBatch<Row>(db, [...read, blocksOf(links[0], link)]);
    const rows = results.map((result) => result.results);
    const blocks = blocksIn(results.at(-1));
    const wanted = {
      months: new Set(months),
      isWanted: (id: string) => id >= (links[0] ?? "") && id <= link,
    };
    if (blocks.length > 0)
      rows[2] = await withMoved(
        rows[2] ?? [],
        { organization_id: organizationId, project_id: project },
        oldVisits.rowsOf(blocks, wanted),
      );
    const content = Object.keys(tables).map((table, index) => linesOf(table, rows[index] ?? []));
    const count = links.filter((id) => id !== "").length;
    return { content: content.join(""), next: JSON.stringify({ project, link }), links: count };
  };

/** Rows of months with those that were moved into R2. */
async function withMoved(
  stored: readonly Row[],
  owner: Pick<Row, "organization_id" | "project_id">,
  moved: ReturnType<VisitSources["oldVisits"]["rowsOf"]>,
): Promise<Row[]> {
  // They have texts in these columns.
  const keyOf = (row: Row | MovedRow) => `${row.month} ${row.link_id} ${row.retailer}`;
  const found = new Map(stored.map((row) => [keyOf(row), row]));
  for await (const { rows } of moved)
    for (const row of rows) {
      const before = found.get(keyOf(row)) as MovedRow | undefined;
      found.set(keyOf(row), { ...owner, ...(before ? sumOfRows(row, before) : row) });
    }
  return [...found.values()];
}

const NEXT_LOGO = `SELECT id AS project, settings ->> '$.brand.logo' AS logo FROM projects
  WHERE organization_id = ?1 AND id > ?2 AND settings ->> '$.brand.logo' IS NOT NULL ORDER BY id LIMIT 1`;

const logosOf =
  (organizationId: string, db: D1Database, logos: ArchivedLogos): ReadPage =>
  async (cursor) => {
    const found = await firstRow<{ project: string; logo: string }>(db, NEXT_LOGO, organizationId, cursor);
    if (!found) return { content: "", next: null, links: 0 };
    const { project, logo } = found;
    const body = (await logos.read(logo))?.body;
    const rows = body ? [{ project_id: project, file: logo, base64: base64(new Uint8Array(body)) }] : [];
    return { content: linesOf("logos", rows), next: project, links: 0 };
  };

/** The pictures of cards, one a page. */
const picturesOf =
  (organizationId: string, logos: ArchivedLogos): ReadPage =>
  async (cursor) => {
    const file = await logos.next(await picturesBegin(organizationId), cursor);
    if (file === undefined) return { content: "", next: null, links: 0 };
    const found = await logos.read(file);
    const rows = found ? [{ file, base64: base64(new Uint8Array(found.body)) }] : [];
    return { content: linesOf("card_pictures", rows), next: file, links: 0 };
  };

import { classOf, eachDay } from "../../src/features/visits/counter-forms.ts";
import { fillLinkId, fillLinks } from "../links/many-links.ts";
import { type SharedService, useService } from "../use-service.ts";
import { withBatch } from "../with-batch.ts";

const SHEETS = ["visit_sheet_periods", "visit_sheets", "visit_sheet_links"];
const MOVED = ["visit_archives", "visit_archive_blocks", "visit_archive_checks"];
const EMPTIED = ["visit_days", "visit_hours", "visit_months", "visit_senders", ...SHEETS, ...MOVED];

/** Links of acme: the first is in project rare, the others in main; the third is one of bigbox_w; the fourth has the tag summer. */
export const LINK = {
  first: fillLinkId(1),
  second: fillLinkId(2),
  third: fillLinkId(3),
  fourth: fillLinkId(4),
};

/** A service with a few links of acme, for tests of what its counters hold. */
export async function startCounters(): Promise<SharedService> {
  const service = await useService({}, "acme");
  for (const organization of ["acme", "globex"])
    await service.issueKey({ organization, createProjects: ["main", "shop", "rare"] });
  await fillLinks(service.env.DB, 40);
  return service;
}

/** Brings the counters back to those of a service that nobody has visited. */
export const emptyCounters = (db: D1Database): Promise<unknown> =>
  db.batch(EMPTIED.map((table) => db.prepare(`DELETE FROM ${table}`)));

/** What SELECT gives, each row as the list of its columns, a JSON object among them as an object. */
export async function rowsOf(db: D1Database, select: string): Promise<unknown[][]> {
  const rows = await db.prepare(select).raw<unknown[]>();
  return rows.map((row) =>
    row.map((value) => (typeof value === "string" && value.startsWith("{") ? JSON.parse(value) : value)),
  );
}

/** A database of which something happens before its next batch. */
export function beforeBatch(db: D1Database, happens: () => Promise<unknown>): D1Database {
  let happened = false;
  const batch = async (statements: D1PreparedStatement[]) => {
    if (!happened) {
      happened = true;
      await happens();
    }
    return db.batch(statements);
  };
  return withBatch(db, batch);
}

type Leaf = Record<number, number> | number[];
type Counts<T> = Record<string, Record<string, T>>;

/** Brings the months of links into the form of the first version: numbers as JSON by the index of the day, and their sums by code. */
export async function writeMonthsAsFirstVersion(db: D1Database): Promise<void> {
  const rows = await db
    .prepare("SELECT month, project_id, link_id, retailer, counts FROM visit_months WHERE link_id <> ''")
    .all<Record<"month" | "project_id" | "link_id" | "retailer" | "counts", string>>();
  for (const { month, project_id, link_id, retailer, counts } of rows.results) {
    const found: Counts<Leaf> = {};
    const sums: Counts<Leaf> = {};
    const add = (to: Counts<Leaf>, first: string, second: string, place: number, visits: number) => {
      const inner = to[first] ?? {};
      const leaf = inner[second] ?? Array.from({ length: 31 }, () => 0);
      leaf[place] = (leaf[place] ?? 0) + visits;
      to[first] = { ...inner, [second]: leaf };
    };
    for (const [code, kinds] of Object.entries(JSON.parse(counts) as Counts<string>))
      for (const [kind, letters] of Object.entries(kinds))
        eachDay(letters, (place, visits) => {
          add(found, code, kind, place, visits);
          add(sums, code, classOf(kind.slice(3), code), place, visits);
        });
    const sparse = (_: string, value: unknown) =>
      Array.isArray(value) && value.filter((visits) => visits > 0).length <= 8
        ? Object.fromEntries(Object.entries(value).filter(([, visits]) => visits > 0))
        : value;
    await db
      .prepare(
        "UPDATE visit_months SET counts = ?5, totals = ?6 WHERE (month, project_id, link_id, retailer) = (?1, ?2, ?3, ?4)",
      )
      .bind(
        ...[month, project_id, link_id, retailer],
        JSON.stringify(found, sparse),
        JSON.stringify({ qrCode: sums }, sparse),
      )
      .run();
  }
}

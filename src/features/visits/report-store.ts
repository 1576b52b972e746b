import { parseQrCodeId } from "../../ground/core/ids.ts";
import { firstRow, runBatch } from "../../ground/platform/d1.ts";
import { type PartRow, rowLimit } from "./aggregate.ts";
import { countLinkDays, type RankingQuery, rankedRows, rankingStatement } from "./ranking.ts";
import type { Part, PartBy } from "./report-plan.ts";
import type { FilteredLink, ReportSubject, VisitReportStore } from "./report-subject.ts";
import { addLinks, addRows, groupsOf, MAX_LINK_DAYS, rowsStatements } from "./rows-store.ts";
import { daysOf } from "./visit-range.ts";

const LINKS =
  "SELECT id, name, public_name AS publicName FROM links WHERE id IN (SELECT value FROM json_each(?1))";
const CODES = `SELECT link_id AS linkId, identifier, name FROM json_each(?1) AS item
  CROSS JOIN qr_codes ON link_id = item.value ->> 0 AND identifier = item.value ->> 1`;

const OFFERS = `SELECT offer.key AS key, label FROM json_each(?2) AS item
  CROSS JOIN link_offers AS offer ON offer.link_id = ?1 AND offer.key = item.value`;

/** Adds names to rows of links, QR codes and offers. */
export async function nameRows(
  db: D1Database,
  parts: readonly { by: PartBy; rows: readonly PartRow[] }[],
  /** The single link of the report, if any. */
  linkId: string | null,
): Promise<void> {
  const rowsOf = (by: PartBy) => parts.filter((part) => part.by === by).flatMap(({ rows }) => rows);
  const ofLinks = rowsOf("link").map((row) => ({ row, linkId: row.key ?? "", identifier: "" }));
  const ofCodes = rowsOf("qrCode").map((row) => ({ row, ...(parseQrCodeId(row.key ?? "") ?? NO_CODE) }));
  const ofOffers = linkId === null ? [] : rowsOf("choice");
  if (ofLinks.length + ofCodes.length + ofOffers.length === 0) return;
  const linkIds = [...new Set([...ofLinks, ...ofCodes].map(({ linkId }) => linkId))];
  const identifiers = ofCodes.map(({ linkId, identifier }) => [linkId, identifier]);
  const keys = ofOffers.map(({ key }) => key);
  const [links, codes, offers] = await runBatch(db, [
    db.prepare(LINKS).bind(JSON.stringify(linkIds)),
    db.prepare(CODES).bind(JSON.stringify(identifiers)),
    db.prepare(OFFERS).bind(linkId, JSON.stringify(keys)),
  ]);
  // The columns of the statements above.
  const foundLinks = (links?.results ?? []) as { id: string; name: string; publicName: string | null }[];
  const foundCodes = (codes?.results ?? []) as { linkId: string; identifier: string; name: string }[];
  const foundOffers = (offers?.results ?? []) as { key: string; label: string }[];
  const labels = new Map(foundOffers.map(({ key, label }) => [key, label]));
  for (const row of ofOffers) row.name = labels.get(row.key ?? "") ?? null;
  const byId = new Map(foundLinks.map((link) => [link.id, link]));
  const codeNames = new Map(
    foundCodes.map(({ linkId, identifier, name }) => [`${linkId} ${identifier}`, name]),
  );
  for (const { row, linkId } of ofLinks) {
    row.name = byId.get(linkId)?.name ?? null;
    row.publicName = byId.get(linkId)?.publicName ?? null;
  }
  for (const { row, linkId, identifier } of ofCodes) {
    row.name = codeNames.get(`${linkId} ${identifier}`) ?? null;
    row.linkName = byId.get(linkId)?.name ?? null;
    row.publicName = byId.get(linkId)?.publicName ?? null;
  }
}

const NO_CODE = { linkId: "", identifier: "" };

/**
 * The most rows of links in a ranking, which reads their numbers and no counts: 2,000 links with visits on each of 90 days
 * have 180,000, which take 0.3 s, and by code 0.8 s.
 */
const MAX_RANKED_LINK_DAYS = 250_000;

const FIND_LINK = `SELECT organization_id AS organizationId, project_id AS projectId, name, public_name AS publicName,
    content ->> '$.page.pick' AS pick,
    (SELECT name FROM qr_codes WHERE link_id = links.id AND identifier = ?2) AS codeName
  FROM links WHERE id = ?1`;

/** The time of the newest counted visits before ?1, among those of the isolates that began last. */
const NEWEST = `SELECT max(newest) AS newest FROM (SELECT newest FROM visit_senders ORDER BY id DESC LIMIT 100) WHERE newest < ?1`;

/** Reports of visits, in D1. `most` and `mostRanked`: the maximum rows of links that each part and each ranking reads. */
export function visitReportStore(
  db: D1Database,
  { most = MAX_LINK_DAYS, mostRanked = MAX_RANKED_LINK_DAYS } = {},
): VisitReportStore {
  /** Whether a ranking has few enough rows of links to be read. */
  const isReadable = async ([query]: readonly RankingQuery[]): Promise<boolean> => {
    if (!query) return true;
    return (await countLinkDays(db, query, mostRanked)) <= mostRanked;
  };
  return {
    findLink({ linkId, qrIdentifier }) {
      return firstRow<FilteredLink>(db, FIND_LINK, linkId, qrIdentifier);
    },
    async read(subject, parts, before) {
      const { projects, filter, links } = subject;
      const of = (from: Part["from"]) => parts.filter((part) => part.from === from);
      const found = new Map<Part, PartRow[]>();
      // All rankings of a report have the same days.
      const rankings = of("ranking").map((part) => ({ part, query: rankingOf(subject, part) }));
      const ranked = (await isReadable(rankings.map(({ query }) => query))) ? rankings : [];
      const near = groupsOf(of("rows"), filter);
      const owners = projects === "all" ? null : projects.map((id) => [id, filter.linkId ?? ""] as const);
      const statements = near.map((group) => rowsStatements(db, subject, group, owners));
      const [newest, ...results] = await runBatch(db, [
        db.prepare(NEWEST).bind(before),
        ...ranked.map(({ query }) => rankingStatement(db, query)),
        ...statements.flat(),
      ]);
      for (const { part } of ranked) {
        const result = results.shift();
        if (result) found.set(part, rankedRows(result));
      }
      for (const [index, group] of near.entries()) {
        addRows(
          group,
          results.splice(0, statements[index]?.length).flatMap((result) => result.results),
        );
        for (const { part, sum } of group.parts) found.set(part, sum.rows());
      }
      for (const group of groupsOf(of("links"), filter)) {
        if (!(await addLinks(db, subject, group, { links, most }))) continue;
        for (const { part, sum } of group.parts) found.set(part, sum.rows());
      }
      const named = parts.map((part) => ({ by: part.by, rows: found.get(part) ?? [] }));
      await nameRows(db, named, filter.linkId);
      return {
        // The column of the statement.
        newest: (newest?.results as { newest: number | null }[] | undefined)?.[0]?.newest ?? null,
        parts: parts.map((part) => found.get(part) ?? null),
      };
    },
  };
}

const rankingOf = (
  { organizationId, projects }: ReportSubject,
  { by, range, monthReading }: Part,
): RankingQuery => ({
  organizationId,
  projects,
  kind: by === "link" ? "link" : "qrCode",
  days: daysOf(range),
  isRecent: monthReading === null,
  limit: rowLimit(by),
});

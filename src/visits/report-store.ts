import type { Owned } from "../access/permissions.ts";
import { onD1 } from "../platform/d1.ts";
import { type PartRow, rowLimit } from "./aggregate.ts";
import type { CheckedFilter } from "./filter.ts";
import type { Part } from "./questions.ts";
import { daysOf } from "./range.ts";
import { countLinkDays, type RankingQuery, rankedRows, rankingStatement } from "./ranking.ts";
import { nameRows } from "./row-names-store.ts";
import {
  addLinks,
  addRows,
  groupsOf,
  type LinkProjects,
  MAX_LINK_DAYS,
  type RowsSubject,
  rowsStatements,
} from "./rows-store.ts";

/** Whose visits a report shows. */
export interface ReportSubject extends RowsSubject {
  /** The links that have the tag of the filter; null where it names none. */
  links: LinkProjects | null;
}

/** Gives the links of projects that have a tag now. May throw `service_unavailable`. */
export type FindTagged = (subject: Omit<RowsSubject, "filter">, tag: string) => Promise<LinkProjects>;

/** A link or QR code that a report is narrowed to. */
export interface FilteredLink extends Owned {
  name: string;
  publicName: string | null;
  /** The name of the QR code; null where none is asked for, or the link has none of this identifier. */
  codeName: string | null;
}

/** The rows of one part. */
export interface FoundRows {
  rows: PartRow[];
  /** False: of a ranking in which a link may be missing. */
  exact: boolean;
}
/** Null where a part would read too many rows. */
export type PartRows = FoundRows | null;

/** Reports of visits, in D1. Each call may throw `service_unavailable`. */
export type VisitReportStore = ReturnType<typeof visitReportStore>;

const FIND_LINK = `SELECT organization_id AS organizationId, project_id AS projectId, name, public_name AS publicName,
    (SELECT name FROM qr_codes WHERE link_id = links.id AND identifier = ?2) AS codeName
  FROM links WHERE id = ?1`;

const NEWEST_MESSAGE = "SELECT max(id) AS id FROM visit_messages WHERE id < ?1";

/** The reports of the visits in `db`, each part of which reads so many rows of links at most. */
export function visitReportStore(db: D1Database, most = MAX_LINK_DAYS) {
  /** Whether there are so few rows of links that rankings read them all. */
  const areFew = async ([question]: readonly RankingQuery[]): Promise<boolean> => {
    if (!question) return true;
    const count = countLinkDays(db, question, most);
    return ((await onD1(() => count.first<number>("rows"))) ?? 0) <= most;
  };
  return {
    /** The link that a filter names; null where there is none. */
    findLink({ linkId, qrIdentifier }: CheckedFilter): Promise<FilteredLink | null> {
      return onD1(() => db.prepare(FIND_LINK).bind(linkId, qrIdentifier).first<FilteredLink>());
    },
    /**
     * The rows of each part. All are as of one moment, besides those that read each link. `newestMessage` is the id of the
     * newest counted message before `before`; null where there is none of late.
     */
    async read(
      subject: ReportSubject,
      parts: readonly Part[],
      before: string,
    ): Promise<{ newestMessage: string | null; parts: PartRows[] }> {
      const { projects, filter, links } = subject;
      const of = (from: Part["from"]) => parts.filter((part) => part.from === from);
      const found = new Map<Part, PartRows>();
      // All rankings of a report are of the same days. Above the bound, leaders are known of days alone.
      const rankings = of("ranking").map((part) => ({ part, question: rankingOf(subject, part) }));
      const exact = await areFew(rankings.map(({ question }) => question));
      const ranked = rankings.filter(({ question }) => exact || question.isRecent);
      const near = groupsOf(of("rows"), filter);
      const owners = projects === "all" ? null : projects.map((id) => [id, filter.linkId ?? ""] as const);
      const statements = near.map((group) => rowsStatements(db, subject, group, owners));
      const [newest, ...results] = await onD1(() =>
        db.batch([
          db.prepare(NEWEST_MESSAGE).bind(before),
          ...ranked.map(({ question }) => rankingStatement(db, question, exact)),
          ...statements.flat(),
        ]),
      );
      for (const { part } of ranked) {
        const result = results.shift();
        if (result) found.set(part, { rows: rankedRows(result), exact });
      }
      for (const [index, group] of near.entries()) {
        addRows(
          group,
          results.splice(0, statements[index]?.length).flatMap((result) => result.results),
        );
        for (const { part, sum } of group.parts) found.set(part, { rows: sum.rows(), exact: true });
      }
      for (const group of groupsOf(of("links"), filter)) {
        if (!(await addLinks(db, subject, group, { links, most }))) continue;
        for (const { part, sum } of group.parts) found.set(part, { rows: sum.rows(), exact: true });
      }
      const named = parts.map((part) => ({ by: part.by, rows: found.get(part)?.rows ?? [] }));
      await nameRows(db, named, filter.linkId);
      return {
        // The column of the statement.
        newestMessage: (newest?.results as { id: string | null }[] | undefined)?.[0]?.id ?? null,
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

import type { Owned } from "../access/permissions.ts";
import { onD1 } from "../platform/d1.ts";
import type { CheckedFilter } from "./filter.ts";
import { type Part, type PartRow, rowLimit } from "./part-sum.ts";
import { daysOf } from "./range.ts";
import { rankedRows, rankingStatements } from "./ranking-store.ts";
import { nameRows } from "./row-names-store.ts";
import {
  addLinks,
  addRows,
  groupsOf,
  type LinkProjects,
  MOST_LINK_DAYS,
  type RowsPart,
  rowsStatements,
} from "./rows-store.ts";

/** Whose visits a report shows. */
export interface ReportSubject {
  organizationId: string;
  projects: "all" | readonly string[];
  filter: CheckedFilter;
  /** The links that have the tag of the filter; null where it names none. */
  links: LinkProjects | null;
}

/** A link or QR code that a report is narrowed to. */
export interface FilteredLink extends Owned {
  name: string;
  publicName: string | null;
  /** The name of the QR code; null where none is asked for, or the link has none of this identifier. */
  codeName: string | null;
}

/** The rows of one part; null where it would read too many. */
export type PartRows = PartRow[] | null;

/** Reports of visits, in D1. Each call may throw `service_unavailable`. */
export type VisitReportStore = ReturnType<typeof visitReportStore>;

const FIND_LINK = `SELECT organization_id AS organizationId, project_id AS projectId, name, public_name AS publicName,
    (SELECT name FROM qr_codes WHERE link_id = links.id AND identifier = ?2) AS codeName
  FROM links WHERE id = ?1`;

const NEWEST_MESSAGE = "SELECT max(id) AS id FROM visit_messages WHERE id < ?1";

const isOfRows = (part: Part): part is RowsPart => part.source.from !== "ranking";

/** The reports of the visits in `db`, each part of which reads so many rows of links at most. */
export function visitReportStore(db: D1Database, mostLinkDays = MOST_LINK_DAYS) {
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
      const { organizationId, projects, filter } = subject;
      const rowsSubject = { organizationId, projects, linkId: filter.linkId };
      const groups = groupsOf(parts.filter(isOfRows), filter);
      const near = groups.filter((group) => group.parts[0]?.part.source.from === "rows");
      const ranked = parts.filter((part) => !isOfRows(part));
      const rankings = await rankingStatements(
        db,
        ranked.map((part) => rankingOf(subject, part)),
      );
      const statements = near.map((group) => rowsStatements(db, rowsSubject, group));
      const newest = db.prepare(NEWEST_MESSAGE).bind(before);
      const results = await onD1(() => db.batch([newest, ...rankings, ...statements.flat()]));
      // The columns of the statement.
      const [message] = (results[0]?.results ?? []) as { id: string | null }[];
      let at = 1 + rankings.length;
      for (const [index, group] of near.entries()) {
        const count = statements[index]?.length ?? 0;
        addRows(group, results.slice(at, at + count));
        at += count;
      }
      const found = new Map<Part, PartRows>();
      for (const [index, result] of results.slice(1, 1 + rankings.length).entries()) {
        const part = ranked[index];
        if (part) found.set(part, rankedRows(result));
      }
      for (const group of groups) {
        const isRead =
          near.includes(group) ||
          (await addLinks(db, rowsSubject, group, {
            ...{ links: subject.links, country: filter.country, most: mostLinkDays },
          }));
        for (const { part, sum } of group.parts) found.set(part, isRead ? sum.rows() : null);
      }
      const sums = parts.filter(isOfRows).map((part) => ({ by: part.by, rows: found.get(part) ?? [] }));
      await nameRows(db, sums, filter.linkId);
      return {
        newestMessage: message?.id ?? null,
        parts: parts.map((part) => found.get(part) ?? null),
      };
    },
  };
}

/** The question of a part that is answered by rankings. */
const rankingOf = ({ organizationId, projects }: ReportSubject, { by, range }: Part) => ({
  organizationId,
  projects,
  kind: by === "link" ? ("link" as const) : ("qrCode" as const),
  days: daysOf(range),
  rowLimit: rowLimit(by),
});

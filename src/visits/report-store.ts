import type { Owned } from "../access/permissions.ts";
import { onD1 } from "../platform/d1.ts";
import type { CheckedFilter } from "./filter.ts";
import { rankingStatements } from "./ranking-store.ts";
import {
  isRanked,
  MOST_ROWS,
  type Part,
  type PartRow,
  partQuery,
  type ReportScope,
  rankingOf,
  valuesOf,
} from "./report-queries.ts";

/** A link or QR code that a report is narrowed to. */
export interface FilteredLink extends Owned {
  name: string;
  publicName: string | null;
  /** The name of the QR code; null where none is asked for, or the link has none of this identifier. */
  codeName: string | null;
}

/** The rows of one part; null where it would read more than MOST_ROWS. */
export type PartRows = PartRow[] | null;

/** Reports of visits, in D1. Each call may throw `service_unavailable`. */
export type VisitReportStore = ReturnType<typeof visitReportStore>;

const FIND_LINK = `SELECT organization_id AS organizationId, project_id AS projectId, name, public_name AS publicName,
    (SELECT name FROM qr_codes WHERE link_id = links.id AND identifier = ?2) AS codeName
  FROM links WHERE id = ?1`;

/** The reports of the visits in `db`. */
export function visitReportStore(db: D1Database) {
  return {
    /** The link that a filter names; null where there is none. */
    findLink({ linkId, qrIdentifier }: CheckedFilter): Promise<FilteredLink | null> {
      return onD1(() => db.prepare(FIND_LINK).bind(linkId, qrIdentifier).first<FilteredLink>());
    },
    /**
     * The rows of each part, all as of one moment. `newestMessage` is the id of the newest message that is counted, of
     * those before `before`; null where none came of late.
     */
    async read(
      scope: ReportScope,
      parts: readonly Part[],
      before: string,
    ): Promise<{ newestMessage: string | null; parts: PartRows[] }> {
      const ranked = parts.filter((part) => isRanked(scope, part));
      const rankings = await rankingStatements(
        db,
        ranked.map((part) => rankingOf(scope, part)),
      );
      const statementOf = (part: Part) =>
        rankings[ranked.indexOf(part)] ?? db.prepare(partQuery(scope, part)).bind(...valuesOf(scope, part));
      const [newest, ...results] = await onD1(() =>
        db.batch([
          db.prepare("SELECT max(id) AS id FROM visit_messages WHERE id < ?1").bind(before),
          ...parts.map(statementOf),
        ]),
      );
      // The columns of the queries, in their order.
      const [message] = (newest?.results ?? []) as { id: string | null }[];
      return {
        newestMessage: message?.id ?? null,
        parts: results.map(({ results: rows }) => partRows(rows as (PartRow & { reached?: number })[])),
      };
    },
  };
}

/** The first row is there even if nothing was found, as it tells how much was read. Rankings read a bounded amount. */
function partRows(rows: readonly (PartRow & { reached?: number })[]): PartRows {
  if ((rows[0]?.reached ?? 0) > MOST_ROWS) return null;
  return rows.filter(({ place }) => place !== null);
}

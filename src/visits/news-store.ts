import { onD1 } from "../platform/d1.ts";
import { RANKED } from "./ranking-store.ts";
import { blocksOf, type Ranked } from "./rankings.ts";

/** Whose links are meant. */
export interface NewsScope {
  organizationId: string;
  projects: "all" | readonly string[];
}

/** What came to a link on some days. */
export interface LinkOfDays {
  id: string;
  name: string;
  projectId: string;
  people: number;
  /** The first of the days on which a code of it was scanned; null: none was. */
  firstScan: string | null;
}

/** Rows of the newest links that are read to find those that were scanned for the first time. */
const MOST_ROWS = 1_000;
/** Days before those in question of which it is known whether a link was scanned: five years. */
export const HISTORY_DAYS = 1_825;
/** Days without rankings that are looked up one by one. */
const MOST_LOOSE_DAYS = 100;

const REACHED = (projects: NewsScope["projects"]): string =>
  projects === "all"
    ? "SELECT id FROM projects WHERE organization_id = ?1"
    : "SELECT value AS id FROM json_each(?2)";

/** The links that were made last, of those that people came to: some of each project and day. */
const NEWEST = (projects: NewsScope["projects"]): string => {
  const rows =
    "visit_days AS row WHERE row.day = day.value AND row.organization_id = ?1 AND row.project_id = project.id";
  return `WITH project AS MATERIALIZED (${REACHED(projects)}),
    part AS MATERIALIZED (SELECT max(1, ${MOST_ROWS} / max(1, count(*) * json_array_length(?3))) AS rows FROM project)
  SELECT DISTINCT link_id AS id FROM project CROSS JOIN json_each(?3) AS day CROSS JOIN visit_days AS row
    ON row.day = day.value AND row.organization_id = ?1 AND row.project_id = project.id
      AND row.link_id > coalesce((SELECT link_id FROM ${rows} ORDER BY link_id DESC LIMIT 1 OFFSET (SELECT rows FROM part)), '')
  WHERE scans > 0 ORDER BY 1 DESC LIMIT ${MOST_ROWS}`;
};

/** What came to these links, of those that are switched on. */
const DAYS = `WITH link AS MATERIALIZED (
    SELECT links.id AS id, name, project_id FROM json_each(?2) AS given
      CROSS JOIN links ON links.id = given.value
    WHERE organization_id = ?1 AND status = 'active'),
  seen AS MATERIALIZED (
    SELECT link.id AS id, sum(scans + clicks) AS people, min(iif(scans > 0, day.value, NULL)) AS first
    FROM link CROSS JOIN json_each(?3) AS day CROSS JOIN visit_days AS row
      ON row.day = day.value AND row.organization_id = ?1 AND row.project_id = link.project_id AND row.link_id = link.id
    GROUP BY 1)
  SELECT link.id AS id, name, project_id AS projectId, coalesce(people, 0) AS people, first AS firstScan
  FROM link LEFT JOIN seen USING (id)`;

/** Which of these links were scanned before: in the blocks ?3 of the rankings, or on the days ?4. */
const SCANNED = `WITH link AS MATERIALIZED (SELECT value ->> 0 AS id, value ->> 1 AS project_id FROM json_each(?2)),
  list AS MATERIALIZED (
    SELECT list.id AS id, list.project_id AS project_id
    FROM (SELECT DISTINCT project_id FROM link) AS project CROSS JOIN json_each(?3) AS block
      CROSS JOIN visit_rank_lists AS list
    WHERE list.days = block.value ->> 0 AND list.first_day = block.value ->> 1 AND list.kind = 'link'
      AND list.organization_id = ?1 AND list.project_id = project.project_id)
  SELECT id FROM link WHERE EXISTS (
      SELECT 1 FROM visit_rank_links AS known CROSS JOIN list CROSS JOIN visit_ranks AS entry
      WHERE known.link_id = link.id AND list.project_id = link.project_id AND entry.list_id = list.id
        AND entry.link_number = known.number AND entry.qr_identifier = '' AND entry.scans > 0)
    OR EXISTS (
      SELECT 1 FROM json_each(?4) AS day CROSS JOIN visit_days AS row
      WHERE row.day = day.value AND row.organization_id = ?1 AND row.project_id = link.project_id
        AND row.link_id = link.id AND row.scans > 0)`;

/** What happened to links by their visits, in D1. Each call may throw `service_unavailable`. */
export type VisitNewsStore = ReturnType<typeof visitNewsStore>;

/** The news of the visits in `db`. Every statement has a bound that does not depend on how many links there are. */
export function visitNewsStore(db: D1Database) {
  return {
    /** The ids of the newest links that were scanned on these days. */
    async newestScanned({ organizationId, projects }: NewsScope, days: readonly string[]): Promise<string[]> {
      const given = projects === "all" ? null : JSON.stringify(projects);
      const statement = db.prepare(NEWEST(projects)).bind(organizationId, given, JSON.stringify(days));
      const { results } = await onD1(() => statement.all<{ id: string }>());
      return results.map(({ id }) => id);
    },
    /** What came to these links on these days, of those that are switched on. */
    async onDays(
      organizationId: string,
      ids: readonly string[],
      days: readonly string[],
    ): Promise<LinkOfDays[]> {
      if (ids.length === 0) return [];
      const statement = db.prepare(DAYS).bind(organizationId, JSON.stringify(ids), JSON.stringify(days));
      return (await onD1(() => statement.all<LinkOfDays>())).results;
    },
    /**
     * Which of these links were scanned on `days`, which follow one another and end before today; null while that is not
     * known, as old counters are being carried over.
     */
    async scannedOn(
      organizationId: string,
      links: readonly { id: string; projectId: string }[],
      days: readonly string[],
    ): Promise<ReadonlySet<string> | null> {
      if (links.length === 0) return new Set();
      const state = await onD1(() =>
        db.prepare(RANKED).first<{ first: string; day: string; whole: number }>(),
      );
      if (state && state.first !== "") return null;
      const ranked: Ranked | null = state && { ...state, whole: state.whole === 1 };
      const { blocks, left } = blocksOf(days, ranked);
      const wanted = links.map(({ id, projectId }) => [id, projectId]);
      const values = [wanted, blocks, left.slice(-MOST_LOOSE_DAYS)].map((each) => JSON.stringify(each));
      const statement = db.prepare(SCANNED).bind(organizationId, ...values);
      const { results } = await onD1(() => statement.all<{ id: string }>());
      return new Set(results.map(({ id }) => id));
    },
  };
}

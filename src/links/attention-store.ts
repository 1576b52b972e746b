import { onD1 } from "../platform/d1.ts";

/** The most entries of the activity of one period that are read to count links. */
export const MOST_ENTRIES = 5_000;
/** The most problems that are read for those of links that are switched on. */
const MOST_PROBLEMS = 200;

/** What can be wrong with a link. */
export type LinkProblemKind = "page_failed" | "products_unavailable";

/** One problem of one link. */
export interface LinkProblem {
  linkId: string;
  name: string;
  kind: LinkProblemKind;
}

/** Whose links are meant. */
export interface NewsScope {
  organizationId: string;
  /** Null: all projects. */
  projectId: string | null;
}

const PROBLEMS = (project: string) => `SELECT link_id AS linkId, name, kind
  FROM (SELECT link_id, kind FROM link_problems WHERE organization_id = ?1 ${project}
    ORDER BY link_id DESC LIMIT ${MOST_PROBLEMS})
  JOIN links ON links.id = link_id WHERE status = 'active' ORDER BY link_id DESC, kind LIMIT ?3`;

/** Entries without a link are read as well, so that the number of rows is bounded whatever they are about. */
const CHANGED = `WITH entry AS MATERIALIZED (
    SELECT link_id FROM activity WHERE organization_id = ?1 AND id >= ?3 AND id < ?4
    ORDER BY id DESC LIMIT ${MOST_ENTRIES + 1})
  SELECT (SELECT count(*) FROM entry) AS entries,
    (SELECT count(DISTINCT link_id) FROM entry WHERE ?2 IS NULL
      OR (SELECT project_id FROM links WHERE id = link_id) = ?2) AS links`;

/** What happened to links, in D1. Each call may throw `service_unavailable`. */
export type LinkAttentionStore = ReturnType<typeof linkAttentionStore>;

/** The news of the links in `db`. */
export function linkAttentionStore(db: D1Database) {
  return {
    /** Up to `limit` problems of links that are switched on, the newest links first. */
    async problems({ organizationId, projectId }: NewsScope, limit: number): Promise<LinkProblem[]> {
      const project = projectId === null ? "AND ?2 IS NULL" : "AND project_id = ?2";
      const statement = db.prepare(PROBLEMS(project)).bind(organizationId, projectId, limit);
      const { results } = await onD1(() => statement.all<LinkProblem>());
      return results;
    },
    /** How many links have an activity from one id on and before another; `isAll` is false if there are more. */
    async countChanged(
      { organizationId, projectId }: NewsScope,
      { from, before }: { from: string; before: string },
    ): Promise<{ links: number; isAll: boolean }> {
      const statement = db.prepare(CHANGED).bind(organizationId, projectId, from, before);
      const { results } = await onD1(() => statement.all<{ entries: number; links: number }>());
      const [{ entries, links } = { entries: 0, links: 0 }] = results;
      return { links, isAll: entries <= MOST_ENTRIES };
    },
  };
}

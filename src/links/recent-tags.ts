import { onD1 } from "../platform/d1.ts";

/** How many links are looked at, and how long the content of one may be, in bytes. */
const MOST_LINKS = 200;
const MOST_CONTENT = 20_000;
/** How many tags are given. */
const MOST_TAGS = 100;

/** The tags of the newest links of an organization, or of those among them that are of the projects in ?2. */
const RECENT = `SELECT tags.value AS tag FROM (
    SELECT content, project_id FROM links INDEXED BY links_by_organization
    WHERE organization_id = ?1 ORDER BY id DESC LIMIT ${MOST_LINKS}) AS newest,
    json_each(newest.content, '$.tracking.tags') AS tags
  WHERE octet_length(newest.content) <= ${MOST_CONTENT}
    AND (?2 IS NULL OR newest.project_id IN (SELECT value FROM json_each(?2)))
  GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${MOST_TAGS}`;

/** The tags of the newest links of these projects, the most frequent first. May throw `service_unavailable`. */
export async function recentTags(
  db: D1Database,
  organizationId: string,
  projects: "all" | readonly string[],
): Promise<string[]> {
  const among = projects === "all" ? null : JSON.stringify(projects);
  const statement = db.prepare(RECENT).bind(organizationId, among);
  const { results } = await onD1(() => statement.all<{ tag: string }>());
  return results.map(({ tag }) => tag);
}

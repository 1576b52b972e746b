import { validationFailed } from "../../ground/core/errors.ts";
import { tagForm, tagForms } from "../../ground/core/tags.ts";
import { allRows } from "../../ground/platform/d1.ts";
import { type Guard, guardSql } from "../../ground/platform/guard.ts";
import { jsonRows } from "../../ground/platform/json-rows.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireScope } from "../access/permissions.ts";
import { LIST_LINKS_SCOPE } from "../access/scopes.ts";
import type { Link } from "./link.ts";

/** Maximum links with a tag in a visit report: finding more takes longer than a person waits for a page. */
const MAX_TAGGED = 10_000;
/** The tags of a link as lists and reports find them: what looks the same is the same tag. */
const tagsOf = ({ tracking }: Link): string[] => tagForms(tracking?.tags ?? []);

/** The statements that store the tags of links that exist, if `written` is true. */
export function tagStatements(db: D1Database, links: readonly Link[], written: Guard): D1PreparedStatement[] {
  const tagged = links.flatMap((link) => {
    const tags = tagsOf(link);
    return tags.length > 0 ? [{ id: link.id, tags }] : [];
  });
  const put = `INSERT INTO link_tags (organization_id, tag, link_id)
    SELECT links.organization_id, tags.value, links.id
    FROM json_each(?1) AS item JOIN links ON links.id = item.value ->> 'id'
      JOIN json_each(item.value, '$.tags') AS tags
    WHERE ${guardSql(written, 2)} ON CONFLICT DO NOTHING`;
  return jsonRows(tagged).map((json) => db.prepare(put).bind(json, ...written.values));
}

/** The statements that change a link's tags, if `made` is true. */
export function changedTagStatements(
  db: D1Database,
  before: Link,
  after: Link,
  made: Guard,
): D1PreparedStatement[] {
  const tags = tagsOf(after);
  const gone = tagsOf(before).filter((tag) => !tags.includes(tag));
  const forget = `DELETE FROM link_tags
    WHERE organization_id = ?1 AND tag IN (SELECT value FROM json_each(?2)) AND link_id = ?3
      AND ${guardSql(made, 4)}`;
  const forgotten = db
    .prepare(forget)
    .bind(after.organizationId, JSON.stringify(gone), after.id, ...made.values);
  const isNew = tags.some((tag) => !tagsOf(before).includes(tag));
  return [...(gone.length > 0 ? [forgotten] : []), ...(isNew ? tagStatements(db, [after], made) : [])];
}

const TAGGED = `SELECT links.id, links.project_id AS projectId
  FROM link_tags CROSS JOIN links ON links.id = link_tags.link_id
  WHERE link_tags.organization_id = ?1 AND tag = ?2
    AND (?3 IS NULL OR links.project_id IN (SELECT value FROM json_each(?3))) LIMIT ?4`;

export const taggedLinks =
  (db: D1Database, most = MAX_TAGGED) =>
  /** The project of each link by link id, among the links of `projects`. */
  async (
    { organizationId, projects }: { organizationId: string; projects: "all" | readonly string[] },
    tag: string,
  ): Promise<ReadonlyMap<string, string>> => {
    const among = projects === "all" ? null : JSON.stringify(projects);
    const values = [organizationId, tagForm(tag), among, most + 1];
    const results = await allRows<{ id: string; projectId: string }>(db, TAGGED, ...values);
    if (results.length > most) {
      const message = `is a tag of more than ${most.toLocaleString("en")} links. Filter by project instead`;
      throw validationFailed([{ field: "tag", message }]);
    }
    return new Map(results.map(({ id, projectId }) => [id, projectId]));
  };

/** How many links are read, and the maximum content of a link, in bytes. */
const MAX_LINKS = 200;
const MAX_CONTENT = 20_000;
const MAX_TAGS = 100;

const RECENT = `SELECT tags.value AS tag FROM (
    SELECT content, project_id FROM links INDEXED BY links_by_organization
    WHERE organization_id = ?1 ORDER BY id DESC LIMIT ${MAX_LINKS}) AS newest,
    json_each(newest.content, '$.tracking.tags') AS tags
  WHERE octet_length(newest.content) <= ${MAX_CONTENT}
    AND (?2 IS NULL OR newest.project_id IN (SELECT value FROM json_each(?2)))
  GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${MAX_TAGS}`;

/**
 * Tags of the organization's newest links that the actor may read, most frequent first. These are suggestions, not all tags.
 */
export async function listTags(actor: OrganizationActor, { db }: { db: D1Database }): Promise<string[]> {
  requireScope(actor, LIST_LINKS_SCOPE);
  const projects = reachableProjects(actor);
  const among = projects === "all" ? null : JSON.stringify(projects);
  const results = await allRows<{ tag: string }>(db, RECENT, actor.organizationId, among);
  return results.map(({ tag }) => tag);
}

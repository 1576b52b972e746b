import { onD1 } from "../../ground/platform/d1.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireScope } from "../access/permissions.ts";
import { LIST_LINKS_SCOPE } from "./list-links.ts";

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
 * Tags of the organization's newest links that the actor may read, most frequent first. These are suggestions, not all
 * tags. Throws `insufficient_scope` and `service_unavailable`.
 */
export async function listTags(actor: OrganizationActor, { db }: { db: D1Database }): Promise<string[]> {
  requireScope(actor, LIST_LINKS_SCOPE);
  const projects = reachableProjects(actor);
  const among = projects === "all" ? null : JSON.stringify(projects);
  const statement = db.prepare(RECENT).bind(actor.organizationId, among);
  const { results } = await onD1(() => statement.all<{ tag: string }>());
  return results.map(({ tag }) => tag);
}

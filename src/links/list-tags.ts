import type { OrganizationActor } from "../access/actor.ts";
import { reachableProjects, requireScope } from "../access/permissions.ts";
import { LIST_LINKS_SCOPE } from "./list-links.ts";
import { recentTags } from "./recent-tags.ts";

/**
 * The tags of the newest links that the actor may read, the most frequent first: suggestions, and not all tags that there
 * are. It reads a bounded number of links. Throws `insufficient_scope` and `service_unavailable`.
 */
export function listTags(actor: OrganizationActor, { db }: { db: D1Database }): Promise<string[]> {
  requireScope(actor, LIST_LINKS_SCOPE);
  return recentTags(db, actor.organizationId, reachableProjects(actor));
}

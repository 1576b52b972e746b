import type { Actor } from "../../features/access/actor.ts";
import { requireOwned, requireScope } from "../../features/access/permissions.ts";
import { GET_LINK_SCOPE } from "../../features/links/get-link.ts";
import type { LinkStore } from "../../features/links/link-store.ts";
import type { HealthStore } from "./health-store.ts";
import type { DestinationHealth } from "./outcome.ts";

/**
 * The last checks of the URLs that a link can redirect to. Throws `insufficient_scope`, `not_found`, `project_access_denied`
 * and `service_unavailable`.
 */
export async function getLinkHealth(
  actor: Actor,
  linkId: string,
  { links, health }: { links: LinkStore; health: HealthStore },
): Promise<DestinationHealth[]> {
  requireScope(actor, GET_LINK_SCOPE);
  const { id } = requireOwned(actor, await links.find(linkId));
  return health.ofLink(id);
}

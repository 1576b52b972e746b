import type { Actor } from "../access/actor.ts";
import { linkNotFound, requireOwned, requireScope } from "../access/permissions.ts";
import { type LinkStatus, type OperationScope, retailerScope } from "../core/vocabulary.ts";
import type { RedirectStore } from "../short-links/kv-copy.ts";
import type { LinkStore } from "./store.ts";

const SET_LINK_STATUS_SCOPE: OperationScope = "links:write";

/**
 * Switches a link on or off and comes back once the redirect's copy says so: from then on it takes 70 s until no
 * data centre leads on by the old status. Throws `insufficient_scope`, `not_found`, `project_access_denied`, and
 * `service_unavailable` where it is not done or not known to be: doing it again is safe.
 */
export async function setLinkStatus(
  actor: Actor,
  { linkId, status }: { linkId: string; status: LinkStatus },
  { links, redirects, now }: { links: LinkStore; redirects: RedirectStore; now: () => Date },
): Promise<void> {
  requireScope(actor, SET_LINK_STATUS_SCOPE);
  const link = requireOwned(actor, await links.find(linkId));
  requireScope(actor, retailerScope(link.retailer));
  const shortId = await links.setStatus(linkId, status, now());
  if (shortId === null) throw linkNotFound();
  await redirects.publishCurrent(shortId);
}

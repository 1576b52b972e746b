import { linkNotFound } from "../access/permissions.ts";
import type { Stores } from "./ports.ts";
import type { LinkStatus } from "../core/vocabulary.ts";

/**
 * Switches a link on or off and comes back once the redirect's copy says so: from then on it takes 70 s until no
 * data centre leads on by the old status. The caller has checked access. Throws `not_found`, and
 * `service_unavailable` where it is not done or not known to be: doing it again is safe.
 */
export async function setLinkStatus(
  change: { linkId: string; status: LinkStatus; now: Date },
  { links, redirects }: Pick<Stores, "links" | "redirects">,
): Promise<void> {
  const shortId = await links.setStatus(change.linkId, change.status, change.now);
  if (shortId === null) throw linkNotFound();
  await redirects.publishCurrent(shortId);
}

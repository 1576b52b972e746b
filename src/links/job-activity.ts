import { jobActor } from "../access/actor.ts";
import type { LinkActivity } from "../audit/activity-statements.ts";
import { newId } from "../core/ids.ts";
import type { LinkPart } from "./link-part.ts";

/** The activity of a job that changes where a link or one of its offers redirects. */
export function switchActivity(job: string, part: LinkPart, destination: string, now: Date): LinkActivity {
  const { offerKey, shortId } = part;
  const field = offerKey === "" ? "destination" : `offers.${offerKey}.destination`;
  return {
    id: newId("act", now),
    organizationId: part.organizationId,
    at: now.toISOString(),
    actor: jobActor(job),
    object: { type: "link", id: part.id },
    changes: [{ field, from: part.destination, to: destination }],
    linkId: part.id,
    // A choice link itself keeps pointing to its page.
    destination: offerKey === "" ? destination : `/${shortId}`,
  };
}

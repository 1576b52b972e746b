import { jobActor } from "../access/actor.ts";
import type { LinkActivity } from "../audit/activity-statements.ts";
import { newId } from "../core/ids.ts";
import type { LinkPart } from "./link-part.ts";

/** The activity of a job that changes where a link leads, or an offer of it. `reason` is a word for programs. */
export function switchActivity(
  job: string,
  part: LinkPart,
  destination: string,
  now: Date,
  reason: string,
): LinkActivity {
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
    // A choice link goes on leading to its page.
    destination: offerKey === "" ? destination : `/${shortId}`,
    reason,
  };
}

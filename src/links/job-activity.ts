import { jobActor } from "../access/actor.ts";
import type { LinkActivity } from "../audit/activity-statements.ts";
import { newId } from "../core/ids.ts";
import type { Link } from "./link.ts";

/** The activity of a job that changes the destination of a link. */
export const switchActivity = (job: string, link: Link, destination: string, now: Date): LinkActivity => ({
  id: newId("act", now),
  organizationId: link.organizationId,
  at: now.toISOString(),
  actor: jobActor(job),
  object: { type: "link", id: link.id },
  changes: [{ field: "destination", from: link.destination, to: destination }],
  linkId: link.id,
  destination,
});

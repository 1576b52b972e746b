import type { Activity, FieldChange } from "../audit/activity.ts";
import { ServiceError } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Actor } from "./actor.ts";
import type { Member } from "./member.ts";
import type { MemberChange, MemberStore } from "./member-store.ts";
import { memberNotFound } from "./permissions.ts";

/** What the verbs that write members use. */
export interface MemberDependencies {
  members: MemberStore;
  now: () => Date;
}

/** The activity for a change of a member's role; absent roles are those of a member that comes or goes. */
export const roleActivity = (
  actor: Actor,
  { id, organizationId }: Member,
  { from, to }: Omit<FieldChange, "field">,
  now: Date,
): Activity => ({
  id: newId("act", now),
  organizationId,
  at: now.toISOString(),
  actor: { type: actor.type, id: actor.id },
  object: { type: "member", id },
  changes: [{ field: "role", ...(from !== undefined && { from }), ...(to !== undefined && { to }) }],
});

/** Throws the reason why a change of `member`, as it was read, was not made. */
export function requireMade(member: Member, { made, member: now }: MemberChange): void {
  if (made) return;
  if (!now) throw memberNotFound();
  if (now.role === member.role)
    throw new ServiceError(
      "last_owner",
      "This is the last owner of the organization. Make somebody else an owner first.",
    );
  throw new ServiceError("precondition_failed", "Somebody else has just changed this member.");
}

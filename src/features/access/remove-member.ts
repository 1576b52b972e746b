import type { Actor } from "./actor.ts";
import type { Member } from "./member.ts";
import { type MemberDependencies, memberActivity, requireMade } from "./member-change.ts";
import { requireManagedMember, requireMemberManager } from "./permissions.ts";

/**
 * Removes a member and its stored email address, from the next request on; the activity keeps only the id. Links and
 * keys stay. Returns the removed member. Throws `insufficient_scope`, `not_found`, `last_owner`, `precondition_failed`
 * (somebody else changed the member at the same time) and `service_unavailable`.
 */
export async function removeMember(
  actor: Actor,
  { id }: { id: string },
  { members, now }: MemberDependencies,
): Promise<Member> {
  requireMemberManager(actor);
  const member = requireManagedMember(actor, await members.find(id));
  const activity = memberActivity(actor, member, member, undefined, now());
  requireMade(member, await members.remove(member, activity));
  return member;
}

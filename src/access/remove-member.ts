import type { Actor } from "./actor.ts";
import type { Member } from "./member.ts";
import { type MemberDependencies, memberActivity, requireMade } from "./member-change.ts";
import { requireManagedMember, requireMemberManager } from "./permissions.ts";

/**
 * Removes a member, and with it the stored e-mail address; the record of what the member did keeps the id. Links and
 * keys stay. It holds from the next request on. Gives the member as it was. Throws `insufficient_scope`, `not_found`,
 * `last_owner`, `precondition_failed` (somebody else changed the member at the same time) and `service_unavailable`.
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

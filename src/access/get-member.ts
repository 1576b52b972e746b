import type { Actor } from "./actor.ts";
import type { Member } from "./member.ts";
import type { MemberStore } from "./member-store.ts";
import { requireManagedMember, requireMemberManager } from "./permissions.ts";

/** One member. Throws `insufficient_scope`, `not_found` and `service_unavailable`. */
export async function getMember(
  actor: Actor,
  { id }: { id: string },
  { members }: { members: MemberStore },
): Promise<Member> {
  requireMemberManager(actor);
  return requireManagedMember(actor, await members.find(id));
}

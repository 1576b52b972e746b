import * as z from "zod";
import { text } from "../core/text.ts";
import { parse } from "../core/validation.ts";
import { type Actor, ROLES, type Role } from "./actor.ts";
import type { Member } from "./member.ts";
import { type MemberDependencies, requireMade, roleActivity } from "./member-change.ts";
import { requireManagedMember, requireMemberManager } from "./permissions.ts";

const roleChange: z.ZodType<{ id: string; role: Role }> = z.object({ id: text(1, 64), role: z.enum(ROLES) });

/**
 * Gives a member another role, which holds from the next request on. The same role changes nothing. Throws
 * `insufficient_scope`, `validation_failed`, `not_found`, `last_owner` (the organization would be left without an
 * owner), `precondition_failed` (somebody else changed the member at the same time) and `service_unavailable`.
 */
export async function changeMemberRole(
  actor: Actor,
  input: { id: string; role: Role },
  { members, now }: MemberDependencies,
): Promise<Member> {
  requireMemberManager(actor);
  const { id, role } = parse(roleChange, input);
  const member = requireManagedMember(actor, await members.find(id));
  if (member.role === role) return member;
  const activity = roleActivity(actor, member, { from: member.role, to: role }, now());
  requireMade(member, await members.changeRole(member, role, activity));
  return { ...member, role };
}

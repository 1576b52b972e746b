import * as z from "zod";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { type Actor, type Projects, ROLES, type Role } from "./actor.ts";
import { type Member, memberProjects } from "./member.ts";
import {
  hasSameRights,
  type MemberDependencies,
  memberActivity,
  requireMade,
  requireProjects,
} from "./member-change.ts";
import { requireManagedMember, requireMemberManager } from "./permissions.ts";

/** The member's new role and projects. */
export interface MemberChangeInput {
  id: string;
  role: Role;
  /** The projects that the member may use from now on; absent: unchanged, and all for an owner. */
  projects?: Projects | undefined;
}

const memberChange: z.ZodType<MemberChangeInput> = z.object({
  id: text(1, 64),
  role: z.enum(ROLES),
  projects: memberProjects.optional(),
});

/**
 * Gives a member another role or other projects, from the next request on. Equal values change nothing. Throws
 * `validation_failed`, `not_found`, `last_owner` (the organization would be left without an owner) and `precondition_failed`
 * (somebody else changed the member at the same time).
 */
export async function changeMember(
  actor: Actor,
  input: MemberChangeInput,
  { members, projects: store, now }: MemberDependencies,
): Promise<Member> {
  requireMemberManager(actor);
  const { id, role, projects } = parse(memberChange, input);
  const member = requireManagedMember(actor, await members.find(id));
  const to: Member = { ...member, role, projects: projects ?? (role === "owner" ? "all" : member.projects) };
  await requireProjects(to, store);
  if (hasSameRights(member, to)) return member;
  const activity = memberActivity(actor, member, member, to, now());
  requireMade(member, await members.change(member, to, activity));
  return to;
}

/**
 * Removes a member and its stored email address, from the next request on; the activity keeps only the id. Links and keys
 * stay. Returns the removed member. Throws `not_found`, `last_owner` and `precondition_failed` (somebody else changed the
 * member at the same time).
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

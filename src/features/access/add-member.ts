import * as z from "zod";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { type Actor, type Projects, ROLES, type Role } from "./actor.ts";
import { emailAddress, type Member, memberProjects } from "./member.ts";
import { hasSameRights, type MemberDependencies, memberActivity, requireProjects } from "./member-change.ts";
import { organizationIdProblems } from "./new-ids.ts";
import { requireMemberManager } from "./permissions.ts";
import { MAX_ID } from "./project.ts";

export interface NewMember {
  organization: string;
  /** In any case; surrounding blanks are ignored. */
  email: string;
  role: Role;
  /** The projects that the member may use; absent: all. An owner can't be limited. */
  projects?: Projects | undefined;
}

const newMember: z.ZodType<NewMember> = z.object({
  organization: text(1, MAX_ID),
  email: emailAddress,
  role: z.enum(ROLES),
  projects: memberProjects.optional(),
});

/**
 * Adds a person to an organization; a job also creates a missing organization. If the person already is a member with this
 * role and these projects, nothing changes and `already` is true. Throws `not_found` (another organization than the
 * actor's), `validation_failed`, `duplicate_identifier` (a member with another role or other projects) and `quota_exceeded`.
 */
export async function addMember(
  actor: Actor,
  input: NewMember,
  dependencies: MemberDependencies,
): Promise<{ member: Member; already: boolean }> {
  requireMemberManager(actor, input.organization);
  const { organization, email, role, projects = "all" } = parse(newMember, input);
  const { members } = dependencies;
  const problems = actor.type === "job" ? await organizationIdProblems(organization, members) : [];
  if (problems.length > 0) throw validationFailed(problems);
  const now = dependencies.now();
  const id = newId("mem", now);
  const member: Member = {
    id,
    organizationId: organization,
    email,
    role,
    projects,
    createdAt: now.toISOString(),
  };
  await requireProjects(member, dependencies.projects);
  const activity = memberActivity(actor, member, undefined, member, now);
  const { made } = await members.add(member, actor.type === "job", activity);
  if (made) return { member, already: false };
  const known = await members.findByEmail(organization, email);
  if (!known) {
    const full = await members.quotaError(member, activity);
    if (full) throw full;
    // The member was removed, or the quota raised, between the two calls.
    return addMember(actor, input, dependencies);
  }
  if (hasSameRights(known, member)) return { member: known, already: true };
  throw new ServiceError(
    "duplicate_identifier",
    `This person is already a member, with the role ${known.role}. Change the member instead.`,
  );
}

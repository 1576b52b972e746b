import * as z from "zod";
import { ServiceError, validationFailed } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { text } from "../core/text.ts";
import { parse } from "../core/validation.ts";
import { type Actor, ROLES, type Role } from "./actor.ts";
import { emailAddress, type Member } from "./member.ts";
import { type MemberDependencies, roleActivity } from "./member-change.ts";
import { organizationIdProblems } from "./new-ids.ts";
import { requireMemberManager } from "./permissions.ts";
import { MAX_ID } from "./project.ts";

/** What `addMember` takes. */
export interface NewMember {
  organization: string;
  /** In any case, with or without blanks around it. */
  email: string;
  role: Role;
}

const newMember: z.ZodType<NewMember> = z.object({
  organization: text(1, MAX_ID),
  email: emailAddress,
  role: z.enum(ROLES),
});

/**
 * Adds a person to an organization; a job also creates the organization if it is missing. If the person is a member
 * with this role already, nothing is changed and `already` is true. Throws `insufficient_scope`, `not_found` (another
 * organization than the actor's), `validation_failed`, `duplicate_identifier` (a member with another role) and
 * `service_unavailable`.
 */
export async function addMember(
  actor: Actor,
  input: NewMember,
  dependencies: MemberDependencies,
): Promise<{ member: Member; already: boolean }> {
  requireMemberManager(actor, input.organization);
  const { organization, email, role } = parse(newMember, input);
  const { members } = dependencies;
  const problems = actor.type === "job" ? await organizationIdProblems(organization, members) : [];
  if (problems.length > 0) throw validationFailed(problems);
  const now = dependencies.now();
  const id = newId("mem", now);
  const member: Member = { id, organizationId: organization, email, role, createdAt: now.toISOString() };
  const activity = roleActivity(actor, member, { to: role }, now);
  const { made } = await members.add(member, actor.type === "job", activity);
  if (made) return { member, already: false };
  const known = await members.findByEmail(organization, email);
  // Removed between the two calls.
  if (!known) return addMember(actor, input, dependencies);
  if (known.role === role) return { member: known, already: true };
  throw new ServiceError(
    "duplicate_identifier",
    `This person is a member already, with the role ${known.role}. Change the role instead.`,
  );
}

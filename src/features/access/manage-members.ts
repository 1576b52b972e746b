import * as z from "zod";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import { type Activity, changesBetween } from "../writes/activity.ts";
import { type Actor, type Projects, ROLES, type Role } from "./actor.ts";
import { accessActivity } from "./key-activity.ts";
import {
  emailAddress,
  type Member,
  type MemberChange,
  type MemberStore,
  memberProjects,
  type Rights,
} from "./member.ts";
import { organizationIdProblems } from "./new-ids.ts";
import { memberNotFound, requireManagedMember, requireMemberManager } from "./permissions.ts";
import { MAX_ID } from "./project.ts";
import type { ProjectStore } from "./project-store.ts";

export interface MemberDependencies {
  members: MemberStore;
  projects: Pick<ProjectStore, "missing">;
  now: () => Date;
}

/** The activity for a change of a member's rights; `from` is absent for a new member, `to` for a removed one. */
export const memberActivity = (
  actor: Actor,
  { id, organizationId }: Member,
  from: Rights | undefined,
  to: Rights | undefined,
  now: Date,
): Activity =>
  accessActivity(
    { actor, at: now.toISOString() },
    organizationId,
    { type: "member", id },
    changesBetween(namedRights(from), namedRights(to)),
  );

/** The role, and the projects to which a member is limited. */
const namedRights = (rights: Rights | undefined): object =>
  rights === undefined
    ? {}
    : { role: rights.role, ...(rights.projects !== "all" && { projects: rights.projects }) };

/** Whether two sets of rights are equal. */
const hasSameRights = (before: Rights, after: Rights): boolean =>
  changesBetween(namedRights(before), namedRights(after)).length === 0;

/**
 * Throws `validation_failed` for projects that the organization does not have, and for an owner with limited projects:
 * owners have all projects, and nobody gets them silently.
 */
async function requireProjects(
  { organizationId, role, projects }: Pick<Member, "organizationId" | "role" | "projects">,
  store: Pick<ProjectStore, "missing">,
): Promise<void> {
  if (projects === "all") return;
  if (role === "owner")
    throw validationFailed([{ field: "projects", message: "must be all projects for an owner" }]);
  const [missing] = await store.missing(organizationId, projects);
  if (missing === undefined) return;
  const message = `This organization has no project ${missing}`;
  throw validationFailed([{ field: "projects", message }]);
}

/** Throws the reason why `member`, as it was read, could not be changed. */
function requireMade(member: Member, { made, member: now }: MemberChange): void {
  if (made) return;
  if (!now) throw memberNotFound();
  if (hasSameRights(now, member))
    throw new ServiceError(
      "last_owner",
      "This is the last owner of the organization. Make another member an owner first.",
    );
  throw new ServiceError("precondition_failed", "Somebody else has just changed this member.");
}

interface NewMember {
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

/** The member's new role and projects. */
interface MemberChangeInput {
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

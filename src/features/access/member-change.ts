import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { type Activity, changesBetween } from "../writes/activity.ts";
import type { Actor } from "./actor.ts";
import { accessActivity } from "./key-activity.ts";
import type { Member } from "./member.ts";
import type { MemberChange, MemberStore } from "./member-store.ts";
import { memberNotFound } from "./permissions.ts";
import type { ProjectStore } from "./project-store.ts";

export interface MemberDependencies {
  members: MemberStore;
  projects: Pick<ProjectStore, "missing">;
  now: () => Date;
}

export type Rights = Pick<Member, "role" | "projects">;

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
export const hasSameRights = (before: Rights, after: Rights): boolean =>
  changesBetween(namedRights(before), namedRights(after)).length === 0;

/**
 * Throws `validation_failed` for projects that the organization does not have, and for an owner with limited projects:
 * owners have all projects, and nobody gets them silently.
 */
export async function requireProjects(
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
export function requireMade(member: Member, { made, member: now }: MemberChange): void {
  if (made) return;
  if (!now) throw memberNotFound();
  if (hasSameRights(now, member))
    throw new ServiceError(
      "last_owner",
      "This is the last owner of the organization. Make another member an owner first.",
    );
  throw new ServiceError("precondition_failed", "Somebody else has just changed this member.");
}

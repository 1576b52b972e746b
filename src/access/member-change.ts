import { type Activity, changesBetween } from "../audit/activity.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { Actor } from "./actor.ts";
import type { Member } from "./member.ts";
import type { MemberChange, MemberStore } from "./member-store.ts";
import { memberNotFound } from "./permissions.ts";
import type { ProjectStore } from "./project-store.ts";

/** What the verbs that write members use. */
export interface MemberDependencies {
  members: MemberStore;
  projects: Pick<ProjectStore, "missing">;
  now: () => Date;
}

/** What a member may do. */
export type Rights = Pick<Member, "role" | "projects">;

/** The activity for a change of a member's rights; absent rights are those of a member that comes or goes. */
export const memberActivity = (
  actor: Actor,
  { id, organizationId }: Member,
  from: Rights | undefined,
  to: Rights | undefined,
  now: Date,
): Activity => ({
  id: newId("act", now),
  organizationId,
  at: now.toISOString(),
  actor: { type: actor.type, id: actor.id },
  object: { type: "member", id },
  changes: changesBetween(namedRights(from), namedRights(to)),
});

/** The role, and the projects to which a member is limited. */
const namedRights = (rights: Rights | undefined): object =>
  rights === undefined
    ? {}
    : { role: rights.role, ...(rights.projects !== "all" && { projects: rights.projects }) };

/** Whether a member may do the same as before. */
export const hasSameRights = (before: Rights, after: Rights): boolean =>
  changesBetween(namedRights(before), namedRights(after)).length === 0;

/**
 * Throws `validation_failed` where a member would be limited to projects that the organization does not have, and where an
 * owner would be limited, who has all: nobody gets all without a word.
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
  const message = `There is no project ${missing} in this organization`;
  throw validationFailed([{ field: "projects", message }]);
}

/** Throws the reason why a change of `member`, as it was read, was not made. */
export function requireMade(member: Member, { made, member: now }: MemberChange): void {
  if (made) return;
  if (!now) throw memberNotFound();
  if (hasSameRights(now, member))
    throw new ServiceError(
      "last_owner",
      "This is the last owner of the organization. Make somebody else an owner first.",
    );
  throw new ServiceError("precondition_failed", "Somebody else has just changed this member.");
}

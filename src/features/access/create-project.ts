import * as z from "zod";
import { ServiceError } from "../../ground/core/errors.ts";
import { parse } from "../../ground/core/validation.ts";
import type { OperationScope } from "../../ground/core/vocabulary.ts";
import { changesBetween } from "../writes/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import { quotaError } from "../writes/quota-check.ts";
import type { OrganizationActor } from "./actor.ts";
import { accessActivity } from "./key-activity.ts";
import { requireProjectCreator } from "./permissions.ts";
import { newProjectId, type Project, projectName } from "./project.ts";
import { insertProject, projectDemands } from "./project-change-store.ts";
import type { ProjectStore } from "./project-store.ts";

export const CREATE_PROJECT_SCOPE: OperationScope = "projects:write";

export interface CreateProjectInput {
  /** `proposedProjectId` proposes an id for a name. */
  id: string;
  name: string;
  idempotency: IdempotentWrite<Project> | null;
}

const projectRequest = z.object({ id: newProjectId, name: projectName });

/**
 * Creates a project in the actor's organization. Of several equal requests with the same idempotency key, the first writes
 * and all others get its receipt. Throws `project_access_denied`, `validation_failed`, `duplicate_identifier` if the
 * organization has a project with this id, archived or not, `quota_exceeded` and `idempotency_conflict`.
 */
export async function createProject(
  actor: OrganizationActor,
  { idempotency, ...input }: CreateProjectInput,
  dependencies: { db: D1Database; projects: ProjectStore; now: () => Date },
): Promise<WriteResult<Project>> {
  requireProjectCreator(actor);
  const { id, name } = parse(projectRequest, input);
  const { organizationId } = actor;
  const now = dependencies.now();
  const at = now.toISOString();
  const project: Project = { organizationId, id, name, createdAt: at, archivedAt: null, settings: {} };
  const object = { type: "project", id } as const;
  const activity = accessActivity({ actor, at }, organizationId, object, changesBetween({}, { name }));
  const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(project), now);
  const written = { activity, claim };
  const outcome = await insertProject(dependencies.db, project, written);
  if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
  if (outcome.kind === "outdated") {
    const taken = await dependencies.projects.find(organizationId, id);
    const full =
      !taken && (await quotaError(dependencies.db, organizationId, projectDemands(project, written)));
    if (full) throw full;
    throw new ServiceError("duplicate_identifier", "The organization already has a project with this id.", {
      details: [{ field: "id", message: "is already used by another project" }],
    });
  }
  return { kind: "made", value: project };
}

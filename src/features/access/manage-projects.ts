import * as z from "zod";
import { ServiceError, serviceUnavailable } from "../../ground/core/errors.ts";
import { parse } from "../../ground/core/validation.ts";
import type { Guard } from "../../ground/platform/guard.ts";
import { changesBetween } from "../writes/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../writes/claim.ts";
import { quotaError } from "../writes/quota-check.ts";
import type { OrganizationActor } from "./actor.ts";
import { projectNotFound } from "./get-projects.ts";
import { accessActivity } from "./key-activity.ts";
import { requireProjectCreator, requireProjectManager } from "./permissions.ts";
import { newProjectId, type Project, projectName } from "./project.ts";
import {
  insertProject,
  projectChangeDemands,
  projectDemands,
  updateProject,
} from "./project-change-store.ts";
import type { ProjectStore } from "./project-store.ts";

/** How many times a change is attempted while others change the same project. */
const ATTEMPTS = 10;

/** The project to change, and the identity of a repeated request. */
interface ProjectChange {
  projectId: string;
  idempotency: IdempotentWrite<Project> | null;
}

export interface ChangeProjectDependencies {
  db: D1Database;
  projects: ProjectStore;
  now: () => Date;
}

const renaming = z.object({ name: projectName });

/**
 * Renames a project. Its id stays the same, because programs use it. Throws `validation_failed`, `not_found` and
 * `idempotency_conflict`.
 */
export async function renameProject(
  actor: OrganizationActor,
  { name, ...change }: ProjectChange & { name: string },
  dependencies: ChangeProjectDependencies,
): Promise<WriteResult<Project>> {
  requireProjectManager(actor);
  const fields = parse(renaming, { name });
  return changeProject(actor, change, (project) => ({ ...project, ...fields }), dependencies);
}

/**
 * Archives a project: it takes no new links from now on. Its links keep redirecting, can be changed and take QR codes, and
 * keys that reach it keep working. An archived project keeps its time. Throws `not_found` and `idempotency_conflict`.
 */
export async function archiveProject(
  actor: OrganizationActor,
  change: ProjectChange,
  dependencies: ChangeProjectDependencies,
): Promise<WriteResult<Project>> {
  requireProjectManager(actor);
  const archived = (project: Project, at: string) => ({ ...project, archivedAt: project.archivedAt ?? at });
  return changeProject(actor, change, archived, dependencies);
}

/** Restores an archived project: it takes new links again. Throws `not_found` and `idempotency_conflict`. */
export async function restoreProject(
  actor: OrganizationActor,
  change: ProjectChange,
  dependencies: ChangeProjectDependencies,
): Promise<WriteResult<Project>> {
  requireProjectManager(actor);
  return changeProject(actor, change, (project) => ({ ...project, archivedAt: null }), dependencies);
}

/** A verb's change of a project, and its result. */
export interface ProjectEdit<Value> {
  type: "project" | "code_style";
  change(before: Project, at: string): Project | Promise<Project>;
  /** The fields that the activity compares. */
  recorded(project: Project): object;
  returned(project: Project): Value;
  /** Further statements of its transaction, which take effect if `made` is true. */
  also?(before: Project, after: Project, at: string, made: Guard): D1PreparedStatement[];
  onWritten?(before: Project, after: Project): void;
}

/**
 * Writes an edit of a project, again and again while others change it; nothing if nothing changed. The verb has checked
 * access. Throws what the edit throws, `not_found`, `quota_exceeded` and `idempotency_conflict`.
 */
export async function editProject<Value>(
  actor: OrganizationActor,
  { projectId, idempotency }: { projectId: string; idempotency: IdempotentWrite<Value> | null },
  { type, change, recorded, returned, also, onWritten }: ProjectEdit<Value>,
  { db, projects, ...dependencies }: ChangeProjectDependencies,
): Promise<WriteResult<Value>> {
  const { organizationId } = actor;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await projects.find(organizationId, projectId);
    if (!before) throw projectNotFound();
    const now = dependencies.now();
    const at = now.toISOString();
    const after = await change(before, at);
    const changes = changesBetween(recorded(before), recorded(after));
    if (changes.length === 0) return { kind: "made", value: returned(before) };
    const activity = accessActivity({ actor, at }, organizationId, { type, id: projectId }, changes);
    const value = returned(after);
    const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(value), now);
    const written = { activity, claim };
    const outcome = await updateProject(
      db,
      before,
      after,
      written,
      (made) => also?.(before, after, at, made) ?? [],
    );
    if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
    if (outcome.kind === "written") {
      onWritten?.(before, after);
      return { kind: "made", value };
    }
    const full = await quotaError(db, organizationId, projectChangeDemands(after, written));
    if (full) throw full;
  }
  throw serviceUnavailable(new Error("others kept changing the project"));
}

const changeProject = (
  actor: OrganizationActor,
  input: ProjectChange,
  change: ProjectEdit<Project>["change"],
  dependencies: ChangeProjectDependencies,
): Promise<WriteResult<Project>> => {
  const recorded = ({ name, archivedAt }: Project) => ({ name, ...(archivedAt !== null && { archivedAt }) });
  return editProject(
    actor,
    input,
    { type: "project", change, recorded, returned: (project) => project },
    dependencies,
  );
};

interface CreateProjectInput {
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

import * as z from "zod";
import { serviceUnavailable } from "../../ground/core/errors.ts";
import { parse } from "../../ground/core/validation.ts";
import { changesBetween } from "../audit/activity.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../idempotency/claim.ts";
import { quotaError } from "../quotas/quota-check.ts";
import type { OrganizationActor } from "./actor.ts";
import { projectNotFound } from "./get-projects.ts";
import { accessActivity } from "./key-activity.ts";
import { requireProjectManager } from "./permissions.ts";
import { type Project, projectName } from "./project.ts";
import { projectChangeDemands, updateProject } from "./project-change-store.ts";
import type { ProjectStore } from "./project-store.ts";

/** How many times a change is attempted while others change the same project. */
const ATTEMPTS = 10;

/** The project to change, and the identity of a repeated request. */
export interface ProjectChange {
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
 * Renames a project. Its id stays the same, because programs use it. Throws `insufficient_scope`, `validation_failed`,
 * `not_found`, `idempotency_conflict` and `service_unavailable`.
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
 * keys that reach it keep working. An archived project keeps its time. Throws `insufficient_scope`,
 * `not_found`, `idempotency_conflict` and `service_unavailable`.
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

/**
 * Restores an archived project: it takes new links again. Throws `insufficient_scope`, `not_found`,
 * `idempotency_conflict` and `service_unavailable`.
 */
export async function restoreProject(
  actor: OrganizationActor,
  change: ProjectChange,
  dependencies: ChangeProjectDependencies,
): Promise<WriteResult<Project>> {
  requireProjectManager(actor);
  return changeProject(actor, change, (project) => ({ ...project, archivedAt: null }), dependencies);
}

/** Applies `changed` to the current project. Writes nothing if nothing changed. */
async function changeProject(
  actor: OrganizationActor,
  { projectId, idempotency }: ProjectChange,
  changed: (project: Project, at: string) => Project,
  { db, projects, ...dependencies }: ChangeProjectDependencies,
): Promise<WriteResult<Project>> {
  const { organizationId } = actor;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = await projects.find(organizationId, projectId);
    if (!before) throw projectNotFound();
    const now = dependencies.now();
    const at = now.toISOString();
    const after = changed(before, at);
    const changes = changesBetween(settable(before), settable(after));
    if (changes.length === 0) return { kind: "made", value: before };
    const object = { type: "project", id: projectId } as const;
    const activity = accessActivity({ actor, at }, organizationId, object, changes);
    const claim = idempotency && newClaim(idempotency, activity.id, idempotency.receipt(after), now);
    const written = { activity, claim };
    const outcome = await updateProject(db, before, after, written);
    if (outcome.kind === "claimed") return replay(outcome.claim, idempotency);
    if (outcome.kind === "written") return { kind: "made", value: after };
    const full = await quotaError(db, organizationId, projectChangeDemands(after, written));
    if (full) throw full;
  }
  throw serviceUnavailable(new Error("others kept changing the project"));
}

const settable = ({ name, archivedAt }: Project) => ({ name, ...(archivedAt !== null && { archivedAt }) });

import { ServiceError } from "../core/errors.ts";
import type { Scope } from "../core/vocabulary.ts";
import { type Actor, hasScope, type OrganizationActor } from "./actor.ts";
import type { ProjectStore } from "./project-store.ts";

/** What access is judged by: the organization and project of what is touched. */
export interface Owned {
  organizationId: string;
  projectId: string;
}

/** Throws 403 unless the actor has `scope`. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (hasScope(actor, scope)) return;
  const holder = actor.type === "member" ? "Your role" : "The API key";
  throw new ServiceError("insufficient_scope", `${holder} lacks the scope ${scope}.`);
}

/**
 * Throws 403 unless the actor may manage API keys: a job, or an owner. With an `organizationId`, an owner of that
 * organization and no other.
 */
export function requireKeyManager(actor: Actor, organizationId?: string | null): void {
  if (actor.type === "job") return;
  const owner = actor.type === "member" && actor.role === "owner";
  if (owner && (organizationId ?? actor.organizationId) === actor.organizationId) return;
  throw new ServiceError("insufficient_scope", "Only an owner of the organization may manage its API keys.");
}

/** Gives back an API key that the actor may manage. Throws 404 where there is none or it is of another organization. */
export function requireManagedKey<T extends { organizationId: string }>(actor: Actor, found: T | null): T {
  const own = found && (actor.type === "job" || found.organizationId === actor.organizationId);
  if (!found || !own) throw new ServiceError("not_found", "There is no such API key.");
  return found;
}

/** The 403 for every project out of reach: one that does not exist reads like one of another organization. */
export const projectDenied = ({ type }: Actor): ServiceError =>
  new ServiceError(
    "project_access_denied",
    type === "api_key" ? "The API key has no access to this project." : "There is no such project.",
  );

/** The projects that the actor reaches within its organization. */
export const reachableProjects = (actor: OrganizationActor): "all" | readonly string[] =>
  actor.type === "api_key" ? actor.projects : "all";

/** Whether the actor reaches this project of its own organization. */
const reachesProject = (actor: Actor, projectId: string): boolean =>
  actor.type !== "api_key" || actor.projects === "all" || actor.projects.includes(projectId);

/** Throws 403 unless the actor reaches this project of its own organization. That it exists is not known yet. */
export function requireReach(actor: Actor, projectId: string): void {
  if (!reachesProject(actor, projectId)) throw projectDenied(actor);
}

/** Throws 403 unless the actor reaches the project that a caller named, which must also exist. */
export async function requireNamedProject(
  actor: Actor,
  { organizationId, projectId }: Owned,
  projects: ProjectStore,
): Promise<void> {
  requireReach(actor, projectId);
  // A project that a key names exists: a foreign key holds that.
  if (actor.type === "api_key" && actor.projects !== "all") return;
  if (!(await projects.exists(organizationId, projectId))) throw projectDenied(actor);
}

/**
 * Gives back a link, or what belongs to one, that the actor may touch. Throws 404 where there is none or it is of
 * another organization, in the same words, and 403 where its project is out of reach.
 */
export function requireOwned<T extends Owned>(actor: Actor, found: T | null | undefined): T {
  const own = found && (actor.type === "job" || found.organizationId === actor.organizationId);
  if (!found || !own) throw linkNotFound();
  if (!reachesProject(actor, found.projectId)) throw projectDenied(actor);
  return found;
}

/** The 404 for links that do not exist or belong to another organization. */
export const linkNotFound = (): ServiceError => new ServiceError("not_found", "There is no such link.");

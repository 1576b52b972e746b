import { ServiceError } from "../../ground/core/errors.ts";
import type { Scope } from "../../ground/core/vocabulary.ts";
import { ACTIVITY_OBJECTS, type ActivityObject } from "../writes/activity.ts";
import { type Actor, hasScope, type OrganizationActor, type Projects } from "./actor.ts";
import type { ProjectStore } from "./project-store.ts";

/** The organization and project of an object, which decide who may access it. */
export interface Owned {
  organizationId: string;
  projectId: string;
}

/** Whether an object belongs to the actor's organization; every organization is a job's. */
const isOwn = (actor: Actor, { organizationId }: { organizationId: string }): boolean =>
  actor.type === "job" || organizationId === actor.organizationId;

/** Throws 403 unless the actor has `scope`. */
export function requireScope(actor: Actor, scope: Scope): void {
  if (hasScope(actor, scope)) return;
  const holder = actor.type === "member" ? "Your role" : "The API key";
  throw new ServiceError("insufficient_scope", `${holder} lacks the scope ${scope}.`);
}

const isOwner = (actor: Actor): boolean => actor.type === "member" && actor.role === "owner";

/** Throws 403 unless the actor is an owner; `what` is what only owners may do. */
function requireOwner(actor: Actor, what: string): void {
  if (isOwner(actor)) return;
  throw new ServiceError("insufficient_scope", `Only an owner of the organization may ${what}.`);
}

/**
 * Throws unless the actor is a job, or an owner of this organization: for another organization than the actor's own, the 404 of
 * an organization that does not exist.
 */
function requireOwnerOf(actor: Actor, organizationId: string | null | undefined, what: string): void {
  if (actor.type === "job") return;
  if ((organizationId ?? actor.organizationId) !== actor.organizationId)
    throw new ServiceError("not_found", "There is no such organization.");
  requireOwner(actor, what);
}

/** Whether the actor may manage the API keys of its organization: an owner. */
export const mayManageKeys = isOwner;
/** Whether the actor may manage the members of its organization: an owner. */
export const mayManageMembers = isOwner;
/** Whether the actor may create, rename, archive and restore the projects of its organization: an owner. */
export const mayManageProjects = isOwner;
/** Whether the actor may change settings of its organization as a whole. */
export const mayManageOrganization = isOwner;
/** Whether the actor may see its organization's use of quotas. */
export const mayReadQuotas = isOwner;

/** The kinds of objects whose activity the actor may see: all for owners, links and QR codes for others. */
export const visibleActivity = (actor: Actor): readonly ActivityObject[] =>
  actor.type === "job" || isOwner(actor) ? ACTIVITY_OBJECTS : ["link", "qr_code"];

/**
 * Throws 403 unless the actor may manage API keys: a job, or an owner. With an `organizationId`, only an
 * owner of that organization may.
 */
export function requireKeyManager(actor: Actor, organizationId?: string | null): void {
  if (actor.type === "job") return;
  if (mayManageKeys(actor) && (organizationId ?? actor.organizationId) === actor.organizationId) return;
  throw new ServiceError("insufficient_scope", "Only an owner of the organization may manage its API keys.");
}

/** Returns an API key that the actor may manage. Throws 404 if it does not exist or belongs to another organization. */
export function requireManagedKey<T extends { organizationId: string }>(actor: Actor, found: T | null): T {
  if (!found || !isOwn(actor, found)) throw new ServiceError("not_found", "There is no such API key.");
  return found;
}

/** Throws unless the actor may manage members. */
export const requireMemberManager = (actor: Actor, organizationId?: string | null): void =>
  requireOwnerOf(actor, organizationId, "manage its members");

/** Throws 403 unless the actor is a job: the operator. */
export function requireOperator(actor: Actor): void {
  if (actor.type === "job") return;
  throw new ServiceError("insufficient_scope", "Only the operator may do this.");
}

/** Throws unless the actor may see an organization's use of quotas. */
export const requireQuotaReader = (actor: Actor, organizationId: string): void =>
  requireOwnerOf(actor, organizationId, "see its quotas");

/** Returns a member that the actor may manage. Throws 404 if it does not exist or belongs to another organization. */
export function requireManagedMember<T extends { organizationId: string }>(actor: Actor, found: T | null): T {
  if (!found || !isOwn(actor, found)) throw memberNotFound();
  return found;
}

/** The 404 for members that do not exist or belong to another organization. */
export const memberNotFound = (): ServiceError => new ServiceError("not_found", "There is no such member.");

/**
 * Whether the actor may learn this member's email address: its own, or anybody's if the actor may write. A viewer may be
 * an outsider, such as an agency. Programs see only ids.
 */
export const mayKnowMember = (actor: Actor, memberId: string): boolean =>
  actor.type === "job" || (actor.type === "member" && (actor.role !== "viewer" || actor.id === memberId));

/** Throws 403 unless the actor may create, rename, archive and restore the projects of its organization: an owner. */
export const requireProjectManager = (actor: OrganizationActor): void =>
  requireOwner(actor, "manage its projects");

/**
 * Throws 403 unless the actor may create projects in its organization: an owner, or a key with the scope and access to all
 * projects. A key limited to some projects could not reach the new project.
 */
export function requireProjectCreator(actor: OrganizationActor): void {
  requireProjectEditor(actor);
  if (actor.projects === "all") return;
  throw new ServiceError(
    "project_access_denied",
    "The API key is limited to some projects and can't create projects.",
  );
}

/** Whether the actor may export its organization in the dashboard. */
export const mayExport = isOwner;

/** Throws 403 unless the actor may export its organization: an owner, or a key with the scope that reaches all projects. */
export function requireExporter(actor: OrganizationActor): void {
  if (actor.type === "api_key") {
    requireScope(actor, "exports:write");
    if (actor.projects === "all") return;
    throw new ServiceError("project_access_denied", "The API key is limited to projects. Use one for all.");
  }
  requireOwner(actor, "export it");
}

/** The actor as an API key. Throws 403 for every other actor. */
export function requireKey(actor: Actor): Extract<Actor, { type: "api_key" }> {
  if (actor.type === "api_key") return actor;
  throw new ServiceError("insufficient_scope", "Only an API key may read its own details.");
}

/** Throws 403 unless the actor may change the appearance of a project: an owner, or a key with the scope. */
export function requireProjectEditor(actor: OrganizationActor): void {
  if (actor.type === "api_key") requireScope(actor, "projects:write");
  else requireProjectManager(actor);
}

/** Throws unless the actor may change settings of an organization as a whole. */
export const requireOrganizationManager = (actor: Actor, organizationId: string): void =>
  requireOwnerOf(actor, organizationId, "change its settings");

/** Whether the actor may manage webhooks: an owner, or a key with the scope. */
export const mayManageWebhooks = (actor: OrganizationActor): boolean =>
  actor.type === "api_key" ? hasScope(actor, "webhooks:write") : isOwner(actor);

/**
 * Throws 403 unless the actor may manage the webhooks that get the events of a project, or with null those of the whole
 * organization: an owner, or a key with the scope that reaches the project, or all of them.
 */
export function requireWebhookManager(actor: OrganizationActor, projectId?: string | null): void {
  if (actor.type === "api_key") requireScope(actor, "webhooks:write");
  else requireOwner(actor, "manage its webhooks");
  if (projectId === undefined || actor.projects === "all") return;
  if (projectId === null || !actor.projects.includes(projectId)) throw projectDenied(actor);
}

/** Whether the person with this email address is among those who may create and rename organizations. */
export const mayMakeOrganizations = (email: string, makers: readonly string[]): boolean =>
  makers.includes(email);

/** Throws 403 unless the person with this email address is among those who may create and rename organizations. */
export function requireOrganizationMaker(email: string, makers: readonly string[]): void {
  if (mayMakeOrganizations(email, makers)) return;
  throw new ServiceError("insufficient_scope", "Only people whom the operator lists may do this.");
}

/** The 403 for new links of an archived project. Only an actor that reaches the project sees this error. */
export const projectArchived = (): ServiceError =>
  new ServiceError("project_access_denied", "The project is archived and takes no new links.");

/** The 403 for a project that the actor may not use. It is the same whether the project exists or not. */
export function projectDenied(actor: Actor): ServiceError {
  const message =
    actor.type !== "api_key"
      ? "There is no such project."
      : actor.projects.length === 0
        ? "The API key has no access to any project. Use a key for a project, or for all projects."
        : "The API key has no access to this project.";
  return new ServiceError("project_access_denied", message);
}

export const reachableProjects = (actor: OrganizationActor): Projects => actor.projects;

/** Whether the actor may use this project of its own organization, if the project exists. */
export const reachesProject = (actor: Actor, projectId: string): boolean =>
  actor.type === "job" || actor.projects === "all" || actor.projects.includes(projectId);

/** Throws 403 unless the actor may use this project of its own organization. Does not check that the project exists. */
export function requireReach(actor: Actor, projectId: string): void {
  if (!reachesProject(actor, projectId)) throw projectDenied(actor);
}

/** Throws 403 unless the project that a caller named exists and the actor may use it. */
export async function requireNamedProject(
  actor: Actor,
  { organizationId, projectId }: Owned,
  projects: ProjectStore,
): Promise<void> {
  requireReach(actor, projectId);
  // A foreign key ensures that a key's projects exist, and members get only existing projects. Projects are never deleted.
  if (actor.type !== "job" && actor.projects !== "all") return;
  if (!(await projects.exists(organizationId, projectId))) throw projectDenied(actor);
}

/**
 * Returns a link or an object of a link that the actor may access. Throws the same 404 if it does not exist and if it
 * belongs to another organization, and 403 if the actor may not use its project.
 */
export function requireOwned<T extends Owned>(actor: Actor, found: T | null | undefined): T {
  if (!found || !isOwn(actor, found)) throw linkNotFound();
  if (!reachesProject(actor, found.projectId)) throw projectDenied(actor);
  return found;
}

/** The 404 for links that do not exist or belong to another organization. */
export const linkNotFound = (): ServiceError => new ServiceError("not_found", "There is no such link.");

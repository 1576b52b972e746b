import type { ApiKey } from "./api-key.ts";
import { ServiceError } from "../core/errors.ts";
import type { ProjectStore } from "../links/ports.ts";
import type { Scope } from "../core/vocabulary.ts";

/** Throws 403 unless the key has `scope`. */
export function requireScope(key: ApiKey, scope: Scope): void {
  if (key.scopes.includes(scope)) return;
  throw new ServiceError("insufficient_scope", `The API key lacks the scope ${scope}.`);
}

/** The 403 for every project out of reach: one that does not exist reads like one of another organization. */
const projectDenied = (): ServiceError =>
  new ServiceError("project_access_denied", "The API key has no access to this project.");

/** Throws 403 unless the key may touch this project of its own organization. */
export function requireProject(key: ApiKey, projectId: string): void {
  if (key.projects !== "all" && !key.projects.includes(projectId)) throw projectDenied();
}

/** The same for a project that a caller named: it must also exist. */
export async function requireNamedProject(
  key: ApiKey,
  projectId: string,
  projects: ProjectStore,
): Promise<void> {
  requireProject(key, projectId);
  // A selected project exists: the key refers to it.
  if (key.projects !== "all") return;
  if (!(await projects.exists(key.organizationId, projectId))) throw projectDenied();
}

/** The 404 for links that do not exist or belong to another organization, in the same words. */
export const linkNotFound = (): ServiceError => new ServiceError("not_found", "There is no such link.");

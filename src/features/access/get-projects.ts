import * as z from "zod";
import { decodeCursor, pageOf } from "../../ground/core/cursor.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import { parse } from "../../ground/core/validation.ts";
import type { OrganizationActor } from "./actor.ts";
import { reachableProjects, requireReach, requireScope } from "./permissions.ts";
import type { Project } from "./project.ts";
import type { ProjectStore } from "./project-store.ts";
import { GET_PROJECTS_SCOPE } from "./scopes.ts";

/** The maximum of projects on a page. */
export const MAX_PROJECTS_PER_PAGE = 100;

/** The 404 for a project that the organization does not have. */
export const projectNotFound = (): ServiceError => new ServiceError("not_found", "There is no such project.");

interface ListProjectsInput {
  /** Whether only archived or only active projects are listed; undefined means both. */
  archived?: boolean | undefined;
  limit: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

const limits = z.object({ limit: z.int().min(1).max(MAX_PROJECTS_PER_PAGE) });

/**
 * A page of the projects that the actor reaches, in the order of their ids. Throws `validation_failed` for the limit or the
 * cursor.
 */
export async function listProjects(
  actor: OrganizationActor,
  { archived, cursor, ...input }: ListProjectsInput,
  { projects }: { projects: ProjectStore },
): Promise<{ projects: Project[]; nextCursor: string | null }> {
  requireScope(actor, GET_PROJECTS_SCOPE);
  const { limit } = parse(limits, input);
  const { organizationId } = actor;
  const list = canonicalJson(["projects", organizationId, { archived }]);
  // A cursor is ASCII, and the id of a project that the command line made may not be.
  const after = cursor === undefined ? "" : decodeURIComponent(decodeCursor(list, cursor));
  const range = { organizationId, archived, among: reachableProjects(actor), after };
  const found = await projects.list(range, limit + 1);
  const { items, nextCursor } = pageOf(list, found, limit, ({ id }) => encodeURIComponent(id));
  return { projects: items, nextCursor };
}

/** A project of the actor's organization. Throws `not_found` and `project_access_denied`. */
export async function getProject(
  actor: OrganizationActor,
  { projectId }: { projectId: string },
  { projects }: { projects: ProjectStore },
): Promise<Project> {
  requireScope(actor, GET_PROJECTS_SCOPE);
  requireReach(actor, projectId);
  const found = await projects.find(actor.organizationId, projectId);
  if (!found) throw projectNotFound();
  return found;
}

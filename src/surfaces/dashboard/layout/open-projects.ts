import type { Projects } from "../../../features/access/actor.ts";
import { listProjects, MAX_PROJECTS_PER_PAGE } from "../../../features/access/get-projects.ts";
import type { Project } from "../../../features/access/project.ts";
import type { ProjectStore } from "../../../features/access/project-store.ts";
import type { Workspace } from "./context.ts";

/** The first hundred projects that are not archived, for menus. They are queried once for each request. */
export function openProjects(
  workspace: Pick<Workspace, "actor" | "openProjects">,
  dependencies: { projects: ProjectStore },
): Promise<readonly Project[]> {
  workspace.openProjects ??= listOpen(workspace, dependencies);
  return workspace.openProjects;
}

async function listOpen(
  { actor }: Pick<Workspace, "actor">,
  dependencies: { projects: ProjectStore },
): Promise<readonly Project[]> {
  const query = { archived: false, limit: MAX_PROJECTS_PER_PAGE };
  const { projects } = await listProjects(actor, query, dependencies);
  return projects;
}

/** The projects that keys or members are limited to, archived or not, for their names. */
export async function namedProjects(
  { organizationId }: Workspace,
  limited: readonly { projects: Projects }[],
  dependencies: { projects: ProjectStore },
): Promise<Project[]> {
  const ids = new Set(limited.flatMap(({ projects }) => (projects === "all" ? [] : projects)));
  return ids.size === 0 ? [] : [...(await dependencies.projects.findAll(organizationId, [...ids])).values()];
}

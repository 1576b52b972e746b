import type { OrganizationActor } from "../access/actor.ts";
import { getProject, type ListProjectsInput, listProjects } from "../access/get-projects.ts";
import type { Project } from "../access/project.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { Brand } from "./brand.ts";
import type { BrandStore } from "./brand-store.ts";

export interface BrandedProject {
  project: Project;
  /** Null if the project has no brand. */
  brand: Brand | null;
}

interface Stores {
  projects: ProjectStore;
  brands: BrandStore;
}

/** A page of the projects that the actor can access, with their brands. Throws what `listProjects` throws. */
export async function listBrandedProjects(
  actor: OrganizationActor,
  input: ListProjectsInput,
  { projects, brands }: Stores,
): Promise<{ projects: BrandedProject[]; nextCursor: string | null }> {
  const page = await listProjects(actor, input, { projects });
  const ids = page.projects.map(({ id }) => id);
  const found = await brands.findAll(actor.organizationId, ids);
  const branded = page.projects.map((project) => ({ project, brand: found.get(project.id) ?? null }));
  return { ...page, projects: branded };
}

/** A project that the actor can access, with its brand. Throws what `getProject` throws. */
export async function getBrandedProject(
  actor: OrganizationActor,
  { projectId }: { projectId: string },
  { projects, brands }: Stores,
): Promise<BrandedProject> {
  const project = await getProject(actor, { projectId }, { projects });
  const { brand } = await brands.find({ organizationId: actor.organizationId, projectId });
  return { project, brand };
}

import type { Logo } from "../../ground/drawing/drawing.ts";
import type { Project } from "../access/project.ts";
import type { ProjectStore } from "../access/project-store.ts";
import type { Brand } from "./brand.ts";
import type { LogoStore, ProjectKey } from "./logo-store.ts";

/** The brand of a project; null if it has no brand. */
export const brandOf = (project: Pick<Project, "settings"> | null | undefined): Brand | null =>
  (project?.settings.brand as Brand | undefined) ?? null; // Validated before it was written.

/** The project with another brand, or without a brand. */
export const withBrand = (project: Project, brand: Brand | undefined): Project => {
  const { brand: _, ...settings } = project.settings;
  return { ...project, settings: brand ? { ...settings, brand } : settings };
};

/** Whether codes can show a logo: only a PNG. */
export const isDrawn = (file: string | undefined): boolean => file?.endsWith(".png") ?? false;

/** Finds the logo of a project for its codes; null if it has no suitable logo. */
export const findLogo =
  (projects: ProjectStore, logos: LogoStore) =>
  async ({ organizationId, projectId }: ProjectKey): Promise<Logo | null> => {
    const file = brandOf(await projects.find(organizationId, projectId))?.logo;
    const stored = file !== undefined && isDrawn(file) ? await logos.readDrawn(file) : null;
    if (!stored) return null;
    const { readOwnPng } = await import("./read-logo.ts");
    return readOwnPng(new Uint8Array(stored));
  };

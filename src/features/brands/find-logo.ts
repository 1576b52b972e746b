import type { Logo } from "../../ground/drawing/drawing.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { brandOf, isDrawn } from "./brand.ts";
import type { LogoStore, ProjectKey } from "./logo-store.ts";

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

import type { Logo } from "../../ground/drawing/drawing.ts";
import type { BrandStore } from "./brand-store.ts";
import type { ProjectKey } from "./logo.ts";
import type { LogoStore } from "./logo-store.ts";

/** Whether codes can show a logo: only a PNG. */
export const isDrawn = (file: string | undefined): boolean => file?.endsWith(".png") ?? false;

/** Finds the logo of a project for its codes; null if it has no suitable logo. Throws `service_unavailable`. */
export const findLogo =
  (brands: BrandStore, logos: LogoStore) =>
  async ({ organizationId, projectId }: ProjectKey): Promise<Logo | null> => {
    const { brand } = await brands.find({ organizationId, projectId });
    const file = brand?.logo;
    const stored = file !== undefined && isDrawn(file) ? await logos.readDrawn(file) : null;
    if (!stored) return null;
    const { readOwnPng } = await import("./read-png.ts");
    return readOwnPng(new Uint8Array(stored));
  };

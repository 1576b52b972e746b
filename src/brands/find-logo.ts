import type { Logo } from "../drawing/drawing.ts";
import type { BrandStore } from "./brand-store.ts";
import type { ProjectKey } from "./logo.ts";
import type { LogoStore } from "./logo-store.ts";

/** Whether codes can show a logo: of a PNG or an SVG. */
export const isDrawn = (file: string | undefined): boolean => /\.(?:png|svg)$/.test(file ?? "");

/**
 * Gives the logo of a project as codes show it, or null where it has none that they can show. Throws `service_unavailable`.
 */
export const findLogo =
  (brands: BrandStore, logos: LogoStore) =>
  async ({ organizationId, projectId }: ProjectKey): Promise<Logo | null> => {
    const { brand } = await brands.find({ organizationId, projectId });
    const file = brand?.logo;
    if (file === undefined || !isDrawn(file)) return null;
    const stored = await logos.readDrawn(file);
    const { readDrawnLogo } = await import("./drawn-logo.ts");
    return stored && readDrawnLogo(new Uint8Array(stored), file);
  };

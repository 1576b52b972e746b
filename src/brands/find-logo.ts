import type { BrandStore } from "./brand-store.ts";
import type { LogoMediaType, ProjectKey } from "./logo.ts";
import type { LogoStore } from "./logo-store.ts";

/** A logo as it was uploaded. */
export interface FoundLogo {
  bytes: Uint8Array;
  mediaType: LogoMediaType;
}

/** Gives the logo of a project, or null where it has none. Throws `service_unavailable`. */
export const findLogo =
  (brands: BrandStore, logos: LogoStore) =>
  async ({ organizationId, projectId }: ProjectKey): Promise<FoundLogo | null> => {
    const { brand } = await brands.find({ organizationId, projectId });
    const stored = brand?.logo === undefined ? null : await logos.read(brand.logo);
    return stored && { bytes: new Uint8Array(stored.body), mediaType: stored.mediaType };
  };

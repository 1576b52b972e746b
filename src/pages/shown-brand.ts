import type { Brand } from "../brands/brand.ts";
import { logoPath } from "../brands/logo-path.ts";
import type { Origins } from "../core/origins.ts";
import type { ShownBrand } from "./choice/choice-view.ts";

/** A project's brand as pages show it; undefined without a brand. */
export function shownBrand(brand: Brand | null, origins: Origins): ShownBrand | undefined {
  if (brand === null) return undefined;
  const { logo, ...shown } = brand;
  return { ...shown, ...(logo !== undefined && { logoUrl: origins.shortLink + logoPath(logo) }) };
}

import type { Logo, Outline, OutlinedLogo } from "../../ground/drawing/drawing.ts";
import { pathData, readPath } from "../../ground/drawing/path-data.ts";
import type { BrandStore } from "./brand-store.ts";
import type { ProjectKey } from "./logo.ts";
import type { LogoStore } from "./logo-store.ts";

/** Stored outlines: JSON, with path data in our own format. */
interface StoredOutlines extends Pick<OutlinedLogo, "width" | "height"> {
  outlines: { color: string; rule: Outline["rule"]; data: string }[];
}

/** Serializes the outlines of a logo. */
export function outlinesJson({ width, height, outlines }: OutlinedLogo): string {
  const stored: StoredOutlines = {
    width,
    height,
    outlines: outlines.map(({ color, rule, path }) => ({ color, rule, data: pathData(path) })),
  };
  return JSON.stringify(stored);
}

/** Parses a stored logo: outlines of an SVG, or pixels. It was validated on upload. */
export async function readDrawnLogo(bytes: Uint8Array, file: string): Promise<Logo> {
  if (!file.endsWith(".svg")) {
    const { readOwnPng } = await import("./read-png.ts");
    return readOwnPng(bytes);
  }
  // Written by `outlinesJson`.
  const { width, height, outlines } = JSON.parse(new TextDecoder().decode(bytes)) as StoredOutlines;
  return {
    kind: "outlines",
    width,
    height,
    outlines: outlines.map(({ color, rule, data }) => ({ color, rule, path: readPath(data) })),
  };
}

/** Whether codes can show a logo: only PNG and SVG. */
export const isDrawn = (file: string | undefined): boolean => /\.(?:png|svg)$/.test(file ?? "");

/** Finds the logo of a project for its codes; null if it has no suitable logo. Throws `service_unavailable`. */
export const findLogo =
  (brands: BrandStore, logos: LogoStore) =>
  async ({ organizationId, projectId }: ProjectKey): Promise<Logo | null> => {
    const { brand } = await brands.find({ organizationId, projectId });
    const file = brand?.logo;
    if (file === undefined || !isDrawn(file)) return null;
    const stored = await logos.readDrawn(file);
    return stored && readDrawnLogo(new Uint8Array(stored), file);
  };

import type { BrandedProject } from "../../../features/brands/get-projects.ts";
import { CREATED_AT } from "./link-examples.ts";

export const PROJECT_PATH = { projectId: "demo" };

export const BRAND = {
  name: "Maple & Pine",
  accent: "#c8102e",
  imprintUrl: "https://maple-and-pine.example/imprint",
  privacyUrl: "https://maple-and-pine.example/privacy",
} as const;

/** The project of the example link, without a brand. */
export const PROJECT: BrandedProject = {
  project: { organizationId: "demo", id: "demo", name: "demo", createdAt: CREATED_AT, archivedAt: null },
  brand: null,
};

/** A small SVG logo. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="#c8102e"/></svg>';

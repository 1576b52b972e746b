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

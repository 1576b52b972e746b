import type { Project } from "../../../features/access/project.ts";
import { CREATED_AT } from "./link-examples.ts";

export const PROJECT_PATH = { projectId: "demo" };

export const BRAND = {
  name: "Maple & Pine",
  accent: "#c8102e",
  imprintUrl: "https://maple-and-pine.example/imprint",
  privacyUrl: "https://maple-and-pine.example/privacy",
} as const;

/** The project of the example link, without a brand. */
export const PROJECT: Project = {
  organizationId: "demo",
  id: "demo",
  name: "demo",
  createdAt: CREATED_AT,
  archivedAt: null,
  look: {},
};

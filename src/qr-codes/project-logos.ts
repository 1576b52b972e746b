import type { LogoFile } from "./logo.ts";

/** The logos of projects. `brands/` owns them and does not know this folder, so `wiring.ts` joins the two. */
export interface ProjectLogos {
  /** Null where the project has none. Throws `service_unavailable`. */
  find(project: { organizationId: string; projectId: string }): Promise<LogoFile | null>;
}

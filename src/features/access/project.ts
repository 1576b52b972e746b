import * as z from "zod";
import { label } from "../../ground/core/text.ts";

/** The maximum length of an id of an organization or project, and of a project's name, in Unicode code points. */
export const MAX_ID = 128;

/** A project of an organization. Times are ISO 8601 in UTC. */
export interface Project {
  organizationId: string;
  /** Unique within the organization. It is the `projectId` that API requests name and never changes. */
  id: string;
  name: string;
  createdAt: string;
  /** An archived project takes no new links. Null if it is not archived. */
  archivedAt: string | null;
  settings: ProjectSettings;
}

/** What a project decides for its links. The folder of each part validates it before it is written, and reads it. */
export interface ProjectSettings {
  /** The brand of `brands/`; absent without a brand. */
  brand?: unknown;
  /** The style of `qr-codes/` for codes without their own style; absent for plain codes. */
  codeStyle?: unknown;
  /** The affiliate settings of `brands/`; absent: the deployment's. */
  affiliate?: unknown;
}

const SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/**
 * The id of a new organization or project. It appears in programs, URLs and commands, so it has only characters that are
 * safe in all of them.
 */
export const newOwnerId = z
  .string()
  .regex(
    SLUG,
    "must begin with a letter or digit and have only letters, digits, dots, hyphens and underscores",
  )
  .max(MAX_ID);

/** The id of a project that a person creates. */
export const newProjectId = newOwnerId
  // The URL of the dashboard's form for a new project has "new" in place of an id.
  .refine((id) => id !== "new", 'must not be "new"');

export const projectName = label(MAX_ID);

/**
 * An id for a project called `name`, such as `summer-sale` for "Summer Sale!"; "" if no character of the name can be in
 * an id.
 */
export const proposedProjectId = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_ID)
    .replace(/^-|-$/g, "");

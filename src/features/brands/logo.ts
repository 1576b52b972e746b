import { sha256Hex } from "../../ground/core/digest.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import { canonicalJson } from "../../ground/core/json.ts";

export const MAX_LOGO_BYTES = 128 * 1024;

/** Logo formats: file extension and media type. */
export const LOGO_TYPES = { png: "image/png", jpg: "image/jpeg" } as const;
/** The file extension of a logo. */
export type LogoEnding = keyof typeof LOGO_TYPES;
export type LogoMediaType = (typeof LOGO_TYPES)[LogoEnding];

/** The error for an unsuitable logo, with the reason for the person who uploads it. */
export const invalidLogo = (message: string) => validationFailed([{ field: "logo", message }]);

/** Identifies a project. */
export interface ProjectKey {
  organizationId: string;
  projectId: string;
}

/** A short hash of a project for URLs and keys, which reveals nothing about it. */
export const brandKey = async ({ organizationId, projectId }: ProjectKey): Promise<string> =>
  (await sha256Hex(canonicalJson([organizationId, projectId]))).slice(0, 24);

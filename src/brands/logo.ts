import { canonicalJson } from "../core/canonical-json.ts";
import { sha256Hex } from "../core/digest.ts";
import { validationFailed } from "../core/errors.ts";

/** The largest logo, in bytes. */
export const MAX_LOGO_BYTES = 128 * 1024;

/** The forms of logos: the ending of the file and its media type. */
export const LOGO_TYPES = {
  png: "image/png",
  webp: "image/webp",
  jpg: "image/jpeg",
  svg: "image/svg+xml",
} as const;
/** The ending of a logo's file. */
export type LogoEnding = keyof typeof LOGO_TYPES;
/** The media type of a logo. */
export type LogoMediaType = (typeof LOGO_TYPES)[LogoEnding];

/** Refuses a logo, and says why to the person who uploads it. */
export const invalidLogo = (message: string) => validationFailed([{ field: "logo", message }]);

/** A project among those of all organizations. */
export interface ProjectKey {
  organizationId: string;
  projectId: string;
}

/** A short name of a project for addresses and keys, which says nothing about it. */
export const brandKey = async ({ organizationId, projectId }: ProjectKey): Promise<string> =>
  (await sha256Hex(canonicalJson([organizationId, projectId]))).slice(0, 24);

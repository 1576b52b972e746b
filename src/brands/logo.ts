import { canonicalJson } from "../core/canonical-json.ts";
import { sha256Hex } from "../core/digest.ts";
import { validationFailed } from "../core/errors.ts";
import { decodeUtf8 } from "../core/utf8.ts";

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

/** A logo, ready to be kept. */
export interface Logo {
  /** The beginning of its file's name, which tells the project and the content. */
  begins: string;
  /** Its file. Each upload has one of its own, so that an address always shows one picture, or none. */
  file: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The logo in these bytes. What counts is their beginning, not the media type that a caller names. Throws
 * `validation_failed` for `logo`.
 */
export async function readLogo(
  bytes: Uint8Array<ArrayBuffer>,
  project: ProjectKey,
  newSuffix: () => string,
): Promise<Logo> {
  if (bytes.length === 0 || bytes.length > MAX_LOGO_BYTES)
    throw refused(`must have 1 to ${MAX_LOGO_BYTES} bytes`);
  const ending = endingOf(bytes);
  if (ending === null) throw refused("must be a PNG, WebP, JPEG or SVG picture");
  const content = (await sha256Hex(bytes)).slice(0, 32);
  const begins = `${await brandKey(project)}-${content}-`;
  return { begins, file: `${begins}${newSuffix()}.${ending}`, mediaType: LOGO_TYPES[ending], bytes };
}

const refused = (message: string) => validationFailed([{ field: "logo", message }]);

/** A project among those of all organizations. */
export interface ProjectKey {
  organizationId: string;
  projectId: string;
}

/** A short name of a project for addresses and keys, which says nothing about it. */
export const brandKey = async ({ organizationId, projectId }: ProjectKey): Promise<string> =>
  (await sha256Hex(canonicalJson([organizationId, projectId]))).slice(0, 24);

/** The first bytes of each form, by https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern */
function endingOf(bytes: Uint8Array): LogoEnding | null {
  const begins = (at: number, ...values: number[]) =>
    values.every((value, index) => bytes[at + index] === value);
  if (begins(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png";
  if (begins(0, 0xff, 0xd8, 0xff)) return "jpg";
  if (begins(0, 0x52, 0x49, 0x46, 0x46) && begins(8, 0x57, 0x45, 0x42, 0x50)) return "webp";
  return isSvg(bytes) ? "svg" : null;
}

const SVG = /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*>)*<svg[\s>]/i;

/** Whether the text begins with an `svg` element, after a declaration, comments and a document type. */
function isSvg(bytes: Uint8Array): boolean {
  try {
    return SVG.test(decodeUtf8(bytes));
  } catch {
    return false;
  }
}

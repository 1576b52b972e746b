import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { sha256Hex } from "../core/digest.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import { type Origins, requirePrintable } from "../core/origins.ts";
import { PICTURE_TYPES, pictureFormat } from "../core/picture-format.ts";
import { logoPath } from "./logo-path.ts";
import type { LogoStore } from "./logo-store.ts";
import { plainJpeg, plainPng } from "./plain-picture.ts";

/** The largest picture of a card, in bytes. */
export const MAX_CARD_BYTES = 1024 * 1024;
/** The most pictures that an organization can upload. They are never deleted: any link may use one. */
const MAX_PICTURES = 500;
/** Ends all file names of pictures, where those of logos differ from upload to upload. */
const SUFFIX = "00000000";

/**
 * Stores a picture for cards of links without its metadata, and returns its URL. The first bytes decide its format. The
 * same picture again gets the same URL. Throws `insufficient_scope`, `validation_failed` for `picture`, `quota_exceeded` and
 * `service_unavailable`.
 */
export async function putCardPicture(
  actor: OrganizationActor,
  { bytes }: { bytes: Uint8Array<ArrayBuffer> },
  { logos, origins }: { logos: Pick<LogoStore, "put" | "count">; origins: Origins },
): Promise<string> {
  requireScope(actor, "links:write");
  requirePrintable(origins);
  const refused = (message: string) => validationFailed([{ field: "picture", message }]);
  if (bytes.length > MAX_CARD_BYTES) throw refused(`must have at most ${MAX_CARD_BYTES / 1024} kB`);
  const format = pictureFormat(bytes);
  if (format !== "jpg" && format !== "png") throw refused("must be a PNG or JPEG picture");
  const plain = format === "jpg" ? plainJpeg(bytes) : plainPng(bytes);
  if (!plain) throw refused("is damaged, or larger than 8,000 pixels");
  const [organization, content] = await Promise.all([
    sha256Hex(canonicalJson([actor.organizationId])),
    sha256Hex(plain),
  ]);
  const begins = `${organization.slice(0, 24)}-`;
  if ((await logos.count(begins)) >= MAX_PICTURES)
    throw new ServiceError("quota_exceeded", `An organization can upload ${MAX_PICTURES} pictures.`);
  const file = `${begins}${content.slice(0, 32)}-${SUFFIX}.${format}`;
  await logos.put({ begins, file, mediaType: PICTURE_TYPES[format], bytes: plain, drawn: null });
  return `${origins.shortLink}${logoPath(file)}`;
}

import { sha256Hex } from "../../ground/core/digest.ts";
import { requirePrintable, ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import type { Origins } from "../../ground/core/origins.ts";
import { PICTURE_TYPES, pictureFormat } from "../../ground/core/picture-format.ts";
import type { Logo, Photo } from "../../ground/drawing/drawing.ts";
import type { OrganizationActor } from "../access/actor.ts";
import { requireScope } from "../access/permissions.ts";
import { logoPath } from "./logo-path.ts";
import type { LogoStore, UploadedLogo } from "./logo-store.ts";
import { plainJpeg, plainPng } from "./plain-picture.ts";

/** The largest picture of a card, in bytes. */
export const MAX_CARD_BYTES = 1024 * 1024;
/** The most pictures that an organization can upload. They are never deleted: an earlier version of a link may need one. */
const MAX_PICTURES = 500;
/** Ends all file names of pictures, where those of logos differ from upload to upload. */
const SUFFIX = "00000000";

/** The beginning of the file names of an organization's pictures. */
export const picturesBegin = async (organizationId: string): Promise<string> =>
  `${(await sha256Hex(canonicalJson([organizationId]))).slice(0, 24)}-`;

/**
 * Stores a picture for cards of links without its metadata, and returns its URL. The same picture again gets the same URL.
 * Throws `validation_failed` for `picture` and `quota_exceeded`.
 */
export async function putCardPicture(
  actor: OrganizationActor,
  { bytes }: { bytes: Uint8Array<ArrayBuffer> },
  { logos, origins }: { logos: Pick<LogoStore, "put" | "count">; origins: Origins },
): Promise<string> {
  requireScope(actor, "links:write");
  requirePrintable(origins);
  const picture = await readCardPicture(bytes, actor.organizationId);
  if ((await logos.count(picture.begins)) >= MAX_PICTURES)
    throw new ServiceError("quota_exceeded", `An organization can upload ${MAX_PICTURES} pictures.`);
  await logos.put(picture);
  return `${origins.shortLink}${logoPath(picture.file)}`;
}

/** A picture without its metadata, as R2 stores it. Its first bytes decide its format. Throws `validation_failed` for `picture`. */
export async function readCardPicture(
  bytes: Uint8Array<ArrayBuffer>,
  organizationId: string,
): Promise<UploadedLogo> {
  const refused = (message: string) => validationFailed([{ field: "picture", message }]);
  if (bytes.length > MAX_CARD_BYTES) throw refused(`must have at most ${MAX_CARD_BYTES / 1024} kB`);
  const format = pictureFormat(bytes);
  if (format !== "jpg" && format !== "png") throw refused("must be a PNG or JPEG picture");
  const plain = format === "jpg" ? plainJpeg(bytes) : plainPng(bytes);
  if (!plain) throw refused("is damaged, or larger than 8,000 pixels");
  const begins = await picturesBegin(organizationId);
  const file = `${begins}${(await sha256Hex(plain)).slice(0, 32)}-${SUFFIX}.${format}`;
  return { begins, file, mediaType: PICTURE_TYPES[format], bytes: plain, drawn: null };
}

const FILE = /^[0-9a-f-]+\.(?:png|jpg)$/;

/** Whether the picture of a link can be printed: one that was uploaded, as pages of others can change or disappear. */
export const isPrintable = (url: string | null, origins: Origins): boolean => fileOf(url, origins) !== null;

function fileOf(url: string | null, { shortLink }: Origins): string | null {
  const begin = `${shortLink}${logoPath("")}`;
  const file = url?.startsWith(begin) ? url.slice(begin.length) : "";
  return FILE.test(file) ? file : null;
}

/**
 * Reads an uploaded picture for print. Null for one that is missing, and for one that a PDF would show otherwise than a
 * browser: a turned, CMYK or interlaced picture.
 */
export async function readPrintPicture(
  url: string | null,
  { logos, origins }: { logos: Pick<LogoStore, "read">; origins: Origins },
): Promise<Logo | Photo | null> {
  const file = fileOf(url, origins);
  const stored = file === null ? null : await logos.read(file);
  if (!stored) return null;
  const bytes = new Uint8Array(stored.body);
  if (stored.mediaType === "image/jpeg") return photoOf(bytes);
  const { readPng } = await import("./read-png.ts");
  return readPng(bytes).catch(() => null);
}

/** The frame of a JPEG that was stored without its metadata (ITU-T T.81, annex B); of Exif, only a turn is left. */
function photoOf(jpeg: Uint8Array): Photo | null {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.length);
  for (let at = 2; at + 10 <= jpeg.length; at += 2 + view.getUint16(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    const isTurned = marker === 0xe1;
    if (jpeg[at] !== 0xff || isTurned) return null;
    if (marker < 0xc0 || marker > 0xcf || [0xc4, 0xc8, 0xcc].includes(marker)) continue;
    const [height, width, values] = [view.getUint16(at + 5), view.getUint16(at + 7), jpeg[at + 9]];
    return values === 1 || values === 3 ? { width, height, jpeg, isGray: values === 1 } : null;
  }
  return null;
}

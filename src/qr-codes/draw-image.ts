import { validationFailed } from "../core/errors.ts";
import { parseQrCodeId } from "../core/ids.ts";
import { md5Etag } from "../platform/response-headers.ts";
import { type Level, maxBytes } from "./capacities.ts";
import { contentOf, levelsFor, symbolSide } from "./encodable.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import { hasRoomForLogo, lookOf, type ProjectLogos } from "./looks.ts";
import type { QrCodeImage } from "./read-image.ts";
import type { QrCodeStore } from "./store.ts";

export interface DrawImageInput {
  qrCodeId: string;
  format: ImageFormat;
  options: ImageOptions;
  /** The logo was not asked for, but belongs to a saved style: a code that cannot have it is drawn without. */
  mayLackLogo?: boolean;
}

/**
 * Draws the image of a QR code, or gives null where there is no such code. It is public, and depends only on the URL that
 * the code encodes, on the options and on the logo of the link's project where they ask for it. Throws
 * `validation_failed` for a level that cannot hold that URL, for a size that is too small for its modules and for a logo
 * that is not there, and `service_unavailable`.
 */
export async function drawImage(
  { qrCodeId, format, options: asked, mayLackLogo = false }: DrawImageInput,
  { qrCodes, projectLogos }: { qrCodes: QrCodeStore; projectLogos: ProjectLogos },
): Promise<QrCodeImage | null> {
  const parts = parseQrCodeId(qrCodeId);
  const qrCode = parts && (await qrCodes.find(parts.linkId, parts.identifier));
  if (!qrCode) return null;
  const { linkId, encodedUrl } = qrCode;
  const { options, logo } = await lookOf(asked, encodedUrl, async () => {
    const link = await qrCodes.findLink(linkId);
    return link && projectLogos.find(link);
  });
  if (options.logo !== asked.logo && !mayLackLogo) throw noLogo(encodedUrl);
  if (symbolSide(encodedUrl, options.level) === null) throw tooLong(encodedUrl, options.level);
  const { draw } = await import("./draw.ts");
  const body = await draw(encodedUrl, format, options, logo);
  return { body, etag: await md5Etag(body) };
}

function noLogo(encodedUrl: string) {
  const message = hasRoomForLogo(encodedUrl)
    ? "the project of this link has no logo that codes can show: upload a PNG or an SVG"
    : "has no room in a code with an address of more than 58 characters";
  return validationFailed([{ field: "logo", message }]);
}

function tooLong(url: string, level: Level) {
  const { length } = contentOf(url);
  const fitting = levelsFor([url]).join(", ");
  const message = `must be one of ${fitting}: at ${level} a code holds ${maxBytes(level)} bytes, and its URL has ${length}`;
  return validationFailed([{ field: "level", message }]);
}

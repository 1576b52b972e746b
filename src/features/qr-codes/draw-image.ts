import { validationFailed } from "../../ground/core/errors.ts";
import { parseQrCodeId } from "../../ground/core/ids.ts";
import { md5Etag } from "../../ground/platform/http-headers.ts";
import { contentOf, type Level, levelsFor, maxBytes, symbolSide } from "./capacities.ts";
import type { DrawImageInput } from "./image-options.ts";
import type { QrCodeImage } from "./image-store.ts";
import type { QrCodeStore } from "./qr-code-store.ts";
import { hasRoomForLogo, type ProjectLogos, resolveStyle } from "./resolve-style.ts";

/**
 * Draws the image of a QR code; null if the code doesn't exist. The image is public, and depends only on the encoded URL,
 * the options and, if requested, the logo of the link's project. Throws `validation_failed` for a level at which the URL
 * doesn't fit, a size too small for the modules, and a missing logo.
 */
export async function drawImage(
  { qrCodeId, format, options: asked, mayLackLogo = false }: DrawImageInput,
  { qrCodes, projectLogos }: { qrCodes: QrCodeStore; projectLogos: ProjectLogos },
): Promise<QrCodeImage | null> {
  const parts = parseQrCodeId(qrCodeId);
  const qrCode = parts && (await qrCodes.find(parts.linkId, parts.identifier));
  if (!qrCode) return null;
  const { linkId, encodedUrl } = qrCode;
  const { options, logo } = await resolveStyle(asked, encodedUrl, async () => {
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
    ? "the link's project has no logo for codes: upload a PNG"
    : "does not fit into a code whose URL has more than 58 characters";
  return validationFailed([{ field: "logo", message }]);
}

function tooLong(url: string, level: Level) {
  const { length } = contentOf(url);
  const fitting = levelsFor([url]).join(", ");
  const message = `must be one of ${fitting}: at ${level} a code can store ${maxBytes(level)} bytes, but the URL has ${length}`;
  return validationFailed([{ field: "level", message }]);
}

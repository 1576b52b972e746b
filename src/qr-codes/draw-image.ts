import { validationFailed } from "../core/errors.ts";
import { parseQrCodeId } from "../core/ids.ts";
import { md5Etag } from "../platform/etag.ts";
import { type Level, maxBytes } from "./capacities.ts";
import { contentOf, levelsFor, symbolSide } from "./encodable.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { ImageOptions } from "./image-options.ts";
import type { QrCodeImage } from "./read-image.ts";
import type { QrCodeStore } from "./store.ts";

export interface DrawImageInput {
  qrCodeId: string;
  format: ImageFormat;
  options: ImageOptions;
}

/**
 * Draws the image of a QR code, or gives null where there is no such code. It is public and never changes, because it
 * depends only on the URL that the code encodes and on the options. Throws `validation_failed` for a level that cannot
 * hold that URL and for a size that is too small for its modules, and `service_unavailable`.
 */
export async function drawImage(
  { qrCodeId, format, options }: DrawImageInput,
  { qrCodes }: { qrCodes: QrCodeStore },
): Promise<QrCodeImage | null> {
  const parts = parseQrCodeId(qrCodeId);
  const qrCode = parts && (await qrCodes.find(parts.linkId, parts.identifier));
  if (!qrCode) return null;
  const { level, ...rest } = options;
  if (symbolSide(qrCode.encodedUrl, level) === null) throw tooLong(qrCode.encodedUrl, level);
  const { DRAW, symbolOf } = await import("./draw.ts");
  const body = await DRAW[format]({ ...rest, modules: symbolOf(qrCode.encodedUrl, level) });
  return { body, etag: await md5Etag(body) };
}

function tooLong(url: string, level: Level) {
  const { length } = contentOf(url);
  const fitting = levelsFor([url]).join(", ");
  const message = `must be one of ${fitting}: at ${level} a code holds ${maxBytes(level)} bytes, and its URL has ${length}`;
  return validationFailed([{ field: "level", message }]);
}

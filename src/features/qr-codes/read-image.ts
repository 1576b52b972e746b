import { parseQrCodeId } from "../../ground/core/ids.ts";
import { md5Etag } from "../../ground/platform/response-headers.ts";
import type { ImageStore } from "./image-store.ts";
import type { QrCodeStore } from "./qr-code-store.ts";

/** The image of a QR code, and its entity tag. */
export interface QrCodeImage {
  body: ArrayBuffer | Uint8Array<ArrayBuffer> | string;
  etag: string;
}

/**
 * The plain SVG image of a QR code; null if the code doesn't exist. It comes from R2 or, on the first request or if R2
 * fails, is drawn and stored in R2 after the response. It is public and never changes, because it depends only on the
 * encoded URL. Throws `service_unavailable` if R2 has no image and D1 does not respond.
 */
export async function readImage(
  qrCodeId: string,
  { qrCodes, images }: { qrCodes: QrCodeStore; images: ImageStore },
): Promise<QrCodeImage | null> {
  const parts = parseQrCodeId(qrCodeId);
  if (!parts) return null;
  // Query both stores in parallel, so that a first request waits no longer than any other.
  const found = qrCodes.find(parts.linkId, parts.identifier);
  // If R2 has the image, a D1 failure doesn't matter; otherwise it is thrown below.
  found.catch(() => {});
  const stored = await images.read(qrCodeId);
  if (stored) return stored;
  const qrCode = await found;
  if (!qrCode) return null;
  const { drawPlainSvg } = await import("./draw.ts");
  const svg = drawPlainSvg(qrCode.encodedUrl);
  images.keep(qrCodeId, svg);
  return { body: svg, etag: await md5Etag(svg) };
}

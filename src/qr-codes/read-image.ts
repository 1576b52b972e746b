import { parseQrCodeId } from "../core/ids.ts";
import { md5Etag } from "../platform/response-headers.ts";
import type { ImageStore } from "./image-store.ts";
import type { QrCodeStore } from "./store.ts";

/** The image of a QR code, and its entity tag. */
export interface QrCodeImage {
  body: ArrayBuffer | Uint8Array<ArrayBuffer> | string;
  etag: string;
}

/**
 * The plain image of a QR code, an SVG, or null where there is no such code: from R2 or, at the first request and where
 * R2 has lost it or is down, drawn and then put into R2 after the response. It is public and never changes, because it
 * depends only on the URL it encodes. Throws `service_unavailable` where R2 has no image and D1 does not answer.
 */
export async function readImage(
  qrCodeId: string,
  { qrCodes, images }: { qrCodes: QrCodeStore; images: ImageStore },
): Promise<QrCodeImage | null> {
  const parts = parseQrCodeId(qrCodeId);
  if (!parts) return null;
  // Both stores are asked at once, so that a first request waits no longer than any other.
  const found = qrCodes.find(parts.linkId, parts.identifier);
  // Where R2 has the image, it does not matter that D1 failed; where not, the failure is thrown below.
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

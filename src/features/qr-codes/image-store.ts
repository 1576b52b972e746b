import { parseQrCodeId } from "../../ground/core/ids.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { md5Etag } from "../../ground/platform/http-headers.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { QrCodeStore } from "./qr-code-store.ts";

const imageKey = (qrCodeId: string): string => `${qrCodeId}.svg`;

/** An image: its bytes and R2's entity tag. */
interface StoredImage {
  body: ArrayBuffer;
  etag: string;
}

/** Images of QR codes in R2. */
export type ImageStore = ReturnType<typeof imageStore>;

export function imageStore(bucket: R2Bucket, waitUntil: WaitUntil) {
  async function get(qrCodeId: string): Promise<StoredImage | null> {
    const object = await bucket.get(imageKey(qrCodeId));
    return object && { body: await object.arrayBuffer(), etag: object.httpEtag };
  }
  return {
    /** Stores the image of a QR code after the response. If R2 fails, the image is drawn again next time. */
    keep(qrCodeId: string, svg: string): void {
      const httpMetadata = { contentType: "image/svg+xml" };
      const put = within(SERVICE_DEADLINES.r2Put, bucket.put(imageKey(qrCodeId), svg, { httpMetadata }));
      waitUntil(put.catch(() => {}));
    },
    /** The stored image, or null if there is none or R2 does not respond in time. Never throws. */
    async read(qrCodeId: string): Promise<StoredImage | null> {
      try {
        return await within(SERVICE_DEADLINES.r2Get, get(qrCodeId));
      } catch {
        return null;
      }
    },
  };
}

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

import type { WaitUntil } from "../platform/background.ts";
import { DEADLINES, within } from "../platform/deadlines.ts";

const imageKey = (qrCodeId: string): string => `${qrCodeId}.svg`;

/** Images of QR codes in R2. */
export type ImageStore = ReturnType<typeof imageStore>;

export function imageStore(bucket: R2Bucket, waitUntil: WaitUntil) {
  return {
    /** Keeps the image of a QR code. Rejects where R2 fails or hangs. */
    async put(qrCodeId: string, svg: string): Promise<void> {
      const httpMetadata = { contentType: "image/svg+xml" };
      await within(DEADLINES.r2Put, bucket.put(imageKey(qrCodeId), svg, { httpMetadata }));
    },
    /** The stored image, or null where there is none or R2 does not answer in time. Never throws. */
    async read(qrCodeId: string): Promise<{ body: ReadableStream; etag: string } | null> {
      try {
        const object = await within(DEADLINES.r2Get, bucket.get(imageKey(qrCodeId)));
        return object && { body: object.body, etag: object.httpEtag };
      } catch {
        return null;
      }
    },
    /** Deletes an image that no QR code refers to, after the answer. */
    discard(qrCodeId: string): void {
      waitUntil(bucket.delete(imageKey(qrCodeId)).catch(() => {}));
    },
  };
}

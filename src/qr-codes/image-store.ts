import type { ImageStore } from "../links/ports.ts";
import { within } from "../platform/within.ts";

/** How long storing one image may take before the link is created without it, in milliseconds. */
const R2_LIMIT_MS = 2_000;

/** How long R2 may take to answer before an image is rendered anew, in milliseconds. */
const READ_LIMIT_MS = 1_000;

const imageKey = (qrCodeId: string): string => `${qrCodeId}.svg`;

export function imageStore(bucket: R2Bucket, waitUntil: (work: Promise<unknown>) => void): ImageStore {
  return {
    async put(qrCodeId, svg) {
      await within(
        R2_LIMIT_MS,
        bucket.put(imageKey(qrCodeId), svg, { httpMetadata: { contentType: "image/svg+xml" } }),
      );
    },
    async read(qrCodeId) {
      try {
        const object = await within(READ_LIMIT_MS, bucket.get(imageKey(qrCodeId)));
        return object && { body: object.body, etag: object.httpEtag };
      } catch {
        return null;
      }
    },
    discard(qrCodeId) {
      waitUntil(bucket.delete(imageKey(qrCodeId)).catch(() => {}));
    },
  };
}

import type { WaitUntil } from "../../ground/platform/background.ts";
import { DEADLINES, within } from "../../ground/platform/deadlines.ts";

const imageKey = (qrCodeId: string): string => `${qrCodeId}.svg`;

/** An image: its bytes and R2's entity tag. */
export interface StoredImage {
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
      const put = within(DEADLINES.r2Put, bucket.put(imageKey(qrCodeId), svg, { httpMetadata }));
      waitUntil(put.catch(() => {}));
    },
    /** The stored image, or null if there is none or R2 does not respond in time. Never throws. */
    async read(qrCodeId: string): Promise<StoredImage | null> {
      try {
        return await within(DEADLINES.r2Get, get(qrCodeId));
      } catch {
        return null;
      }
    },
  };
}

import { serviceUnavailable } from "../core/errors.ts";
import type { WaitUntil } from "../platform/background.ts";
import { DEADLINES, within } from "../platform/deadlines.ts";
import { LOGO_TYPES, type Logo, type LogoEnding, type LogoMediaType } from "./logo.ts";

/** Where R2 has the file of a logo. */
const objectKey = (file: string): string => `brands/${file}`;

/** Logos of brands in R2. */
export type LogoStore = ReturnType<typeof logoStore>;

export function logoStore(bucket: R2Bucket, waitUntil: WaitUntil) {
  return {
    /** Keeps a logo. Throws `service_unavailable` where R2 fails: a brand must not name a picture that is not there. */
    async put({ file, mediaType, bytes }: Logo): Promise<void> {
      const httpMetadata = { contentType: mediaType };
      try {
        await within(DEADLINES.r2Put, bucket.put(objectKey(file), bytes, { httpMetadata }));
      } catch (cause) {
        throw serviceUnavailable(cause);
      }
    },
    /** Removes a logo that no brand names any more, after the answer. One that stays takes room and does no harm. */
    remove(file: string): void {
      waitUntil(within(DEADLINES.r2Put, bucket.delete(objectKey(file))).catch(() => {}));
    },
    /** The picture and its media type, or null where there is none. Throws `service_unavailable`. */
    async read(file: string): Promise<{ body: ArrayBuffer; mediaType: LogoMediaType } | null> {
      const ending = file.slice(file.lastIndexOf(".") + 1) as LogoEnding; // A file with another ending is not there.
      const get = async () => {
        const object = await bucket.get(objectKey(file));
        return object && { body: await object.arrayBuffer(), mediaType: LOGO_TYPES[ending] };
      };
      try {
        return await within(DEADLINES.r2Get, get());
      } catch (cause) {
        throw serviceUnavailable(cause);
      }
    },
  };
}

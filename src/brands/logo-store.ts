import { serviceUnavailable } from "../core/errors.ts";
import type { WaitUntil } from "../platform/background.ts";
import { DEADLINES, within } from "../platform/deadlines.ts";
import { LOGO_TYPES, type LogoEnding, type LogoMediaType } from "./logo.ts";
import type { UploadedLogo } from "./read-logo.ts";

/** Where R2 has the file of a logo that pages show, and the same logo as codes show it. */
const pageKey = (file: string): string => `brands/${file}`;
const drawnKey = (file: string): string => `drawn-brands/${file}`;

/** Logos of brands in R2. */
export type LogoStore = ReturnType<typeof logoStore>;

export function logoStore(bucket: R2Bucket, waitUntil: WaitUntil) {
  const found = async (key: string): Promise<ArrayBuffer | null> => {
    const get = async () => (await bucket.get(key))?.arrayBuffer() ?? null;
    try {
      return await within(DEADLINES.r2Get, get());
    } catch (cause) {
      throw serviceUnavailable(cause);
    }
  };
  return {
    /** Stores a logo. Throws `service_unavailable` where R2 fails: a brand must not name a picture that is not there. */
    async put({ file, mediaType, bytes, drawn }: UploadedLogo): Promise<void> {
      const httpMetadata = { contentType: mediaType };
      try {
        const puts = [
          bucket.put(pageKey(file), bytes, { httpMetadata }),
          ...(drawn ? [bucket.put(drawnKey(file), drawn)] : []),
        ];
        await within(DEADLINES.r2Put, Promise.all(puts));
      } catch (cause) {
        throw serviceUnavailable(cause);
      }
    },
    /** Removes a logo that no brand names any more, after the answer. One that stays takes room and does no harm. */
    remove(file: string): void {
      const both = [pageKey(file), drawnKey(file)];
      waitUntil(within(DEADLINES.r2Put, bucket.delete(both)).catch(() => {}));
    },
    /** The picture that pages show and its media type, or null where there is none. Throws `service_unavailable`. */
    async read(file: string): Promise<{ body: ArrayBuffer; mediaType: LogoMediaType } | null> {
      const ending = file.slice(file.lastIndexOf(".") + 1) as LogoEnding; // A file with another ending is not there.
      const body = await found(pageKey(file));
      return body && { body, mediaType: LOGO_TYPES[ending] };
    },
    /** What codes show, as it was stored, or null where there is none. Throws `service_unavailable`. */
    readDrawn: (file: string): Promise<ArrayBuffer | null> => found(drawnKey(file)),
  };
}

import { serviceUnavailable } from "../core/errors.ts";
import type { WaitUntil } from "../platform/background.ts";
import { DEADLINES, within } from "../platform/deadlines.ts";
import { LOGO_TYPES, type LogoEnding, type LogoMediaType } from "./logo.ts";
import type { UploadedLogo } from "./read-logo.ts";

/** The R2 keys of a logo for pages, and of the same logo for codes. */
const pageKey = (file: string): string => `brands/${file}`;
const drawnKey = (file: string): string => `drawn-brands/${file}`;

/** The objects of a logo, as R2 stores them. */
export const logoObjects = ({ file, mediaType, bytes, drawn }: UploadedLogo) => [
  { key: pageKey(file), bytes, httpMetadata: { contentType: mediaType } },
  ...(drawn ? [{ key: drawnKey(file), bytes: drawn, httpMetadata: {} }] : []),
];

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
    /** Stores a logo. Throws `service_unavailable` if R2 fails: a brand must not refer to a missing picture. */
    async put(logo: UploadedLogo): Promise<void> {
      try {
        const puts = logoObjects(logo).map(({ key, bytes, httpMetadata }) =>
          bucket.put(key, bytes, { httpMetadata }),
        );
        await within(DEADLINES.r2Put, Promise.all(puts));
      } catch (cause) {
        throw serviceUnavailable(cause);
      }
    },
    /** How many pictures have names that begin like this, up to 1,000. Throws `service_unavailable`. */
    async count(begins: string): Promise<number> {
      try {
        const found = await within(DEADLINES.r2Get, bucket.list({ prefix: pageKey(begins) }));
        return found.objects.length;
      } catch (cause) {
        throw serviceUnavailable(cause);
      }
    },
    /** Removes an unused logo after the response. If that fails, it only wastes space. */
    remove(file: string): void {
      const both = [pageKey(file), drawnKey(file)];
      waitUntil(within(DEADLINES.r2Put, bucket.delete(both)).catch(() => {}));
    },
    /** The picture for pages with its media type; null if there is none. Throws `service_unavailable`. */
    async read(file: string): Promise<{ body: ArrayBuffer; mediaType: LogoMediaType } | null> {
      const ending = file.slice(file.lastIndexOf(".") + 1) as LogoEnding; // Files with other extensions don't exist.
      const body = await found(pageKey(file));
      return body && { body, mediaType: LOGO_TYPES[ending] };
    },
    /** The stored logo for codes; null if there is none. Throws `service_unavailable`. */
    readDrawn: (file: string): Promise<ArrayBuffer | null> => found(drawnKey(file)),
  };
}

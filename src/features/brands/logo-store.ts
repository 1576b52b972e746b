import { sha256Hex } from "../../ground/core/digest.ts";
import { serviceUnavailable, validationFailed } from "../../ground/core/errors.ts";
import { canonicalJson } from "../../ground/core/json.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";

export const MAX_LOGO_BYTES = 128 * 1024;

/** Logo formats: file extension and media type. */
export const LOGO_TYPES = { png: "image/png", jpg: "image/jpeg" } as const;
/** The file extension of a logo. */
type LogoEnding = keyof typeof LOGO_TYPES;
type LogoMediaType = (typeof LOGO_TYPES)[LogoEnding];

/** The error for an unsuitable logo, with the reason for the person who uploads it. */
export const invalidLogo = (message: string) => validationFailed([{ field: "logo", message }]);

/** Identifies a project. */
export interface ProjectKey {
  organizationId: string;
  projectId: string;
}

/** A short hash of a project for URLs and keys, which reveals nothing about it. */
export const brandKey = async ({ organizationId, projectId }: ProjectKey): Promise<string> =>
  (await sha256Hex(canonicalJson([organizationId, projectId]))).slice(0, 24);

/** A logo, ready to be stored. */
export interface UploadedLogo {
  /** The beginning of its file name, derived from project and content. */
  begins: string;
  /** Its file. Each upload has its own file, so that a URL never changes its picture. */
  file: string;
  mediaType: string;
  /** The picture for pages. */
  bytes: Uint8Array<ArrayBuffer>;
  /** The logo for codes; null for a JPEG, which only pages show. */
  drawn: Uint8Array<ArrayBuffer> | null;
}

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
  const onR2 = async <T>(deadline: number, call: Promise<T>): Promise<T> => {
    try {
      return await within(deadline, call);
    } catch (cause) {
      throw serviceUnavailable(cause);
    }
  };
  const found = async (key: string): Promise<ArrayBuffer | null> => {
    const get = async () => (await bucket.get(key))?.arrayBuffer() ?? null;
    return onR2(SERVICE_DEADLINES.r2Get, get());
  };
  const list = async (options: R2ListOptions): Promise<R2Object[]> =>
    (await onR2(SERVICE_DEADLINES.r2Get, bucket.list(options))).objects;
  return {
    /** Stores a logo. Throws `service_unavailable` if R2 fails: a brand must not refer to a missing picture. */
    async put(logo: UploadedLogo): Promise<void> {
      const puts = logoObjects(logo).map(({ key, bytes, httpMetadata }) =>
        bucket.put(key, bytes, { httpMetadata }),
      );
      await onR2(SERVICE_DEADLINES.r2Put, Promise.all(puts));
    },
    /** How many pictures have names that begin like this, up to 1,000. */
    count: async (begins: string): Promise<number> => (await list({ prefix: pageKey(begins) })).length,
    /** The file after `after` whose name begins like this; undefined after the last. */
    async next(begins: string, after: string): Promise<string | undefined> {
      const place = after === "" ? {} : { startAfter: pageKey(after) };
      const [found] = await list({ prefix: pageKey(begins), limit: 1, ...place });
      return found?.key.slice(pageKey("").length);
    },
    /** Removes an unused logo after the response. If that fails, it only wastes space. */
    remove(file: string): void {
      const both = [pageKey(file), drawnKey(file)];
      waitUntil(within(SERVICE_DEADLINES.r2Put, bucket.delete(both)).catch(() => {}));
    },
    /** The picture for pages with its media type; null if there is none. */
    async read(file: string): Promise<{ body: ArrayBuffer; mediaType: LogoMediaType } | null> {
      const ending = file.slice(file.lastIndexOf(".") + 1) as LogoEnding; // Files with other extensions don't exist.
      const body = await found(pageKey(file));
      return body && { body, mediaType: LOGO_TYPES[ending] };
    },
    /** The stored logo for codes; null if there is none. */
    readDrawn: (file: string): Promise<ArrayBuffer | null> => found(drawnKey(file)),
  };
}

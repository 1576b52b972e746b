import { serviceUnavailable } from "../../ground/core/errors.ts";
import { concat } from "../../ground/drawing/compress.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { Progress } from "./export.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** All parts but the last have one size, and at least this: https://developers.cloudflare.com/r2/objects/upload-objects/ */
const PART_BYTES = 5 * 1024 * 1024;

const archiveKey = (id: string): string => `exports/${id}.zip`;
/** The bytes at the end of what was added that fill no part yet. */
const restKey = (id: string, step: number): string => `exports/${id}/${step}`;

/** The archives of exports in R2. */
export type ArchiveStore = ReturnType<typeof archiveStore>;

/** The archives in `bucket`. */
export function archiveStore(bucket: R2Bucket) {
  const onR2 = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await within(SERVICE_DEADLINES.exportPart, call());
    } catch (cause) {
      throw serviceUnavailable(cause);
    }
  };
  const uploadOf = async (id: string, uploadId: string | null): Promise<R2MultipartUpload> =>
    uploadId === null
      ? onR2(() =>
          bucket.createMultipartUpload(archiveKey(id), { httpMetadata: { contentType: "application/zip" } }),
        )
      : bucket.resumeMultipartUpload(archiveKey(id), uploadId);
  return {
    /** The bytes that an export with this progress still has to put into a part. */
    async rest(id: string, { step }: Progress): Promise<Bytes> {
      if (step === 0) return new Uint8Array();
      const object = await onR2(async () => (await bucket.get(restKey(id, step)))?.arrayBuffer());
      if (!object) throw serviceUnavailable(new Error(`R2 lost a part of the export ${id}`));
      return new Uint8Array(object);
    },
    /**
     * Adds bytes to an archive: whole parts to the upload, the rest to a separate object. Until the caller has stored the
     * returned progress, the earlier progress stays valid.
     */
    async append(
      id: string,
      progress: Progress,
      rest: Bytes,
      bytes: Bytes,
    ): Promise<{ progress: Progress; rest: Bytes }> {
      let left = concat([rest, bytes]);
      const { uploadId } = progress;
      const upload = await uploadOf(id, uploadId);
      const parts = [...progress.parts];
      for (; left.length >= PART_BYTES; left = left.slice(PART_BYTES)) {
        const part = left.slice(0, PART_BYTES);
        parts.push(await onR2(() => upload.uploadPart(parts.length + 1, part)));
      }
      const step = progress.step + 1;
      await onR2(() => bucket.put(restKey(id, step), left));
      return { progress: { ...progress, uploadId: upload.uploadId, parts, step }, rest: left };
    },
    /** Writes the end of an archive, and returns its size in bytes. A repeat finds it whole. */
    async finish(id: string, { uploadId, parts }: Progress, rest: Bytes, end: Bytes): Promise<number> {
      const whole = await onR2(() => bucket.head(archiveKey(id)));
      if (whole) return whole.size;
      const upload = await uploadOf(id, uploadId);
      const last = await onR2(() => upload.uploadPart(parts.length + 1, concat([rest, end])));
      return (await onR2(() => upload.complete([...parts, last]))).size;
    },
    /** Deletes what only earlier progress needed. */
    forget: (id: string, { step }: Progress) => onR2(() => bucket.delete(restKey(id, step))),
    /** Deletes an archive with all that belongs to it. R2 itself aborts unfinished uploads after 7 days. */
    async remove(id: string): Promise<void> {
      const { objects } = await onR2(() => bucket.list({ prefix: `exports/${id}/` }));
      await onR2(() => bucket.delete([archiveKey(id), ...objects.map(({ key }) => key)]));
    },
    /** The whole archive; null if R2 has none. */
    read: (id: string): Promise<R2ObjectBody | null> => onR2(() => bucket.get(archiveKey(id))),
  };
}

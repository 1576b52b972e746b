import { serviceUnavailable } from "../../ground/core/errors.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";

const keyOf = ({ organizationId, id }: { organizationId: string; id: string }): string =>
  `sales/${encodeURIComponent(organizationId)}/${id}`;

/** The files of drafts in R2, from their upload until they are confirmed or discarded. Both throw `service_unavailable`. */
export type DraftFiles = ReturnType<typeof draftFiles>;

export function draftFiles(bucket: R2Bucket) {
  const onR2 = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await within(SERVICE_DEADLINES.exportPart, call());
    } catch (cause) {
      throw serviceUnavailable(cause);
    }
  };
  return {
    put: (draft: { organizationId: string; id: string }, file: Uint8Array): Promise<unknown> =>
      onR2(() => bucket.put(keyOf(draft), file)),
    /** The file of a draft; null if there is none. */
    read: (draft: { organizationId: string; id: string }): Promise<Uint8Array | null> =>
      onR2(async () => {
        const object = await bucket.get(keyOf(draft));
        return object && new Uint8Array(await object.arrayBuffer());
      }),
    remove: (drafts: readonly { organizationId: string; id: string }[]): Promise<void> =>
      onR2(() => bucket.delete(drafts.map(keyOf))),
  };
}

import { serviceUnavailable } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import { within } from "../../ground/platform/deadlines.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";

const PREFIX = "sales/";
/** Characters of an id up to the end of its time. */
const TIME_LENGTH = "sal_".length + 10;
const keyOf = ({ organizationId, id }: { organizationId: string; id: string }): string =>
  `${PREFIX}${encodeURIComponent(organizationId)}/${id}`;

/** The files of drafts in R2, from their upload until they are confirmed or discarded. All but `remove` throw `service_unavailable`. */
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
    /** Deletes the file of a draft. If R2 fails, `removeOld` does it later. */
    remove: (draft: { organizationId: string; id: string }): Promise<void> =>
      onR2(() => bucket.delete(keyOf(draft))).catch(() => undefined),
    /** Deletes the files of all drafts that were added until `time`, whatever became of them. */
    async removeOld(time: Date): Promise<void> {
      // Ids begin with their time.
      const last = newId("sal", time).slice(0, TIME_LENGTH);
      for (let cursor: string | undefined, isLast = false; !isLast; ) {
        const page = await onR2(() => bucket.list({ prefix: PREFIX, ...(cursor && { cursor }) }));
        const old = page.objects.filter(
          ({ key }) => key.slice(key.lastIndexOf("/") + 1).slice(0, TIME_LENGTH) <= last,
        );
        if (old.length > 0) await onR2(() => bucket.delete(old.map(({ key }) => key)));
        isLast = !page.truncated;
        cursor = page.truncated ? page.cursor : undefined;
      }
    },
  };
}

import { DAY_MS } from "../../ground/core/days.ts";
import { type RunQueue, STALLED_MS } from "../../ground/platform/queue.ts";
import { type EditMessage, RETENTION_DAYS } from "./bulk-edit.ts";
import type { BulkEditStore } from "./bulk-edit-store.ts";

const SENT_PER_RUN = 10;
const DELETED_PER_RUN = 100;

interface JobDependencies {
  bulkEdits: BulkEditStore;
  runQueue: RunQueue<EditMessage>;
  now: () => Date;
}

/** Job: resends the message of running bulk edits without progress, because the queue rejected or lost it. */
export async function resumeBulkEdits({ bulkEdits, runQueue, now }: JobDependencies): Promise<void> {
  const before = new Date(now().getTime() - STALLED_MS);
  for (const message of await bulkEdits.stalled(before, now(), SENT_PER_RUN)) {
    await runQueue.send(message);
    await bulkEdits.touch(message.editId, now());
  }
}

/** Job: deletes bulk edits that were started more than 30 days ago. */
export async function deleteOldBulkEdits({
  bulkEdits,
  due,
}: Pick<JobDependencies, "bulkEdits"> & { due: Date }): Promise<void> {
  await bulkEdits.removeBefore(new Date(due.getTime() - RETENTION_DAYS * DAY_MS), DELETED_PER_RUN);
}

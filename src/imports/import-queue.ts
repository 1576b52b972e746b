import { DEADLINES, within } from "../platform/deadlines.ts";

/** A request to create the next rows of a running import. */
export interface ImportMessage {
  organizationId: string;
  importId: string;
}

/** Whether `value`, received from the queue, is a valid message. */
export function isImportMessage(value: unknown): value is ImportMessage {
  if (typeof value !== "object" || value === null) return false;
  const { organizationId, importId } = value as Partial<Record<keyof ImportMessage, unknown>>; // read only
  return typeof organizationId === "string" && typeof importId === "string";
}

/** The queue of imports. */
export type ImportQueue = ReturnType<typeof importQueue>;

export const importQueue = (queue: Queue<ImportMessage>) => ({
  /** Throws if the queue doesn't accept the message in time. */
  async send({ organizationId, importId }: ImportMessage): Promise<void> {
    await within(DEADLINES.queueSend, queue.send({ organizationId, importId }));
  },
});

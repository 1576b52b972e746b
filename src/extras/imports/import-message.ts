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

import type { MemberActor } from "../access/actor.ts";
import { ServiceError } from "../core/errors.ts";
import { type Origins, requirePrintable } from "../core/origins.ts";
import type { WaitUntil } from "../platform/background.ts";
import type { Log } from "../platform/log.ts";
import type { RunQueue } from "../platform/queue.ts";
import { requireImport } from "./import-access.ts";
import type { ImportMessage } from "./import-message.ts";
import type { ImportStore } from "./import-store.ts";

interface StartDependencies {
  imports: ImportStore;
  runQueue: RunQueue<ImportMessage>;
  origins: Origins;
  now: () => Date;
  waitUntil: WaitUntil;
  log: Log;
}

/**
 * Starts creating the links of all good rows, and with `doubtful` also of doubtful rows, as this member. A queue
 * message requests the first chunk after the response; each chunk requests the next. If the queue rejects the message,
 * the cron job sends it later. A repeat changes nothing. Throws `insufficient_scope`, `not_found` and
 * `service_unavailable`.
 */
export async function startImport(
  actor: MemberActor,
  { importId, doubtful }: { importId: string; doubtful: boolean },
  { imports, runQueue, origins, now, waitUntil, log }: StartDependencies,
): Promise<void> {
  const found = await requireImport(actor, importId, { imports });
  requirePrintable(origins);
  const { shortLink, api } = origins;
  const started = { ...found, memberId: actor.id, origins: { shortLink, api } };
  if (!(await imports.start(started, now(), doubtful))) return;
  const message = { organizationId: found.organizationId, importId };
  waitUntil(runQueue.send(message).catch((cause: unknown) => log("error", "import", { ...message, cause })));
}

/**
 * Deletes an import and its rows; its links stay. Throws `insufficient_scope`, `not_found`, `service_unavailable`, and
 * `precondition_failed` while it runs.
 */
export async function deleteImport(
  actor: MemberActor,
  { importId }: { importId: string },
  { imports }: { imports: ImportStore },
): Promise<void> {
  const { state } = await requireImport(actor, importId, { imports });
  if (state === "running") {
    throw new ServiceError("precondition_failed", "The import is running. Wait until it is done.");
  }
  await imports.remove(importId);
}

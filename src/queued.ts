import type { Env } from "./env.ts";
import { handleImportMessages } from "./imports/import-jobs.ts";
import { isImportMessage } from "./imports/import-queue.ts";
import { gatherWork } from "./platform/background.ts";
import type { Received } from "./platform/queue.ts";
import { takeWakes } from "./webhooks/wake.ts";
import { openDependencies } from "./wiring.ts";

/** Processes messages of imports, and waits until all work that they started has ended. */
export async function takeImports(messages: readonly Received[], env: Env): Promise<void> {
  const { waitUntil, settled } = gatherWork();
  const dependencies = openDependencies(env, waitUntil);
  await handleImportMessages(messages, dependencies);
  for (const { body } of messages)
    if (isImportMessage(body)) waitUntil(dependencies.wakes.after(body.organizationId));
  await settled();
}

/** Takes the messages that wake the delivery of events off their queue. */
export const takeWebhooks = (messages: readonly Received[], env: Env): Promise<void> =>
  takeWakes(
    messages,
    openDependencies(env, () => {}),
  );

import type { Env } from "./env.ts";
import { handleImportMessages } from "./imports/handle-import-messages.ts";
import { gatherWork } from "./platform/background.ts";
import type { Received } from "./platform/queue.ts";
import { openDependencies } from "./wiring.ts";

/** Processes messages of imports, and waits until all work that they started has ended. */
export async function takeImports(messages: readonly Received[], env: Env): Promise<void> {
  const { waitUntil, settled } = gatherWork();
  await handleImportMessages(messages, openDependencies(env, waitUntil));
  await settled();
}

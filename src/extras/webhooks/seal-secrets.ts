import { PREFIX, type SecretBox } from "./secrets.ts";
import type { WebhookStore } from "./webhook-store.ts";

/** How many webhooks a run seals. */
const BATCH = 100;

/** Job: seals the secrets that were stored as they are before the operator set WEBHOOK_SECRET_KEY. */
export async function sealSecrets({
  webhooks,
  secretBox,
}: {
  webhooks: Pick<WebhookStore, "unsealed" | "seal">;
  secretBox: SecretBox;
}): Promise<void> {
  if (!secretBox.seals) return;
  for (const stored of await webhooks.unsealed(BATCH)) {
    const sealed = async (text: string) =>
      text.startsWith(PREFIX) ? await secretBox.seal(stored.id, text) : text;
    const { secret, formerSecret: former } = stored;
    const formerSecret = former === null ? null : await sealed(former);
    await webhooks.seal(stored, { secret: await sealed(secret), formerSecret });
  }
}

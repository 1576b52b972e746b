import type { SecretBox } from "./secrets.ts";
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
  const sealed = async (id: string, stored: string) => {
    const secret = await secretBox.open(id, stored);
    // A former secret can be sealed with a key that is lost.
    return secret === null ? stored : secretBox.seal(id, secret);
  };
  const found = await webhooks.unsealed(BATCH);
  const changes = found.map(async (from) => {
    const { id, secret, formerSecret } = from;
    const former = formerSecret === null ? null : await sealed(id, formerSecret);
    return { from, to: { ...from, secret: await sealed(id, secret), formerSecret: former } };
  });
  await webhooks.seal(await Promise.all(changes));
}

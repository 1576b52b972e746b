import type { DisabledReason } from "../../../extras/events/catalog.ts";
import { listWebhooks } from "../../../extras/webhooks/manage-webhooks.ts";
import { mayManageWebhooks } from "../../../features/access/permissions.ts";
import type { AttentionRequest, KnownAttention } from "./attention-line.ts";

const DISABLED: Readonly<Record<DisabledReason, string>> = {
  gone: "Its URL is gone",
  failing: "It failed for five days",
  secret_unreadable: "It needs a new secret",
};

/** Webhooks that the service switched off. */
export async function disabledWebhooks({ actor, dependencies }: AttentionRequest): Promise<KnownAttention> {
  const webhooks = mayManageWebhooks(actor) ? await listWebhooks(actor, dependencies) : [];
  const lines = webhooks.flatMap(({ id, url, disabledBecause }) =>
    disabledBecause === null
      ? []
      : {
          kind: "webhook.disabled",
          icon: "cross" as const,
          path: `/webhooks/${id}`,
          name: new URL(url).host,
          text: `${DISABLED[disabledBecause]}, so the webhook was switched off.`,
        },
  );
  return { lines };
}

import { ALERT_TYPES } from "../../../extras/events/event.ts";
import type { Delivery } from "../../../extras/webhooks/delivery-store.ts";
import { getWebhook } from "../../../extras/webhooks/manage-webhooks.ts";
import { chatOf } from "../../../extras/webhooks/send.ts";
import type { Webhook } from "../../../extras/webhooks/webhook.ts";
import { Button, type Emphasis, Form } from "../components/actions.tsx";
import { Badge } from "../components/badge.tsx";
import { Time } from "../components/facts.tsx";
import type { DashboardContext } from "../layout/context.ts";

/** The webhook in the path, for the verbs. */
export const idOf = (c: DashboardContext) => ({ webhookId: c.req.param("id") ?? "" });

/** The webhook that the path names. */
export const loadWebhook = (c: DashboardContext): Promise<Webhook> =>
  getWebhook(c.var.workspace.actor, idOf(c), c.var.dependencies);

/** Whether a webhook posts sentences to a chat, which checks no signatures, rather than events to a system. */
export const isChat = (url: string): boolean => URL.canParse(url) && chatOf(url)?.bodyOf !== undefined;

/** A webhook that tells people of alerts, and nothing else. The API can send other events to a chat too. */
export const isNotice = ({ url, types }: Pick<Webhook, "url" | "types">): boolean =>
  isChat(url) && (types ?? ["all"]).every((type) => ALERT_TYPES.some((each) => each === type));

/** The tab of the settings for a webhook. */
export const tabOf = (webhook: Webhook): "Notify me" | "Webhooks" =>
  isNotice(webhook) ? "Notify me" : "Webhooks";

/** What a channel or system is called. */
export const nameOf = ({ description, url }: Webhook): string => description || new URL(url).host;

/** Why a webhook is off, or that it fails; nothing where all is well. */
export const stateNote = ({ status, disabledBecause, failingSince }: Webhook): string | null => {
  if (disabledBecause === "gone") return "The URL responded that it is gone (410), so the webhook is off.";
  if (disabledBecause === "failing") return "No event was accepted for five days, so the webhook is off.";
  if (disabledBecause === "secret_unreadable")
    return "The service can no longer read the signing secret, so the webhook is off. Make a new secret: then everything that it missed is sent.";
  return status === "active" && failingSince !== null ? "The last event was not accepted." : null;
};

/** Whether a webhook is on. */
export const StateBadge = ({ status, disabledBecause }: Webhook) =>
  status === "active" ? (
    <Badge kind="good">On</Badge>
  ) : (
    <Badge kind={disabledBecause ? "bad" : "quiet"}>Off</Badge>
  );

export const DELIVERY_BADGES = {
  pending: <Badge kind="warn">Waiting</Badge>,
  delivered: <Badge kind="good">Delivered</Badge>,
  failed: <Badge kind="bad">Failed</Badge>,
};

/** What became of what was sent last, and when. */
export const LastDelivery = ({ delivery }: { delivery: Delivery | undefined }) =>
  delivery ? (
    <>
      {DELIVERY_BADGES[delivery.state]} <Time at={delivery.last?.at ?? null} none="" />
    </>
  ) : (
    <span class="quiet">Nothing yet</span>
  );

/** A form with one button, which may send a value. */
export const Act = (form: {
  action: string;
  label: string;
  name?: string;
  value?: string;
  emphasis?: Emphasis;
}) => (
  <Form action={form.action}>
    {form.name && <input type="hidden" name={form.name} value={form.value} />}
    <Button emphasis={form.emphasis ?? "plain"}>{form.label}</Button>
  </Form>
);

import type { OrganizationActor } from "../access/actor.ts";
import { decodeCursor, encodeCursor } from "../core/cursor.ts";
import { ServiceError } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import type { EventStore } from "../events/event-store.ts";
import type { Delivery, DeliveryStore } from "./delivery-store.ts";
import { getWebhook } from "./manage-webhooks.ts";
import type { WebhookStore } from "./webhook-store.ts";

/**
 * Delivers an event to a webhook, again or for the first time, with all of its attempts; without an event, a test. Throws what
 * `getWebhook` throws, and `not_found` for an event that the webhook does not get.
 */
export async function deliverAgain(
  actor: OrganizationActor,
  { webhookId, eventId }: { webhookId: string; eventId?: string | undefined },
  {
    webhooks,
    deliveries,
    events,
    now,
  }: {
    webhooks: WebhookStore;
    deliveries: DeliveryStore;
    events: EventStore;
    now: () => Date;
  },
): Promise<Delivery> {
  const webhook = await getWebhook(actor, { webhookId }, { webhooks });
  if (eventId === undefined)
    return deliveries.deliver(webhook, { id: newId("evt", now()), type: "webhook.test" }, now());
  const event = await events.find(webhook.organizationId, eventId);
  if (!event || (webhook.projectId !== null && webhook.projectId !== event.projectId))
    throw new ServiceError("not_found", "There is no such event.");
  return deliveries.deliver(webhook, event, now());
}

/** A page of a webhook's deliveries, the newest events first. */
export async function listDeliveries(
  actor: OrganizationActor,
  { webhookId, limit, cursor }: { webhookId: string; limit: number; cursor?: string | undefined },
  { webhooks, deliveries }: { webhooks: WebhookStore; deliveries: DeliveryStore },
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  const webhook = await getWebhook(actor, { webhookId }, { webhooks });
  const list = `deliveries ${webhook.organizationId} ${webhookId}`;
  const before = cursor === undefined ? "~" : decodeCursor(list, cursor);
  const found = await deliveries.list(webhook, before, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return { deliveries: page, nextCursor: last ? encodeCursor(list, last.id) : null };
}

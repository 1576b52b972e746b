import type { OrganizationActor } from "../../features/access/actor.ts";
import { requireWebhookManager } from "../../features/access/permissions.ts";
import { type IdempotentWrite, newClaim, replay, type WriteResult } from "../../features/writes/claim.ts";
import { decodeCursor, pageOf } from "../../ground/core/cursor.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import type { EventStore } from "../events/event-store.ts";
import type { Delivery, DeliveryStore } from "./delivery-store.ts";
import { getWebhook } from "./manage-webhooks.ts";
import type { WebhookStore } from "./webhook-store.ts";

interface DeliverAgainInput {
  webhookId: string;
  /** Absent: a test is sent. */
  eventId?: string | undefined;
  idempotency: IdempotentWrite<Delivery> | null;
}

/**
 * Delivers an event to a webhook, again or for the first time, with all of its attempts. Throws what `getWebhook` throws,
 * `idempotency_conflict`, and `not_found` for an event that the webhook does not get.
 */
export async function deliverAgain(
  actor: OrganizationActor,
  { webhookId, eventId, idempotency }: DeliverAgainInput,
  {
    webhooks,
    deliveries,
    events,
    ...dependencies
  }: { webhooks: WebhookStore; deliveries: DeliveryStore; events: EventStore; now: () => Date },
): Promise<WriteResult<Delivery>> {
  const webhook = await getWebhook(actor, { webhookId }, { webhooks });
  const now = dependencies.now();
  const event = eventId === undefined ? null : await events.find(webhook.organizationId, eventId);
  const isOther = webhook.projectId !== null && webhook.projectId !== event?.projectId;
  if (eventId !== undefined && (!event || isOther))
    throw new ServiceError("not_found", "There is no such event.");
  const delivery: Delivery = {
    id: event?.id ?? newId("evt", now),
    eventType: event?.type ?? "webhook.test",
    state: "pending",
    attempts: 0,
    nextAttemptAt: now.toISOString(),
    last: null,
  };
  const owner = `${webhookId} ${newId("evt", now)}`;
  const claim = idempotency && newClaim(idempotency, owner, idempotency.receipt(delivery), now);
  const outcome = await deliveries.deliver(webhook, delivery, now, claim);
  return outcome.kind === "claimed" ? replay(outcome.claim, idempotency) : { kind: "made", value: delivery };
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
  const { items, nextCursor } = pageOf(list, found, limit, ({ id }) => id);
  return { deliveries: items, nextCursor };
}

/** The newest delivery of each webhook that has one, by the webhook's id. Throws what `listWebhooks` throws. */
export async function listLatestDeliveries(
  actor: OrganizationActor,
  { deliveries }: { deliveries: DeliveryStore },
): Promise<ReadonlyMap<string, Delivery>> {
  requireWebhookManager(actor);
  return deliveries.latest(actor.organizationId);
}

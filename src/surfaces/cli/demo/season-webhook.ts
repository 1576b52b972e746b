import { eventStore } from "../../../extras/events/event-store.ts";
import { deliveryStore } from "../../../extras/webhooks/delivery-store.ts";
import { createWebhook } from "../../../extras/webhooks/manage-webhooks.ts";
import { secretBox } from "../../../extras/webhooks/secrets.ts";
import { webhookStore } from "../../../extras/webhooks/webhook-store.ts";
import type { MemberActor } from "../../../features/access/actor.ts";
import { projectStore } from "../../../features/access/project-store.ts";
import { domainStore } from "../../../features/addresses/domain-store.ts";
import { madeBy } from "../../../features/writes/claim.ts";
import { HOUR_MS } from "../../../ground/core/days.ts";
import type { Origins } from "../../../ground/core/origins.ts";

const SHOWN = 8;

/** A webhook of the season whose server was down for a while: some events were sent again, and one was given up. */
export async function addSeasonWebhook(
  owner: MemberActor,
  projectId: string,
  now: Date,
  { db, origins, key }: { db: D1Database; origins: Origins; key: Uint8Array<ArrayBuffer> },
): Promise<void> {
  const { organizationId } = owner;
  const deliveries = deliveryStore(db);
  const stores = { webhooks: webhookStore(db), projects: projectStore(db), domains: domainStore(db) };
  const url = "https://hooks.maple-and-pine.example/links";
  const input = { url, projectId, description: "Shop system", idempotency: null };
  const dependencies = { ...stores, secretBox: secretBox(key), origins, routes: null, now: () => now };
  const { webhook } = madeBy(await createWebhook(owner, input, dependencies));
  const filter = { types: ["link.created", "link.status_changed"] as const, projects: [projectId] };
  const { events } = await eventStore(db).after(organizationId, 0, filter, SHOWN);
  for (const { id, type } of events) await deliveries.deliver(webhook, { id, eventType: type }, now);
  // The lease ends with its beginning: what the service itself delivers is not held up.
  const leased = (await deliveries.lease("demo", now, now, 1_000)).find(({ id }) => id === webhook.id);
  if (!leased) return;
  const outcomes = events.map(({ id }, index) => {
    const isLost = index === 1;
    const attempts = isLost ? 17 : index < 4 ? 3 : 1;
    const attempt = isLost
      ? { status: 503, ms: 20, response: "Service Unavailable" }
      : { status: 200, ms: 110 + 17 * index, response: '{"received":true}' };
    const state = isLost ? ("failed" as const) : ("delivered" as const);
    const at = new Date(now.getTime() - (SHOWN - index) * HOUR_MS).toISOString();
    return { id, state, attempts, nextAttemptAt: null, at, attempt };
  });
  const health = { failures: 0, failingSince: null, notBefore: null, disabledBecause: null };
  await deliveries.record(leased, outcomes, health, now);
}

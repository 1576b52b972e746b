import { DAY_MS } from "../../ground/core/days.ts";
import type { Received } from "../../ground/platform/background.ts";
import { within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import { type DeliveryContext, deliverEvents, MAX_WEBHOOKS_AT_ONCE } from "./deliver.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { WebhookStore } from "./webhook-store.ts";

/** How long deliveries are stored, in milliseconds. */
const RETENTION_MS = 30 * DAY_MS;
/** The delay of a message, in seconds: it covers everything that happens before. */
const DELAY = 1;

/** State of this isolate: when it sent its last message, in milliseconds. */
let lastSent = 0;

/** The queue whose messages wake the delivery. */
export type Wakes = ReturnType<typeof wakes>;

/** Sends messages to `queue`. */
export function wakes(
  queue: Queue<object>,
  webhooks: Pick<WebhookStore, "hasActive">,
  log: Log,
  now: () => Date,
) {
  const send = async (delaySeconds: number): Promise<void> => {
    await within(SERVICE_DEADLINES.queueSend, queue.send({}, { delaySeconds }));
  };
  return {
    send,
    /** Has what happened in an organization delivered, if it has webhooks. Never throws: the cron finds it anyway. */
    async after(organizationId: string): Promise<void> {
      try {
        if (!(await webhooks.hasActive(organizationId, now()))) return;
        const time = now().getTime();
        if (Math.abs(time - lastSent) < DELAY * 1_000) return;
        lastSent = time;
        await send(DELAY);
      } catch (cause) {
        log("error", "wake webhooks", { cause });
      }
    },
  };
}

/** The dependencies of the queue and the cron. */
type WakeDependencies = DeliveryContext & { wakes: Wakes; deliveries: DeliveryStore };

/** Queue: delivers what is due, and has what is left delivered by a further message. */
export async function dequeueWakes(
  received: readonly Received[],
  dependencies: WakeDependencies,
): Promise<void> {
  const next = await deliverEvents(dependencies, MAX_WEBHOOKS_AT_ONCE);
  for (const message of received) message.ack();
  // If the queue is down, the cron continues.
  if (next) await dependencies.wakes.send(next.inSeconds).catch(() => {});
}

/**
 * Job: wakes due deliveries, as a message may be lost. If the queue is down it delivers here, to one webhook at a
 * time, because other jobs make requests in the same invocation. Deletes old deliveries.
 */
export async function deliverToWebhooks(dependencies: WakeDependencies): Promise<void> {
  const { deliveries, wakes, now } = dependencies;
  if (await deliveries.isAnyReady(now())) await wakes.send(0).catch(() => deliverEvents(dependencies, 1));
  await deliveries.forget(new Date(now().getTime() - RETENTION_MS));
}

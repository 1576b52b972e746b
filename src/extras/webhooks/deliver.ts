import { EVENT_TYPES } from "../../features/writes/event.ts";
import { backoff, DAY_MS, HOUR_MS } from "../../ground/core/days.ts";
import { timeOfId } from "../../ground/core/ids.ts";
import { CORRELATION_ID } from "../../ground/platform/correlation-id.ts";
import type { Log } from "../../ground/platform/log.ts";
import { type EventBody, eventBody } from "../events/event.ts";
import type { EventStore } from "../events/event-store.ts";
import type { Delivery, DeliveryOutcome, DeliveryStore, Health, LeasedWebhook } from "./delivery-store.ts";
import { type SecretBox, signatureOf } from "./secrets.ts";
import { messageFor, send, type TestBody } from "./send.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** An invocation of a Worker may have six requests that wait for headers; each webhook has one at a time. */
export const MAX_WEBHOOKS_AT_ONCE = 5;
/** How long a run sends to one webhook, and how long its lease is, in milliseconds. The lease outlasts the last attempt. */
const SENDS_FOR = 30 * SECOND;
const LEASE = 90 * SECOND;
/** A response that took longer is slow. All webhooks of a run wait for the slowest, so that one has less time. */
const SLOW = SECOND;
const SENDS_SLOWLY_FOR = 2 * SECOND;
/** The most that a run does for one webhook, so that a run needs fewer than 50 queries, the limit of the Free plan. */
const ROUNDS = 2;
const DELIVERIES = 50;
/** So often a delivery is tried, within about three days. */
const ATTEMPTS = 17;
/** These ask for a pause, or come from a proxy whose server is down or slow. */
const SLOW_DOWN = [429, 502, 503, 504];
/** So many failures within a day, and no success for five days after the first, switch a webhook off. */
const FAILURES = 3;
const FAILING_FOR = 5 * DAY_MS;

/** The dependencies of a run. */
export interface DeliveryContext {
  deliveries: DeliveryStore;
  events: EventStore;
  secretBox: SecretBox;
  now: () => Date;
  random: () => number;
  newLeaseId: () => string;
  log: Log;
}

/** When the next run is needed, as far as this run knows; null: at the next event. */
type NextRun = { inSeconds: number } | null;

/**
 * Sends what is due to up to `limit` webhooks, side by side and to each one after the other. An event is delivered at least
 * once: a run that dies before it has recorded what it sent sends it again.
 */
export async function deliverEvents(context: DeliveryContext, limit: number): Promise<NextRun> {
  const started = context.now();
  const until = new Date(started.getTime() + LEASE);
  const webhooks = await context.deliveries.lease(context.newLeaseId(), started, until, limit);
  const nexts = await Promise.all(
    webhooks.map(async (webhook): Promise<number> => {
      try {
        return await serve(webhook, context);
      } catch (cause) {
        // Its lease ends, and the cron finds it again.
        context.log("error", "webhook", { webhookId: webhook.id, cause });
        return Number.POSITIVE_INFINITY;
      }
    }),
  );
  const next = Math.min(...nexts, webhooks.length === limit ? 0 : Number.POSITIVE_INFINITY);
  // Later ones are the cron's.
  return next < MINUTE ? { inSeconds: Math.ceil(next / SECOND) } : null;
}

/**
 * Serves one webhook: reads what is due, attempts it, records the outcomes, and once more. Gives in how many milliseconds it
 * has something to do again.
 */
async function serve(leased: LeasedWebhook, context: DeliveryContext): Promise<number> {
  const { deliveries, now } = context;
  const pace = paceFrom(now);
  const secrets = await secretsOf(leased, context);
  let webhook = leased;
  let nextMs = Number.POSITIVE_INFINITY;
  for (let round = 1; ; round++) {
    webhook = await addNew(webhook, context);
    const due = await deliveries.due(webhook, now(), DELIVERIES);
    if (due.length === 0) break;
    const attempted = await attemptDue(webhook, secrets, due, pace, context);
    const { outcomes, health } = attempted;
    await deliveries.record(webhook, outcomes, health, now());
    webhook = { ...webhook, failures: health.failures, failingSince: health.failingSince };
    nextMs = Math.min(nextMs, attempted.nextMs);
    if (isPaused(health)) break;
    if (round === ROUNDS || pace.isOver()) {
      nextMs = 0;
      break;
    }
  }
  await deliveries.release(webhook, now());
  return nextMs;
}

/** The time that a run has for one webhook: less once a response was slow. */
interface Pace {
  isOver(): boolean;
  /** Adds the time that a response took, in milliseconds. */
  add(ms: number): void;
}

function paceFrom(now: () => Date): Pace {
  const end = now().getTime() + SENDS_FOR;
  let waited = 0;
  let isSlow = false;
  return {
    isOver: () => now().getTime() > end || (isSlow && waited > SENDS_SLOWLY_FOR),
    add(ms) {
      waited += ms;
      isSlow ||= ms > SLOW;
    },
  };
}

/** Whether a webhook gets nothing more in this run. */
const isPaused = ({ notBefore, disabledBecause }: Health): boolean =>
  notBefore !== null || disabledBecause !== null;

/**
 * Attempts the due deliveries one after the other, until the webhook is paused or its time is over; the others stay due.
 * `nextMs`: in how many milliseconds the first of them is due again.
 */
async function attemptDue(
  webhook: LeasedWebhook,
  secrets: readonly string[],
  due: Awaited<ReturnType<DeliveryStore["due"]>>,
  pace: Pace,
  context: DeliveryContext,
): Promise<{ outcomes: DeliveryOutcome[]; health: Health; nextMs: number }> {
  const { now, log } = context;
  const { failures, failingSince } = webhook;
  const disabledBecause = secrets.length > 0 ? null : "secret_unreadable";
  if (disabledBecause) log("error", "webhook", { webhookId: webhook.id, disabledBecause });
  const outcomes: DeliveryOutcome[] = [];
  let health: Health = { failures, failingSince, notBefore: null, disabledBecause };
  let nextMs = Number.POSITIVE_INFINITY;
  for (const { delivery, event } of due) {
    if (pace.isOver() || isPaused(health)) break;
    const message = event ? eventBody(event, webhook.apiOrigin) : testBody(delivery, webhook);
    const correlationId = event?.correlationId ?? null;
    const outcome = await attempt(webhook, secrets, delivery, { message, correlationId }, context);
    outcomes.push(outcome);
    pace.add(outcome.attempt.ms);
    health = healthAfter(health, outcome, now());
    if (outcome.nextAttemptAt !== null)
      nextMs = Math.min(nextMs, Date.parse(outcome.nextAttemptAt) - now().getTime());
  }
  return { outcomes, health, nextMs };
}

/** Adds the deliveries of new events; returns the webhook with its new position. */
async function addNew(
  webhook: LeasedWebhook,
  { deliveries, events, now }: DeliveryContext,
): Promise<LeasedWebhook> {
  const { organizationId, position, projectId } = webhook;
  const types = webhook.types ?? EVENT_TYPES;
  const filter = { types, projects: projectId === null ? ("all" as const) : [projectId] };
  const { events: found, last } = await events.after(organizationId, position, filter, 2 * DELIVERIES);
  if (last === position) return webhook;
  await deliveries.add(webhook, found, last, now());
  return { ...webhook, position: last };
}

/** The secrets that sign now, without those that can't be read; none if that is so of the current secret. */
async function secretsOf(
  { id, secret, formerSecret, formerUntil }: LeasedWebhook,
  { secretBox, now }: DeliveryContext,
): Promise<string[]> {
  const isRotating = formerSecret !== null && formerUntil !== null && formerUntil > now().toISOString();
  const current = await secretBox.open(id, secret);
  const former = isRotating ? await secretBox.open(id, formerSecret) : null;
  return current === null ? [] : [current, ...(former === null ? [] : [former])];
}

async function attempt(
  { url }: LeasedWebhook,
  secrets: readonly string[],
  { id, attempts }: Delivery,
  { message, correlationId }: { message: EventBody | TestBody; correlationId: string | null },
  { now, random }: DeliveryContext,
): Promise<DeliveryOutcome> {
  const body = messageFor(url, message);
  const at = now();
  const seconds = Math.floor(at.getTime() / SECOND);
  const signatures = secrets.map((secret) => signatureOf(secret, id, seconds, body));
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "shoppable-links-webhooks/1.0",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": (await Promise.all(signatures)).join(" "),
    ...(correlationId !== null && { [CORRELATION_ID]: correlationId }),
  };
  const sent = await send(url, headers, body);
  const tried = { id, attempts: attempts + 1, at: at.toISOString(), attempt: sent };
  if (isSuccess(sent.status)) return { ...tried, state: "delivered", nextAttemptAt: null };
  if (sent.status === 410 || tried.attempts === ATTEMPTS)
    return { ...tried, state: "failed", nextAttemptAt: null };
  const wait = backoff(tried.attempts, { first: 5 * SECOND, most: DAY_MS }, { random });
  const pause = Math.min(sent.retryAfterMs ?? 0, DAY_MS);
  const nextAttemptAt = new Date(now().getTime() + Math.max(wait, pause)).toISOString();
  return { ...tried, state: "pending", nextAttemptAt };
}

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

const testBody = ({ id }: Delivery, { id: webhookId, apiOrigin }: LeasedWebhook): TestBody => ({
  id,
  type: "webhook.test",
  timestamp: (timeOfId(id) ?? new Date(0)).toISOString(),
  related: { type: "webhook", id: webhookId, url: `${apiOrigin}/v1/webhooks/${webhookId}` },
  data: { webhookId },
});

/** The health of a webhook after an attempt. */
function healthAfter(
  before: Health,
  { attempt: { status, retryAfterMs = 0 } }: DeliveryOutcome,
  now: Date,
): Health {
  const fine: Health = { failures: 0, failingSince: null, notBefore: null, disabledBecause: null };
  if (isSuccess(status)) return fine;
  const since = before.failingSince === null ? now : new Date(before.failingSince);
  // Isolated failures don't count together until there were several within a day.
  const isNew = before.failures < FAILURES && now.getTime() - since.getTime() > DAY_MS;
  const failures = isNew ? 1 : before.failures + 1;
  const failingSince = isNew ? now : since;
  const isOver = failures >= FAILURES && now.getTime() - failingSince.getTime() >= FAILING_FOR;
  const isSlow = status === null || SLOW_DOWN.includes(status) || retryAfterMs > 0;
  const wait = backoff(failures, { first: MINUTE, most: HOUR_MS });
  const pause = Math.max(wait, Math.min(retryAfterMs, DAY_MS));
  return {
    failures,
    failingSince: failingSince.toISOString(),
    notBefore: isSlow ? new Date(now.getTime() + pause).toISOString() : null,
    disabledBecause: status === 410 ? "gone" : isOver ? "failing" : null,
  };
}

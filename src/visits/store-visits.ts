import { DAY_MS } from "../core/days.ts";
import { newId } from "../core/ids.ts";
import type { Log } from "../platform/log.ts";
import { isLastTry, type Received, retryDelay } from "../platform/queue.ts";
import { type VisitMessage, visitMessage } from "./message.ts";
import { addVisits, deleteVisitMessages } from "./store.ts";

/** The longest pause between two tries, in seconds. Ten tries take less than three hours. */
const LONGEST_DELAY = 1_200;

/**
 * How long the id of a counted message is kept, in milliseconds: two days, because a message can come again
 * during the three hours of its tries. And how many ids a run deletes: those of a minute with 1,600 messages a second.
 */
const IDS_KEPT_MS = 2 * DAY_MS;
const IDS_PER_RUN = 100_000;

/**
 * Queue: adds a batch of visit messages to the counters. What cannot be stored now is retried, and ends in the
 * dead-letter queue after the tries that wrangler.toml allows.
 */
export async function storeVisits(
  received: readonly Received[],
  { db, log }: { db: D1Database; log: Log },
): Promise<void> {
  const good: { message: Received; body: VisitMessage }[] = [];
  const bad: Received[] = [];
  for (const message of received) {
    const { data: body } = visitMessage.safeParse(message.body);
    if (body) good.push({ message, body });
    else bad.push(message);
  }
  if (bad.length > 0) retry(bad, new TypeError("not a visit message"), log);
  if (good.length === 0) return;
  const messages = good.map(({ message }) => message);
  try {
    await addVisits(
      db,
      good.map(({ body }) => body),
    );
  } catch (error) {
    retry(messages, error, log);
    return;
  }
  for (const message of messages) message.ack();
}

function retry(messages: readonly Received[], cause: unknown, log: Log): void {
  const [{ attempts = 1 } = {}] = messages;
  log("error", "store visits", { messages: messages.length, attempts, cause });
  const dead = messages.filter(isLastTry).length;
  if (dead > 0) log("error", "dead letter", { queue: "visits", messages: dead });
  for (const message of messages) {
    message.retry({ delaySeconds: retryDelay(message.attempts, LONGEST_DELAY) });
  }
}

/** Job: deletes the ids of messages that cannot come again. Ids begin with their time, so earlier ids are older. */
export async function forgetMessages({ db, due }: { db: D1Database; due: Date }): Promise<void> {
  const before = new Date(due.getTime() - IDS_KEPT_MS);
  const first = newId("vis", before, (length) => new Uint8Array(length));
  await deleteVisitMessages(db, first, IDS_PER_RUN);
}

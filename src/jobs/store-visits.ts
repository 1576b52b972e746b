import { ServiceError } from "../domain/errors.ts";
import { newId } from "../domain/ids.ts";
import { isVisitMessage, type VisitMessage } from "../domain/visit-message.ts";
import type { Env } from "../env.ts";
import { addVisits, deleteVisitMessages } from "../storage/visits.ts";

/** Seconds until the next try: 10, doubled each time up to 20 minutes. Ten tries take less than three hours. */
const retryDelay = (attempts: number): number => Math.min(10 * 2 ** (attempts - 1), 1_200);

/**
 * How long the id of a counted message is kept, in milliseconds: two days, as a message can come again for the
 * three hours of its tries. And how many go in one run: what a minute of 1,600 messages a second leaves.
 */
const IDS_KEPT_MS = 2 * 24 * 60 * 60 * 1_000;
const IDS_PER_RUN = 100_000;

type Received = Pick<Message<unknown>, "body" | "attempts" | "ack" | "retry">;

/**
 * Queue: adds a batch of visit messages to the counters. What cannot be stored now comes again, and ends in the
 * dead-letter queue after the tries that wrangler.toml allows.
 */
export async function storeVisits(received: readonly Received[], env: Pick<Env, "DB">): Promise<void> {
  const good: { message: Received; body: VisitMessage }[] = [];
  for (const message of received) {
    if (isVisitMessage(message.body)) good.push({ message, body: message.body });
    else retry(message, new TypeError("not a visit message"));
  }
  try {
    await addVisits(
      env.DB,
      good.map(({ body }) => body),
    );
    for (const { message } of good) message.ack();
  } catch (error) {
    // D1 is down: all of them come again. Refused: one message must not keep back the others.
    const alone = good.length > 1 && !(error instanceof ServiceError);
    for (const { message } of good) {
      if (alone) await storeVisits([message], env);
      else retry(message, error);
    }
  }
}

function retry(message: Received, cause: unknown): void {
  console.error(JSON.stringify({ job: "store visits", attempts: message.attempts, cause: String(cause) }));
  message.retry({ delaySeconds: retryDelay(message.attempts) });
}

/** Cron: forgets messages that cannot come again. Ids begin with their time; this one is the first of its time. */
export async function forgetMessages(env: Env, now: Date): Promise<void> {
  const first = newId("vis", new Date(now.getTime() - IDS_KEPT_MS), (length) => new Uint8Array(length));
  await deleteVisitMessages(env.DB, first, IDS_PER_RUN);
}

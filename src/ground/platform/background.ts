import { backoff } from "../core/days.ts";
import { isUnavailable } from "./d1.ts";

/** Keeps work running after the response: the runtime's `waitUntil`, or that of `gatherWork` in a job. */
export type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Gathers background work without a request. `waitUntil` adds work; `settled` resolves once all of it has ended, including
 * work that was added while waiting. The work has to report its own failures.
 */
export function gatherWork(): { waitUntil: WaitUntil; settled(): Promise<void> } {
  const open = new Set<Promise<unknown>>();
  return {
    waitUntil(work) {
      open.add(work);
      const done = () => open.delete(work);
      work.then(done, done);
    },
    async settled() {
      while (open.size > 0) await Promise.allSettled([...open]);
    },
  };
}

export type Received = Pick<Message<unknown>, "body" | "attempts" | "ack" | "retry">;

/** How often a message is retried, as in wrangler.toml for each queue. */
export const MAX_RETRIES = 10;

/** Whether a retry of the message sends it to the dead-letter queue. `attempts` counts past attempts. */
export const isLastTry = ({ attempts }: { attempts: number }): boolean => attempts > MAX_RETRIES;

/** Retries a message after ten seconds or more, and after at most `most` seconds. */
export const retry = (message: Received, most: number): void =>
  message.retry({ delaySeconds: backoff(message.attempts, { first: 10, most }) });

/** After this many consecutive items with `service_unavailable`, the store counts as down for all items. */
const PATIENCE = 3;

/**
 * Does `work` for each of `items`, one after the other, and returns how many succeeded. An error goes to `failed`, which logs
 * it and postpones the item, and the next item follows. Throws if a store is down: when `failed` itself throws, or after
 * `service_unavailable` three times in a row.
 */
export async function processEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  failed: (item: T, cause: unknown) => Promise<void>,
): Promise<number> {
  let done = 0;
  let down = 0;
  for (const item of items) {
    try {
      await work(item);
      done++;
      down = 0;
    } catch (cause) {
      await failed(item, cause);
      down = isUnavailable(cause) ? down + 1 : 0;
      if (down === PATIENCE) throw cause;
    }
  }
  return done;
}

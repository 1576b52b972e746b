import { backoff } from "../core/backoff.ts";

export type Received = Pick<Message<unknown>, "body" | "attempts" | "ack" | "retry">;

/** How often a message is retried, as in wrangler.toml for each queue. */
export const MAX_RETRIES = 10;

/** Whether a retry of the message sends it to the dead-letter queue. `attempts` counts past attempts. */
export const isLastTry = ({ attempts }: { attempts: number }): boolean => attempts > MAX_RETRIES;

/** Retries a message after ten seconds or more, and after at most `most` seconds. */
export const retry = (message: Received, most: number): void =>
  message.retry({ delaySeconds: backoff(message.attempts, { first: 10, most }) });

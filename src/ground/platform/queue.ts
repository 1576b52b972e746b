export type Received = Pick<Message<unknown>, "body" | "attempts" | "ack" | "retry">;

/** Seconds until the next attempt: 10, doubled with each attempt up to `max`. `attempts` counts past attempts. */
export const retryDelay = (attempts: number, max: number): number => Math.min(10 * 2 ** (attempts - 1), max);

/** How often a message is retried, as in wrangler.toml for each queue. */
export const MAX_RETRIES = 10;

/** Whether a retry of the message sends it to the dead-letter queue. `attempts` counts past attempts. */
export const isLastTry = ({ attempts }: { attempts: number }): boolean => attempts > MAX_RETRIES;

/** A message as a queue hands it over. */
export type Received = Pick<Message<unknown>, "body" | "attempts" | "ack" | "retry">;

/** Seconds until the next try: 10, doubled with each try up to `longest`. `attempts` counts those that were made. */
export const retryDelay = (attempts: number, longest: number): number =>
  Math.min(10 * 2 ** (attempts - 1), longest);

/** How often a message is tried again, as wrangler.toml has it for each queue. */
export const MAX_RETRIES = 10;

/** Whether a message that is retried now goes to the dead-letter queue instead. `attempts` counts those that were made. */
export const isLastTry = ({ attempts }: { attempts: number }): boolean => attempts > MAX_RETRIES;

/** A message as a queue hands it over. */
export type Received = Pick<Message<unknown>, "body" | "attempts" | "ack" | "retry">;

/** Seconds until the next try: 10, doubled with each try up to `longest`. `attempts` counts those that were made. */
export const retryDelay = (attempts: number, longest: number): number =>
  Math.min(10 * 2 ** (attempts - 1), longest);

import { DEADLINES, within } from "./deadlines.ts";

export type Received = Pick<Message<unknown>, "body" | "attempts" | "ack" | "retry">;

/** Seconds until the next attempt: 10, doubled with each attempt up to `max`. `attempts` counts past attempts. */
export const retryDelay = (attempts: number, max: number): number => Math.min(10 * 2 ** (attempts - 1), max);

/** How often a message is retried, as in wrangler.toml for each queue. */
export const MAX_RETRIES = 10;

/** Whether a retry of the message sends it to the dead-letter queue. `attempts` counts past attempts. */
export const isLastTry = ({ attempts }: { attempts: number }): boolean => attempts > MAX_RETRIES;

/** Who works on a run, and until when nobody else does. */
export interface Lease {
  id: string;
  until: Date;
}

/**
 * How long a message leases its run, in milliseconds: many times the duration of a part. If a part takes longer, neither
 * its attempt nor the next does anything twice.
 */
export const LEASE_MS = 40_000;

/**
 * How long a run may make no progress until its message counts as lost, in milliseconds: longer than the longest delay
 * between two attempts.
 */
export const STALLED_MS = 5 * 60 * 1000;

/** A run after a message: `more` parts are waiting, it is `done`, or another worker is `busy` with it. */
export type RunState = "more" | "done" | "busy";

/** A queue whose messages continue runs. */
export interface RunQueue<M> {
  /** Throws if the queue doesn't accept the message in time. */
  send(message: M): Promise<void>;
}

export const runQueue = <M>(queue: Queue<M>): RunQueue<M> => ({
  async send(message) {
    await within(DEADLINES.queueSend, queue.send(message));
  },
});

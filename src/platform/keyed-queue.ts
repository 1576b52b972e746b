import { serviceUnavailable } from "../core/errors.ts";
import { pause } from "./deadlines.ts";

/** How many pieces of work may wait for one key. At some 50 ms each, the last one begins within 3 seconds. */
export const MAX_WAITING = 50;
/** The turn of a request that was not heard of for this long, because its caller is gone, is passed over. */
const SILENT_MS = 1_000;
/** Work that takes longer loses its turn, and goes on beside the next. */
const MAX_MS = 10_000;
/** How often those look that wait: the sooner, the nearer their turn is, and never all at the same moment. */
const STEP_MS = 3;
const MAX_STEP_MS = 60;
const JITTER_MS = 4;

/** A place in a queue. It is given up at `until`, unless its request is heard of before. */
interface Turn {
  until: number;
}

const queues = new Map<string, Turn[]>();

/**
 * Runs `work` when its turn comes: of the work for one key, this isolate begins one at a time, in the order in which it
 * was asked for. Nothing may depend on that, as other isolates don't know of the queue: it only spares changes of one
 * object from being tried again and again beside each other. Throws `service_unavailable` at once, with a time to try
 * again, if `MAX_WAITING` wait already.
 *
 * The runtime forbids a request to wait for another one's I/O, so that those that wait look for their turn themselves.
 */
export async function runQueued<T>(key: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? [];
  if (queue.length > MAX_WAITING) throw tooMany();
  const turn: Turn = { until: 0 };
  queue.push(turn);
  queues.set(key, queue);
  try {
    for (let place = queue.indexOf(turn); place > 0; place = queue.indexOf(turn)) {
      turn.until = Date.now() + SILENT_MS;
      await pause(Math.min(place * STEP_MS, MAX_STEP_MS) + Math.random() * JITTER_MS);
      const [first] = queue;
      if (first && first !== turn && first.until < Date.now()) queue.shift();
    }
    turn.until = Date.now() + MAX_MS;
    return await work();
  } finally {
    const place = queue.indexOf(turn);
    if (place >= 0) queue.splice(place, 1);
    if (queue.length === 0 && queues.get(key) === queue) queues.delete(key);
  }
}

const tooMany = () =>
  serviceUnavailable(new Error(`more than ${MAX_WAITING} changes of one object wait`), {
    message: "Too many changes of the same object are waiting. Try again shortly.",
    retryAfterSeconds: 3,
  });

/**
 * Waits before the next attempt at a change that others, in other isolates, were quicker with: a random time, which is
 * longer on average after each attempt.
 */
export const pauseBeforeAttempt = (attempt: number): Promise<void> =>
  pause(Math.random() * Math.min(10 * 2 ** attempt, 250));

import { serviceUnavailable } from "../core/errors.ts";
import { pause } from "./deadlines.ts";

/** How many tasks may wait for one key. At about 50 ms each, the last task begins within 3 seconds. */
export const MAX_WAITING = 50;
/** A waiting request that has been silent for this long, because its caller is gone, loses its turn. */
const SILENT_MS = 1_000;
/** A task that takes longer loses its turn, and continues beside the next task. */
const MAX_MS = 10_000;
/** How often waiting requests check: the sooner, the nearer their turn, and never all at the same moment. */
const STEP_MS = 3;
const MAX_STEP_MS = 60;
const JITTER_MS = 4;

/** A place in a queue. It expires at `until`, unless its request renews it. */
interface Turn {
  until: number;
}

const queues = new Map<string, Turn[]>();

/**
 * Runs `work` when its turn comes: this isolate starts tasks with the same key one at a time, in order. Nothing may depend on
 * that, because other isolates don't know the queue: it only spares concurrent changes of one object from repeated retries.
 * Throws `service_unavailable` immediately, with a time to try again, if `MAX_WAITING` tasks already wait.
 *
 * The runtime forbids a request to wait for another one's I/O, so waiting requests poll for their turn.
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

/** Waits before the next attempt at a change after another isolate was quicker: a random time that grows with each attempt. */
export const pauseBeforeAttempt = (attempt: number): Promise<void> =>
  pause(Math.random() * Math.min(10 * 2 ** attempt, 250));

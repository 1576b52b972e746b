import { isLastTry, type Received, retry, type WaitUntil } from "../../ground/platform/background.ts";
import { allRows, runStatement } from "../../ground/platform/d1.ts";
import { within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import { isRunMessage, type Run, type RunHead, type RunMessage, RunStopped } from "./run.ts";
import { type Lease, type Outcome, type RunStore, removeRun } from "./run-store.ts";

/**
 * How long a message leases its run, in milliseconds: many times the duration of a step, or of what a step does until it
 * saves. After a longer step, neither its attempt nor the next does anything twice.
 */
export const LEASE_MS = 40_000;
/** How long the message between two steps may take until it counts as lost, in milliseconds. */
const WAITING_MS = 60_000;
/**
 * How long a run whose step failed may make no progress until its message counts as lost, in milliseconds: longer than the
 * longest delay between two attempts.
 */
export const STALLED_MS = 5 * 60_000;
/** The longest delay between two attempts, in seconds. */
const MAX_DELAY = 240;
const SENT_PER_JOB = 20;
const DELETED_PER_JOB = 10;

/** The queue whose messages continue runs. `send` throws if it doesn't accept the message in time. */
export interface RunQueue {
  send(message: RunMessage): Promise<void>;
}

export const runQueue = (queue: Queue<object>): RunQueue => ({
  async send(message) {
    await within(SERVICE_DEADLINES.queueSend, queue.send(message));
  },
});

/**
 * Asks for the first step of a run, after the response; each step asks for the next. If the queue rejects the message, the
 * cron job sends it later.
 */
export function sendRun(
  message: RunMessage,
  { runQueue, waitUntil, log }: { runQueue: RunQueue; waitUntil: WaitUntil; log: Log },
): void {
  waitUntil(runQueue.send(message).catch((cause: unknown) => log("error", "run", { ...message, cause })));
}

/** An attempt to do the next step of a run. */
export interface RunAttempt<R, Progress> {
  run: R;
  leaseId: string;
  /** When it began, and how long ago the first attempt at this step began, in milliseconds. */
  now: Date;
  age: number;
  /** Stores the progress within the step. Returns false if another worker has the run, which is then no longer ours. */
  save(progress: Progress): Promise<boolean>;
}

/** Does the next step of a run, as far as it was not done before. Null if it has lost the run. */
export type Step<Content extends object, Progress> = (
  attempt: RunAttempt<Run<Content, Progress>, Progress>,
) => Promise<Outcome<Progress> | null>;

/** A run after a message: `more` steps are waiting, it is `done`, or another worker is `busy` with it. */
export type Continued = "more" | "done" | "busy";

/**
 * Does the next step of a running run. A run that isn't running or doesn't belong to the organization is `done`. Throws what
 * the step throws, and `service_unavailable`; the step is then repeated later.
 */
export async function continueRun<Content extends object, Progress>(
  { organizationId, runId }: Omit<RunMessage, "kind">,
  runs: Pick<RunStore<Content, Progress>, "lease" | "find" | "save" | "record" | "release" | "stop">,
  step: Step<Content, Progress>,
  { now, newLeaseId }: { now: () => Date; newLeaseId: () => string },
): Promise<Continued> {
  const began = now();
  const leaseId = newLeaseId();
  const lease = (from: Date): Lease => ({ id: leaseId, until: new Date(from.getTime() + LEASE_MS) });
  const leased = await runs.lease({ organizationId, runId }, lease(began), began);
  if (!leased) {
    const found = await runs.find(runId);
    return found?.organizationId === organizationId && found.state === "running" ? "busy" : "done";
  }
  const { run, stepAt } = leased;
  const save = (progress: Progress) => runs.save(runId, lease(now()), progress, now());
  try {
    const age = began.getTime() - stepAt.getTime();
    const outcome = await step({ run, leaseId, now: began, age, save });
    return outcome && (await runs.record(runId, leaseId, outcome, now())) ? "more" : "done";
  } catch (error) {
    if (error instanceof RunStopped) await runs.stop(run, error.because, now());
    await runs.release(runId, leaseId);
    if (error instanceof RunStopped) return "done";
    throw error;
  }
}

/** Does the next step of a run, by its kind. */
export type Steps<D> = Readonly<Record<string, (message: RunMessage, dependencies: D) => Promise<Continued>>>;

/** Does the next step of the run of a message, as `continueRun` does. */
export type TakeStep = (message: RunMessage) => Promise<Continued>;

/** Does the next step of the run of a message, as `continueRun` does. Throws `TypeError` for an unknown kind. */
export async function takeStep<D>(message: RunMessage, steps: Steps<D>, dependencies: D): Promise<Continued> {
  const step = Object.hasOwn(steps, message.kind) ? steps[message.kind] : undefined;
  if (!step) throw new TypeError(`no run has the kind ${message.kind}`);
  return step(message, dependencies);
}

/** The dependencies of `dequeueRuns`, besides those of the steps. */
interface Taking {
  runQueue: RunQueue;
  waitUntil: WaitUntil;
  followUps: Readonly<Record<string, (organizationId: string) => Promise<void>>>;
  log: Log;
}

/**
 * Queue: for each message, does the next step of its run and sends the message for the following step. Failures are retried
 * up to the limit in wrangler.toml and then go to the dead-letter queue; the cron job then sends a new message.
 */
export async function dequeueRuns<D extends Taking>(
  received: readonly Received[],
  steps: Steps<D>,
  dependencies: D,
): Promise<void> {
  const { runQueue, waitUntil, followUps, log } = dependencies;
  for (const message of received) {
    const { body, attempts } = message;
    try {
      if (!isRunMessage(body)) throw new TypeError("not a message of a run");
      const continued = await takeStep(body, steps, dependencies);
      // A busy worker has its own message and sends the next. But if this message was attempted before, the lease may
      // belong to its own killed attempt.
      if (continued === "busy" && attempts > 1) {
        message.retry({ delaySeconds: LEASE_MS / 1000 });
        continue;
      }
      if (continued === "more") await runQueue.send(body);
      message.ack();
    } catch (cause) {
      log("error", "run", { message: body, attempts, cause });
      if (isLastTry(message)) log("error", "dead letter", { queue: "runs", messages: 1 });
      retry(message, MAX_DELAY);
    } finally {
      // A step that failed may have changed something, too.
      if (isRunMessage(body))
        for (const follow of Object.values(followUps)) waitUntil(follow(body.organizationId));
    }
  }
}

/**
 * A run whose message is lost: its attempt was killed, and its lease is over; nobody took up its next step; or its step failed,
 * and nobody repeated it. An `updated_at` in the future, written by a wrong clock, is no progress. Parameters: now, and the
 * latest times for the last two.
 */
const STALLED = `state = 'running' AND (leased_until <= ?1 AND updated_at <= leased_until
    OR leased_until IS NULL AND step_at IS NULL AND updated_at < ?2 OR updated_at < ?3 OR updated_at > ?1)`;
const MESSAGE = "SELECT kind, organization_id AS organizationId, id AS runId FROM runs";

interface ResumeDependencies {
  db: D1Database;
  runQueue: RunQueue;
  now: () => Date;
}

const stalledValues = (now: Date): string[] =>
  [0, WAITING_MS, STALLED_MS].map((ms) => new Date(now.getTime() - ms).toISOString());

async function resend(message: RunMessage, { db, runQueue, now }: ResumeDependencies): Promise<void> {
  await runQueue.send(message);
  // Only now, so that what failed is tried again.
  const sql = "UPDATE runs SET updated_at = ?2 WHERE id = ?1";
  await runStatement(db, sql, message.runId, now().toISOString());
}

/** Job: resends the messages of runs that stand still, because the queue rejected or lost them, or an attempt was killed. */
export async function resumeRuns(dependencies: ResumeDependencies): Promise<void> {
  const { db, now } = dependencies;
  const sql = `${MESSAGE} INDEXED BY runs_running WHERE ${STALLED} ORDER BY updated_at LIMIT ?4`;
  for (const message of await allRows<RunMessage>(db, sql, ...stalledValues(now()), SENT_PER_JOB))
    await resend(message, dependencies);
}

/** Resends the message of a run that stands still, after the response: a member who looks at it does not wait for the job. */
export function resumeRun(
  runId: string,
  { waitUntil, log, ...dependencies }: ResumeDependencies & { waitUntil: WaitUntil; log: Log },
): void {
  const { db, now } = dependencies;
  const resume = async (): Promise<void> => {
    const sql = `${MESSAGE} WHERE id = ?4 AND ${STALLED}`;
    for (const message of await allRows<RunMessage>(db, sql, ...stalledValues(now()), runId))
      await resend(message, dependencies);
  };
  waitUntil(resume().catch((cause: unknown) => log("error", "run", { runId, cause })));
}

/** Job: deletes runs that have expired. `before` deletes the objects of a kind outside of D1. */
export async function deleteOldRuns<D extends { db: D1Database; due: Date }>(
  context: D,
  before: Readonly<Record<string, (id: string, context: D) => Promise<void>>>,
): Promise<void> {
  const { db, due } = context;
  const sql = "SELECT id, kind FROM runs WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2";
  const values = [due.toISOString(), DELETED_PER_JOB];
  const results = await allRows<Pick<RunHead, "id"> & { kind: string }>(db, sql, ...values);
  for (const { id, kind } of results) {
    await before[kind]?.(id, context);
    await removeRun(db, id);
  }
}

import { type HostKnowledge, ownHostTest } from "../addresses/own-hosts.ts";
import { DAY_MS } from "../core/days.ts";
import { bareHost } from "../core/domain-host.ts";
import { isIpAddress, isPrivateName } from "../core/public-host.ts";
import { type Asker, askDestination } from "./ask-destination.ts";
import type { CheckedDestination, DueDestination, HealthStore } from "./health-store.ts";
import { type Checked, isFailure } from "./outcome.ts";
import { requestedUrl } from "./shops.ts";

const SECOND = 1_000;
/** How often a destination is checked, and how often while it fails, in milliseconds. */
const CHECK_EVERY = 7 * DAY_MS;
const FAILING_EVERY = DAY_MS;
/** The destinations of one run: at one run a minute, 200,000 a week. */
const DESTINATIONS = 20;
/**
 * An invocation of a Worker may have six requests that wait for headers. The other jobs of the run have up to four, so that
 * two of checks delay none of them.
 */
const AT_ONCE = 2;
/** The requests of one run. The Free plan allows 50 in an invocation, other jobs included; after that, every request fails. */
const MAX_REQUESTS = 30;
/** When a run begins no further check, and how long it leases its checks. The next run begins after a minute. */
const RUNS_FOR = 25 * SECOND;
const LEASE = 10 * 60 * SECOND;
/** Checks that a run deletes while checks are switched off. */
const FORGOTTEN = 1_000;

/** Dependencies of the job. */
export interface HealthContext extends HostKnowledge {
  health: HealthStore;
  /** Whether destinations are checked. */
  checksDestinations: boolean;
}

/**
 * Job: asks the destinations of running links whether they respond, each once a week and after a failure once a day. A
 * destination is broken once checks failed at least a day apart. Where checks are switched off, it forgets all of them.
 */
export async function checkDestinations(context: HealthContext): Promise<void> {
  const { health, now } = context;
  if (!context.checksDestinations) return health.forget(FORGOTTEN);
  const started = now();
  const later = after(started, CHECK_EVERY);
  const due = await health.take(started, after(started, LEASE), later, DESTINATIONS);
  if (due.length === 0) return;
  const asker = await askerOf(context);
  const done: CheckedDestination[] = [];
  const lane = async (): Promise<void> => {
    // Checks that are left come again when their lease ends.
    const mayBegin = () => asker.left > 0 && now() < after(started, RUNS_FOR);
    for (let next = mayBegin() ? due.shift() : undefined; next; next = mayBegin() ? due.shift() : undefined) {
      const url = URL.parse(next.url);
      const requested = url && requestedUrl(url);
      const isAsked = requested && !asker.isOwn(requested);
      const checked = isAsked ? await askDestination(requested, asker) : null;
      done.push(withResult(next, checked, now()));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await health.store(done, now());
}

const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** The state of a destination after a check; null for one that is not to be requested, such as a page of ours. */
function withResult(due: DueDestination, checked: Checked | null, now: Date): CheckedDestination {
  const failed = checked && isFailure(checked.outcome);
  const { brokenAt, failingSince } = due;
  const weekly = { ...due, checked, dueAt: after(now, CHECK_EVERY) };
  if (failed === false) return { ...weekly, failingSince: null, brokenAt: null };
  if (failed === null && failingSince === null) return weekly;
  const since = failingSince ?? now.toISOString();
  const isBroken = failed === true && now.getTime() - Date.parse(since) >= DAY_MS;
  return {
    ...{ ...due, checked, failingSince: since, dueAt: after(now, FAILING_EVERY) },
    brokenAt: brokenAt ?? (isBroken ? now.toISOString() : null),
  };
}

/** Sends the requests of one run: never to this service or into a private network, and one at a time to each host. */
async function askerOf(context: HealthContext) {
  const isOwn = await ownHostTest(context);
  const [host] = context.serviceHosts;
  const turns = new Map<string, Promise<unknown>>();
  const asker: Asker & { isOwn(url: URL): boolean } = {
    isOwn,
    left: MAX_REQUESTS,
    mayRequest: (url) => !isOwn(url) && !isIpAddress(url.hostname) && !isPrivateName(bareHost(url.hostname)),
    inTurn(host, work) {
      const turn = (turns.get(host) ?? Promise.resolve()).then(work);
      turns.set(host, turn);
      return turn;
    },
    userAgent: `shoppable-links-health/1.0${host ? ` (+https://${host}/)` : ""}`,
  };
  return asker;
}

import { DAY_MS } from "../../ground/core/days.ts";
import { bareHost, isIpAddress, isPrivateName } from "../../ground/core/domain-host.ts";
import { type Exchange, exchange } from "../../ground/platform/fetch-json.ts";
import { type HostKnowledge, ownHostTest } from "../../ground/platform/own-hosts.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { CheckedDestination, DueDestination, HealthStore } from "./health-store.ts";
import { type Checked, type HealthOutcome, isFailure } from "./outcome.ts";
import { isChallenge, isSoft404, requestedUrl } from "./shops.ts";

/** Redirects that a check follows. */
export const MAX_REDIRECTS = 10;
/** How much of the URL of a redirect is stored, in characters. */
const MAX_SHOWN = 500;

/** How a run sends its requests. */
interface DestinationClient {
  /** Whether a URL may be requested: not on this service, nor in a private network. */
  mayRequest(url: URL): boolean;
  /** Runs `work` when no other request to the host is under way. */
  inTurn<T>(host: string, work: () => Promise<T>): Promise<T>;
  userAgent: string;
  /** The requests that the run may still send. Without requests left, a check has no result. */
  left: number;
}

/** Asks whether a URL responds, and follows its redirects. Never throws. */
async function askDestination(url: URL, client: DestinationClient): Promise<Checked> {
  const visited = [url];
  const result = (outcome: HealthOutcome, status: number | null): Checked => ({
    outcome,
    status,
    redirects: visited.slice(1).map(({ href }) => href.slice(0, MAX_SHOWN)),
  });
  let left: number = SERVICE_DEADLINES.destination;
  let movedFor: number | null = null;
  for (let current = url; ; ) {
    if (!client.mayRequest(current)) return result("blocked", null);
    const { answer, ms } = await client.inTurn(current.host, () => ask(current, left, client));
    left -= ms;
    const { status, headers, failure } = answer;
    if (status === null) return result(failure === "timeout" ? "slow" : "gone", null);
    movedFor ??= status;
    const next = status >= 300 && status < 400 ? URL.parse(headers.get("Location") ?? "", current) : null;
    // A redirect may also open an app.
    if (next === null || !/^https?:$/.test(next.protocol)) {
      return result(outcomeOf(status, movedFor, visited), status);
    }
    // A host that redirects on and on expects cookies.
    if (visited.length > MAX_REDIRECTS) return result("blocked", status);
    const requested = requestedUrl(next);
    if (requested === null) return result("blocked", status);
    [requested.hash, requested.username, requested.password] = ["", "", ""];
    visited.push(requested);
    current = requested;
  }
}

/** A HEAD, and a GET if that did not succeed: some servers know no HEAD. No body is read. */
async function ask(
  { href }: URL,
  limitMs: number,
  client: DestinationClient,
): Promise<{ answer: Exchange<null>; ms: number }> {
  const started = Date.now();
  const headers = { "User-Agent": client.userAgent, Accept: "text/html,*/*" };
  const send = async (method: string, limit: number): Promise<Exchange<null>> =>
    client.left-- > 0
      ? exchange(href, { method, headers }, limit, () => null)
      : { status: null, headers: new Headers(), value: undefined, failure: "timeout" };
  let answer = await send("HEAD", limitMs / 2);
  if (answer.status === null || answer.status >= 400)
    answer = await send("GET", Math.max(1, limitMs - (Date.now() - started)));
  return { answer, ms: Date.now() - started };
}

/** In production, fetch responds with these if there is no such host, or its certificate is invalid. */
const NO_HOST = [525, 526, 530];

function outcomeOf(status: number, first: number, visited: readonly URL[]): HealthOutcome {
  const last = visited[visited.length - 1];
  if (last && isChallenge(last, status)) return "blocked";
  if (status === 404 || status === 410 || NO_HOST.includes(status)) return "gone";
  if (status >= 500) return "failing";
  if (status >= 400) return "blocked";
  if (isSoft404(visited)) return "soft_404";
  return visited.length > 1 && (first === 301 || first === 308) ? "moved" : "fine";
}

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

interface HealthContext extends HostKnowledge {
  health: HealthStore;
  checksDestinations: boolean;
}

/**
 * Job: asks the destinations of running links whether they respond, each URL once a week and after a failure once a day, however many links have it. A
 * destination is broken once checks failed at least a day apart. Where checks are switched off, it forgets all of them.
 */
export async function checkDestinations(context: HealthContext): Promise<void> {
  const { health, now } = context;
  if (!context.checksDestinations) return health.forget(FORGOTTEN);
  const started = now();
  const later = after(started, CHECK_EVERY);
  const due = await health.take(started, after(started, LEASE), later, DESTINATIONS);
  if (due.length === 0) return;
  const client = await clientOf(context);
  const done: CheckedDestination[] = [];
  const results = new Map<string, ReturnType<typeof ask>>();
  /** The result of one request for all links with this URL. */
  const ask = async ({ url, known }: DueDestination): Promise<{ checked: Checked | null; at: Date }> => {
    const knownAt = new Date(known?.checkedAt ?? 0);
    if (known && after(knownAt, known.failingSince === null ? CHECK_EVERY : FAILING_EVERY) > now())
      return { checked: known, at: knownAt };
    const parsed = URL.parse(url);
    const requested = parsed && requestedUrl(parsed);
    const isAsked = requested && !client.isOwn(requested);
    return { checked: isAsked ? await askDestination(requested, client) : null, at: now() };
  };
  const waiting = due.values();
  const lane = async (): Promise<void> => {
    for (const next of waiting) {
      // Checks that are left come again when their lease ends.
      if (client.left <= 0 || now() >= after(started, RUNS_FOR)) return;
      const result = results.get(next.url) ?? ask(next);
      results.set(next.url, result);
      const { checked, at } = await result;
      done.push(withResult(next, checked, at));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await health.store(done, now());
}

const after = (time: Date, milliseconds: number): Date => new Date(time.getTime() + milliseconds);

/** The state of a destination after a check; null for one that is not to be requested, such as a page of ours. */
function withResult(
  { known, ...due }: DueDestination,
  checked: Checked | null,
  at: Date,
): CheckedDestination {
  const failed = checked && isFailure(checked.outcome);
  const { brokenAt, failingSince } = due;
  const weekly = { ...due, checked, checkedAt: at, dueAt: after(at, CHECK_EVERY) };
  if (failed === false) return { ...weekly, failingSince: null, brokenAt: null };
  if (failed === null && failingSince === null) return weekly;
  const since = failingSince ?? known?.failingSince ?? at.toISOString();
  const isBroken = failed === true && at.getTime() - Date.parse(since) >= DAY_MS;
  return {
    ...weekly,
    failingSince: since,
    dueAt: after(at, FAILING_EVERY),
    brokenAt: brokenAt ?? (isBroken ? at.toISOString() : null),
  };
}

/** Sends the requests of one run: never to this service or into a private network, and one at a time to each host. */
async function clientOf(context: HealthContext) {
  const isOwn = await ownHostTest(context);
  const [host] = context.serviceHosts;
  const turns = new Map<string, Promise<unknown>>();
  const client: DestinationClient & { isOwn(url: URL): boolean } = {
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
  return client;
}

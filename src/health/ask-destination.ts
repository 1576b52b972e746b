import { DEADLINES } from "../platform/deadlines.ts";
import { type Exchange, exchange } from "../platform/exchange.ts";
import type { Checked, HealthOutcome } from "./outcome.ts";
import { isChallenge, isSoft404, requestedUrl } from "./shops.ts";

/** Redirects that a check follows. */
export const MAX_REDIRECTS = 10;
/** How much of the URL of a redirect is stored, in characters. */
const MAX_SHOWN = 500;

/** How a run sends its requests. */
export interface Asker {
  /** Whether a URL may be requested: not on this service, nor in a private network. */
  mayRequest(url: URL): boolean;
  /** Runs `work` when no other request to the host is under way. */
  inTurn<T>(host: string, work: () => Promise<T>): Promise<T>;
  userAgent: string;
  /** The requests that the run may still send. A check for which none are left ends without a result. */
  left: number;
}

/** Asks whether a URL responds, and follows its redirects. Never throws. */
export async function askDestination(url: URL, asker: Asker): Promise<Checked> {
  const visited = [url];
  const result = (outcome: HealthOutcome, status: number | null): Checked => ({
    ...{ outcome, status },
    redirects: visited.slice(1).map(({ href }) => href.slice(0, MAX_SHOWN)),
  });
  let left: number = DEADLINES.destination;
  let movedFor: number | null = null;
  for (let current = url; ; ) {
    if (!asker.mayRequest(current)) return result("blocked", null);
    const { answer, ms } = await asker.inTurn(current.host, () => ask(current, left, asker));
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
  asker: Asker,
): Promise<{ answer: Exchange<null>; ms: number }> {
  const started = Date.now();
  const headers = { "User-Agent": asker.userAgent, Accept: "text/html,*/*" };
  const send = async (method: string, limit: number): Promise<Exchange<null>> =>
    asker.left-- > 0
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

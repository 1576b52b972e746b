import type { WaitUntil } from "../../ground/platform/background.ts";
import { pause } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";

const MINUTE = 60_000;
/** How long counts wait for further ones, in milliseconds. */
const GATHER = 1_000;
/** The hosts that are counted separately: requests can name any. */
const MAX_HOSTS = 50;

interface ProblemCount {
  host: string;
  status: number;
  /** In UTC, such as 2026-11-21T09. */
  hour: string;
  count: number;
}

/** State of this isolate: the counts that are to be logged, and when the last were. */
let counts = new Map<string, ProblemCount>();
let lastLogged = 0;

/**
 * Counts a response to a short link by host, status and hour, and logs the sums: a line each, at most once a minute, so that a
 * scan by strangers costs no line for each request. Later counts wait for the next problem. Never throws.
 */
export function countProblem(
  { url }: Request,
  status: number,
  { log, waitUntil }: { log: Log; waitUntil: WaitUntil },
  now = Date.now(),
): void {
  const named = URL.parse(url)?.host ?? "";
  const hour = new Date(now).toISOString().slice(0, 13);
  const isKnown = [...counts.values()].some((each) => each.host === named);
  const host = isKnown || counts.size < MAX_HOSTS ? named : "others";
  const key = `${host} ${status} ${hour}`;
  const known = counts.get(key);
  if (known) known.count++;
  else counts.set(key, { host, status, hour, count: 1 });
  if (now - lastLogged < MINUTE) return;
  lastLogged = now;
  waitUntil(
    pause(GATHER).then(() => {
      const gathered = counts;
      counts = new Map();
      for (const count of gathered.values()) log("info", "redirect problems", { ...count });
    }),
  );
}

import type { Log } from "./log.ts";

/** The hosts that are reported at most. */
const MAX_HOSTS = 100;

/** State of this isolate: whether unreachable hosts are reported, and those that were. */
let report: Log | null = null;
const reported = new Set<string>();

/**
 * Has `noteUnreachable` write to `log`: on a machine without internet, where somebody reads it. In a deployment, a host
 * that doesn't respond is a state of its link or webhook, which screens show.
 */
export const reportUnreachableHosts = (log: Log): void => {
  report = log;
};

/** Reports once that no connection to the host of `url` was possible, with what sends fewer requests. */
export function noteUnreachable(url: string): void {
  if (report === null || reported.size >= MAX_HOSTS) return;
  const host = URL.parse(url)?.host ?? "";
  if (reported.has(host)) return;
  reported.add(host);
  report("error", "unreachable host", { host, cause: "no connection", help: HELP });
}

const HELP =
  "Without internet, `npm start -- --var CHECK_DESTINATIONS:off` checks no destinations. Webhooks are switched off in the dashboard.";

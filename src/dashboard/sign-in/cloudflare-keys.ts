import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { serviceUnavailable } from "../../core/errors.ts";
import { DEADLINES } from "../../platform/deadlines.ts";
import { fetchJson } from "../../platform/fetch-json.ts";
import type { Log } from "../../platform/log.ts";

/** How long keys are used before they are asked for again. Access withdraws a key 7 days after it made a new one. */
const FRESH_MS = 10 * 60_000;
/** How long after an answer an unknown key id does not have the keys asked for again: anybody can make ids up. */
const COOLDOWN_MS = 30_000;
/** How long after a failure nothing is asked, so that not every request waits for a team that can't be reached. */
const RETRY_MS = 5_000;
const MAX_BYTES = 64 * 1024;

/** What this isolate knows of the keys of one team. Times are in milliseconds since 1970. */
interface Known {
  url: string;
  keys: JSONWebKeySet;
  askedAt: number;
  failedAt: number;
}

/**
 * The isolate's memory. It holds JSON and no imported key: importing is asynchronous, and one request must not wait for
 * a promise of another.
 */
let known: Known | undefined;

/**
 * The keys that the team publishes at `url`: as of at most ten minutes ago, and of at most thirty seconds ago if none
 * has the id `kid`. Throws `service_unavailable` where they can't be had.
 */
export async function publishedKeys(
  url: string,
  kid: string,
  { now, log }: { now: () => Date; log: Log },
): Promise<JSONWebKeySet> {
  const time = now().getTime();
  if (known?.url !== url) known = { url, keys: { keys: [] }, askedAt: -Infinity, failedAt: -Infinity };
  const { keys, askedAt, failedAt } = known;
  const isFresh = time - askedAt < (keys.keys.some((key) => key.kid === kid) ? FRESH_MS : COOLDOWN_MS);
  if (isFresh) return keys;
  if (time - failedAt < RETRY_MS) throw serviceUnavailable("the keys of Cloudflare Access can't be had");
  const answer = await ask(url);
  if ("keys" in answer) {
    known = { url, keys: answer, askedAt: time, failedAt: -Infinity };
    return answer;
  }
  known = { ...known, failedAt: time };
  log("error", "access keys", { url, ...answer });
  throw serviceUnavailable(`the keys of Cloudflare Access can't be had: ${answer.reason}`);
}

async function ask(url: string): Promise<JSONWebKeySet | { reason: string; status?: number }> {
  const request = new Request(url, { headers: { Accept: "application/json" } });
  const answer = await fetchJson(request, { limitMs: DEADLINES.accessKeys, maxBytes: MAX_BYTES });
  if (!answer.ok)
    return { reason: answer.reason, ...(answer.status !== undefined && { status: answer.status }) };
  const { status, body } = answer;
  if (status !== 200) return { reason: "status", status };
  try {
    // It throws for everything that is no key set.
    return createLocalJWKSet(body as JSONWebKeySet).jwks();
  } catch {
    return { reason: "no key set", status };
  }
}

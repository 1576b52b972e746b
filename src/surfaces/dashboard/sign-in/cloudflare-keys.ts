import { createLocalJWKSet, type JSONWebKeySet } from "jose";
import { serviceUnavailable } from "../../../ground/core/errors.ts";
import { fetchJson } from "../../../ground/platform/fetch-json.ts";
import type { Log } from "../../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../../ground/platform/service-deadlines.ts";

/** How long keys are cached. Access withdraws a key 7 days after creating a new one. */
const FRESH_MS = 10 * 60_000;
/** How long unknown key ids trigger no new fetch after a response: anyone can invent ids. */
const COOLDOWN_MS = 30_000;
/** The pause after a failed fetch, so that not every request waits for an unreachable team. */
const RETRY_MS = 5_000;
const MAX_BYTES = 64 * 1024;

/** The cached keys of one team. Times are in milliseconds since 1970. */
interface CachedKeys {
  url: string;
  keys: JSONWebKeySet;
  fetchedAt: number;
  failedAt: number;
}

/**
 * The cache of the isolate. It stores JSON instead of imported keys: importing is asynchronous, and one request must not
 * wait for the promise of another.
 */
let cached: CachedKeys | undefined;

/**
 * The published keys of the team at `url`, at most ten minutes old, or at most thirty seconds if none has the id `kid`.
 * Throws `service_unavailable` if they are unavailable.
 */
export async function publishedKeys(
  url: string,
  kid: string,
  { now, log }: { now: () => Date; log: Log },
): Promise<JSONWebKeySet> {
  const time = now().getTime();
  if (cached?.url !== url) cached = { url, keys: { keys: [] }, fetchedAt: -Infinity, failedAt: -Infinity };
  const { keys, fetchedAt, failedAt } = cached;
  const isFresh = time - fetchedAt < (keys.keys.some((key) => key.kid === kid) ? FRESH_MS : COOLDOWN_MS);
  if (isFresh) return keys;
  if (time - failedAt < RETRY_MS) throw serviceUnavailable("the keys of Cloudflare Access are unavailable");
  const response = await fetchKeys(url);
  if ("keys" in response) {
    cached = { url, keys: response, fetchedAt: time, failedAt: -Infinity };
    return response;
  }
  cached = { ...cached, failedAt: time };
  log("error", "access keys", { url, ...response });
  throw serviceUnavailable(`the keys of Cloudflare Access are unavailable: ${response.reason}`);
}

async function fetchKeys(url: string): Promise<JSONWebKeySet | { reason: string; status?: number }> {
  const request = new Request(url, { headers: { Accept: "application/json" } });
  const response = await fetchJson(request, { limitMs: SERVICE_DEADLINES.accessKeys, maxBytes: MAX_BYTES });
  if (!response.ok)
    return { reason: response.reason, ...(response.status !== undefined && { status: response.status }) };
  const { status, body } = response;
  if (status !== 200) return { reason: "status", status };
  try {
    // Throws for anything but a key set.
    return createLocalJWKSet(body as JSONWebKeySet).jwks();
  } catch {
    return { reason: "no key set", status };
  }
}

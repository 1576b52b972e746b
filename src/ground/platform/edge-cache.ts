import { within } from "./deadlines.ts";
import { SERVICE_DEADLINES } from "./service-deadlines.ts";

/**
 * Cloudflare's cache in the data center that handles the request. `workers.dev` has no cache: reads find nothing.
 * https://developers.cloudflare.com/workers/runtime-apis/cache/
 */

/**
 * The copy under `url`, with mutable headers, or undefined if it is missing or the cache does not respond in time. Never
 * throws.
 */
export async function readEdgeCache(url: string): Promise<Response | undefined> {
  try {
    const copy = await within(SERVICE_DEADLINES.edgeCache, caches.default.match(url));
    return copy && new Response(copy.body, copy);
  } catch {
    return undefined;
  }
}

/**
 * Stores `copy` under `url` for the time in its Cache-Control. Never rejects: after a failure, the next reader only misses
 * the cache.
 */
export async function writeEdgeCache(url: string, copy: Response): Promise<void> {
  await caches.default.put(url, copy).catch(() => {});
}

/** The header with the time of a copy, in milliseconds since 1970. It is removed before the copy is sent. */
const MADE_AT = "X-Made-At";

/**
 * The copy of the response under `url` that is younger than `seconds`, or null. Its Cache-Control gives the seconds
 * that remain, so that edge and browser together cache it no longer than `seconds`. Never throws.
 */
export async function findInEdgeCache(url: string, seconds: number, now: number): Promise<Response | null> {
  const copy = await readEdgeCache(url);
  const age = Math.ceil((now - Number(copy?.headers.get(MADE_AT))) / 1000);
  if (!copy || !(age < seconds)) return null;
  copy.headers.delete(MADE_AT);
  copy.headers.set("Cache-Control", `public, max-age=${seconds - Math.max(0, age)}`);
  return copy;
}

/** Stores a copy of `response` under `url`, as of `now`, for `findInEdgeCache`. Never rejects. */
export async function storeInEdgeCache(url: string, response: Response, now: number): Promise<void> {
  const copy = new Response(response.body, response);
  copy.headers.set(MADE_AT, String(now));
  await writeEdgeCache(url, copy);
}

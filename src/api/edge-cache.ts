import type { WaitUntil } from "../platform/background.ts";
import { DEADLINES, within } from "../platform/deadlines.ts";

/**
 * Cloudflare's cache of the place that a request came to. On `workers.dev` it holds nothing:
 * https://developers.cloudflare.com/workers/runtime-apis/cache/
 */
const cache = (): Cache => caches.default;

/** What was kept under `url` here, or undefined where there is nothing or no cache that answers. Never throws. */
export async function fromEdgeCache(url: string): Promise<Response | undefined> {
  try {
    return await within(DEADLINES.edgeCache, cache().match(url));
  } catch {
    return undefined;
  }
}

/** Keeps a copy of `response` under `url` for as long as its Cache-Control says, after the answer. */
export function keepInEdgeCache(url: string, response: Response, waitUntil: WaitUntil): void {
  waitUntil(within(DEADLINES.edgeCache, cache().put(url, response.clone())).catch(() => {}));
}

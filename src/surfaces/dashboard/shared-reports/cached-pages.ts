import { pause } from "../../../ground/platform/deadlines.ts";
import { Memory } from "../../../ground/platform/memory.ts";

/** How long a page is cached. */
const CACHED_MS = 10_000;
const MAX_PAGES = 500;
/** In bytes. V8 uses two bytes a character unless all of them are Latin-1. */
const MAX_BYTES = 10_000_000;

/** How long a request waits for another request's page, and how often it checks. */
const WAIT_MS = 5_000;
const POLL_MS = 50;

/** The cached pages of this isolate, by path. */
const pages = new Memory<string>(MAX_PAGES, CACHED_MS, {
  weigh: (page) => 2 * page.length,
  maxWeight: MAX_BYTES,
});

/**
 * Whether a request of this isolate is rendering the page. Expires, because the runtime drops requests whose client disconnects.
 */
const pending = new Memory<boolean>(MAX_PAGES, WAIT_MS);

/**
 * The page of a report, at most ten seconds old. Concurrent requests wait for the first one, so that the report is counted once. They poll, because a request can't await a promise of another request.
 */
export async function cachedPage(path: string, make: () => Promise<string>): Promise<string> {
  for (let waited = 0; ; waited += POLL_MS) {
    const known = pages.get(path, Date.now());
    if (known !== undefined) return known;
    if (!pending.get(path, Date.now()) || waited >= WAIT_MS) break;
    await pause(POLL_MS);
  }
  pending.set(path, true, Date.now());
  try {
    const page = await make();
    pages.set(path, page, Date.now());
    return page;
  } finally {
    pending.set(path, false, Date.now());
  }
}

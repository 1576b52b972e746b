import { pause } from "../../platform/deadlines.ts";
import { Memory } from "../../platform/memory.ts";

/** How long a page is shown again. */
const CACHED_MS = 10_000;
const MAX_PAGES = 500;
/** In bytes. V8 keeps a text in two for each character, unless all of them are Latin letters. */
const HEAVIEST = 10_000_000;

/** How long a reader waits for another one's page, and how often it is looked for. */
const WAIT_MS = 5_000;
const LOOK_MS = 50;

/** What this isolate has shown lately, by the id of the report. */
const pages = new Memory<string>(MAX_PAGES, CACHED_MS, {
  weigh: (page) => 2 * page.length,
  maxWeight: HEAVIEST,
});

/**
 * Whether the page of a report is being made in this isolate. It is no longer believed after a while, as the runtime drops
 * the work of a request whose reader has gone.
 */
const inTheMaking = new Memory<boolean>(MAX_PAGES, WAIT_MS);

/**
 * The page of a report: the one that was made in the last ten seconds, or a new one. Readers who come while it is being
 * made wait for it, so that many at once don't count everything once each. They look for it again and again, as a request
 * can't wait for a promise of another one.
 */
export async function cachedPage(id: string, make: () => Promise<string>): Promise<string> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const known = pages.get(id, Date.now());
    if (known !== undefined) return known;
    if (!inTheMaking.get(id, Date.now()) || waited >= WAIT_MS) break;
    await pause(LOOK_MS);
  }
  inTheMaking.set(id, true, Date.now());
  try {
    const page = await make();
    pages.set(id, page, Date.now());
    return page;
  } finally {
    inTheMaking.set(id, false, Date.now());
  }
}

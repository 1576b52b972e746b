import type { WaitUntil } from "../platform/background.ts";
import { foldUsage } from "./fold-usage.ts";

/**
 * After about so many new links, one create adds them to the usage of their organizations: until then, each create reads
 * them, so that it reads half as many rows on average, and writes a counter a sixty-fourth time.
 */
const FOLDED_AFTER = 64;

/** The counting of what organizations use. */
export type UsageStore = ReturnType<typeof usageStore>;

/** The usage in `db`. `random` gives numbers from 0 to 1. */
export function usageStore(db: D1Database, waitUntil: WaitUntil, now: () => Date, random: () => number) {
  return {
    /** Has new links added to their organization's usage after the answer, now and then. A failure is made up later. */
    noteLinks(links: number): void {
      if (random() * FOLDED_AFTER < links) waitUntil(foldUsage(db, now()).catch(() => {}));
    },
  };
}

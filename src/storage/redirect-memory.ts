import type { RedirectEntry } from "../domain/link.ts";
import type { RedirectMemory } from "../domain/resolve-short-link.ts";
import { Memory } from "./memory.ts";

const CAPACITY = 10_000;
/** Part of the 70 s in which a change is seen everywhere: see `askForShortLink`. */
const KNOWN_MS = 10_000;
/** Short, as the id may be given out at any moment. */
const UNKNOWN_MS = 5_000;
/**
 * Links whose destination is longer (in UTF-16 units) are left to KV: 10,000 of the longest would not fit into
 * the 128 MB of an isolate.
 */
const LONGEST = 4_096;

/** Known and unknown ids are kept apart, so that a scan of random ids puts out no link. */
export function redirectMemory(): RedirectMemory {
  const known = new Memory<RedirectEntry>(CAPACITY, KNOWN_MS);
  const unknown = new Memory<true>(CAPACITY, UNKNOWN_MS);
  return {
    find: (shortId, now) => known.find(shortId, now),
    remember(shortId, entry, now) {
      if (entry.destination.length <= LONGEST) known.set(shortId, entry, now);
    },
    isUnknown: (shortId, now) => unknown.get(shortId, now) !== undefined,
    rememberUnknown: (shortId, now) => unknown.set(shortId, true, now),
  };
}

import { DEADLINES } from "../platform/deadlines.ts";
import type { Attempt } from "../platform/failed-attempts.ts";
import type { RedirectMemory } from "./memory.ts";
import { askForShortLink, type RedirectSources, type Resolution } from "./resolve.ts";

/** What is known of an address, or `limited` if the client requested too many unknown addresses. */
export type ClientResolution = Resolution | { kind: "limited" };

/**
 * Looks up an address that memory does not have, for the client of `attempt`. For a client over the limit, only KV is
 * queried and not D1. KV has every link from its creation on, so links redirect even for clients that share their IP
 * with a client that guesses. Never throws.
 */
export async function askForClient(
  address: string,
  now: number,
  memory: RedirectMemory,
  sources: RedirectSources,
  attempt: Attempt,
): Promise<ClientResolution> {
  if (attempt.suspect && !memory.find(address, now) && (await attempt.isOver())) {
    try {
      const entry = await sources.within(DEADLINES.redirect, sources.published(address));
      if (entry === null) return { kind: "limited" };
      memory.remember(address, entry, now);
      return { kind: "link", entry };
    } catch {
      // KV is down, so only D1 is left.
      return askForShortLink(address, now, memory, sources);
    }
  }
  const resolution = await askForShortLink(address, now, memory, sources);
  if (resolution.kind !== "unknown") {
    attempt.noteRight();
    return resolution;
  }
  return attempt.recordFailure().then(
    () => resolution,
    () => ({ kind: "limited" }),
  );
}

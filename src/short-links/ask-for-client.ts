import { DEADLINES } from "../platform/deadlines.ts";
import type { Attempt } from "../platform/wrong-clients.ts";
import type { RedirectMemory } from "./memory.ts";
import { askForShortLink, type RedirectSources, type Resolution } from "./resolve.ts";

/** What is known of a short id, or that the client has asked for too many that do not exist. */
export type ClientResolution = Resolution | { kind: "limited" };

/**
 * Looks up a short id that memory does not answer, for the client of `attempt`. One that keeps guessing gets what KV
 * has and D1 is not asked for it: KV has every link from its creation on, so that known links lead on for everybody,
 * whoever else guesses behind the same address. Never throws.
 */
export async function askForClient(
  shortId: string,
  now: number,
  memory: RedirectMemory,
  sources: RedirectSources,
  attempt: Attempt,
): Promise<ClientResolution> {
  if (attempt.suspect && !memory.find(shortId, now) && (await attempt.isOver())) {
    try {
      const entry = await sources.within(DEADLINES.redirect, sources.published(shortId));
      if (entry === null) return { kind: "limited" };
      memory.remember(shortId, entry, now);
      return { kind: "link", entry };
    } catch {
      // KV is down: D1 alone can tell.
      return askForShortLink(shortId, now, memory, sources);
    }
  }
  const resolution = await askForShortLink(shortId, now, memory, sources);
  if (resolution.kind !== "unknown") {
    attempt.noteRight();
    return resolution;
  }
  return attempt.noteWrong().then(
    () => resolution,
    () => ({ kind: "limited" }),
  );
}

import { DEADLINES } from "../platform/deadlines.ts";
import type { RedirectEntry } from "./entry.ts";
import type { KnownLink, RedirectMemory } from "./memory.ts";

/** What is known of a short id. */
export type Resolution =
  | { kind: "link"; entry: KnownLink }
  | { kind: "unknown" }
  /** Neither store answers, and this isolate never heard of the link. */
  | { kind: "unavailable"; cause: unknown };

/** The stores behind the memory. Each call may fail or hang. */
export interface RedirectSources {
  /** KV's copy; null where there is none, or none that can be read. */
  published(shortId: string): Promise<RedirectEntry | null>;
  /** D1's row, from the replica that is nearest; `final` where it was the primary that answered. */
  nearest(shortId: string, now: number): Promise<{ entry: RedirectEntry | null; final: boolean }>;
  /** D1's row, from the primary. */
  primary(shortId: string): Promise<RedirectEntry | null>;
  /** Has KV's missing copy written after the answer. */
  repair(shortId: string, now: number): void;
  /** `call`'s result, or a rejection after `limit` milliseconds. */
  within<T>(limit: number, call: Promise<T>): Promise<T>;
}

/** What memory alone can answer at `now`, or undefined: the stores have to be asked. */
export function recallShortLink(
  shortId: string,
  now: number,
  memory: RedirectMemory,
): Resolution | undefined {
  const known = memory.find(shortId, now);
  if (known?.fresh) return { kind: "link", entry: known.value };
  return memory.isUnknown(shortId, now) ? { kind: "unknown" } : undefined;
}

/**
 * Asks KV, then D1, and remembers the answer as of `now`, when asking began: it may be that old. Where neither
 * answers, what memory holds is good enough, however old. Never throws.
 *
 * A change of a link is seen everywhere 70 s after KV took it: a data centre's copy of a KV entry lives 60 s
 * (`cacheTtl`), an isolate's memory 10 s from the moment it asked.
 */
export async function askForShortLink(
  shortId: string,
  now: number,
  memory: RedirectMemory,
  sources: RedirectSources,
): Promise<Resolution> {
  const remembered = memory.find(shortId, now)?.value;
  let entry: KnownLink | null;
  try {
    entry = await ask(shortId, now, sources, remembered ? DEADLINES.redirectWithMemory : DEADLINES.redirect);
  } catch (cause) {
    return remembered ? { kind: "link", entry: remembered } : { kind: "unavailable", cause };
  }
  if (entry === null) {
    memory.rememberUnknown(shortId, now);
    return { kind: "unknown" };
  }
  // KV's copy here, or a replica, may be older than what this isolate has already seen.
  if (remembered && remembered.version > entry.version) entry = remembered;
  memory.remember(shortId, entry, now);
  return { kind: "link", entry };
}

async function ask(
  shortId: string,
  now: number,
  sources: RedirectSources,
  patience: number,
): Promise<RedirectEntry | null> {
  const published = sources.published(shortId);
  let copy: RedirectEntry | null;
  try {
    copy = await sources.within(DEADLINES.redirectKv, published);
  } catch {
    // Failed or late. A late copy is still better than a D1 that is down: the first to know answers.
    const late = sources
      .within(patience, published)
      .then((entry) => entry ?? Promise.reject(new Error("KV has no copy")));
    return Promise.any([askD1(shortId, now, sources, patience), late]);
  }
  if (copy) return copy;
  const entry = await askD1(shortId, now, sources, patience);
  if (entry) sources.repair(shortId, now);
  return entry;
}

/** The nearest replica first. It may not have heard of a new link yet, so only the primary's "unknown" counts. */
async function askD1(
  shortId: string,
  now: number,
  sources: RedirectSources,
  patience: number,
): Promise<RedirectEntry | null> {
  const { entry, final } = await sources.within(patience, sources.nearest(shortId, now));
  return entry || final ? entry : sources.within(patience, sources.primary(shortId));
}

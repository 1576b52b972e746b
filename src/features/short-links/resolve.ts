import { DEADLINES } from "../../ground/platform/deadlines.ts";
import type { RedirectEntry } from "./entry.ts";
import type { KnownLink, RedirectMemory } from "./redirect-memory.ts";

/** The result of a look-up. */
export type Resolution =
  | { kind: "link"; entry: KnownLink }
  | { kind: "unknown" }
  /** Neither KV nor D1 responded, and this isolate has not cached the link. */
  | { kind: "unavailable"; cause: unknown };

/** The stores to query if memory has no entry. Each call may fail or hang. */
export interface RedirectSources {
  /** KV's copy; null if it is missing or unreadable. */
  published(address: string): Promise<RedirectEntry | null>;
  /** D1's row, from the nearest instance; `final` is true if the primary responded. */
  nearest(address: string, now: number): Promise<{ entry: RedirectEntry | null; final: boolean }>;
  /** D1's row, from the primary. */
  primary(address: string): Promise<RedirectEntry | null>;
  /** Writes KV's missing copy, after the response. */
  repair(address: string, now: number): void;
  /** `call`'s result, or a rejection after `limit` milliseconds. */
  within<T>(limit: number, call: Promise<T>): Promise<T>;
}

/** What memory knows at `now`; undefined if KV and D1 have to be queried. */
export function recallShortLink(
  address: string,
  now: number,
  memory: RedirectMemory,
): Resolution | undefined {
  const known = memory.find(address, now);
  if (known?.fresh) return { kind: "link", entry: known.value };
  return memory.isUnknown(address, now) ? { kind: "unknown" } : undefined;
}

/**
 * Queries KV, then D1, and caches the result as of `now`, the start of the look-up, because it may be that old. If
 * neither responds, the entry in memory is used, however old. Never throws.
 *
 * A change of a link is visible everywhere 40 s after KV accepted it: a data center caches a KV entry for 30 s
 * (`cacheTtl`), and an isolate caches it for 10 s from the start of its look-up.
 */
export async function queryShortLink(
  address: string,
  now: number,
  memory: RedirectMemory,
  sources: RedirectSources,
): Promise<Resolution> {
  const remembered = memory.find(address, now)?.value;
  let entry: KnownLink | null;
  try {
    entry = await ask(address, now, sources, remembered ? DEADLINES.redirectWithMemory : DEADLINES.redirect);
  } catch (cause) {
    return remembered ? { kind: "link", entry: remembered } : { kind: "unavailable", cause };
  }
  if (entry === null) {
    memory.rememberUnknown(address, now);
    return { kind: "unknown" };
  }
  // The cached KV entry, or a replica, may be older than what this isolate has already seen. A GTIN can move to another link.
  if (remembered?.linkId === entry.linkId && remembered.version > entry.version) entry = remembered;
  memory.remember(address, entry, now);
  return { kind: "link", entry };
}

async function ask(
  address: string,
  now: number,
  sources: RedirectSources,
  deadlineMs: number,
): Promise<RedirectEntry | null> {
  const published = sources.published(address);
  let copy: RedirectEntry | null;
  try {
    copy = await sources.within(DEADLINES.redirectKv, published);
  } catch {
    // KV failed or is late. A late copy still helps where D1 is down, so the first success is used.
    const late = sources
      .within(deadlineMs, published)
      .then((entry) => entry ?? Promise.reject(new Error("KV has no copy")));
    return Promise.any([askD1(address, now, sources, deadlineMs), late]);
  }
  if (copy) return copy;
  const entry = await askD1(address, now, sources, deadlineMs);
  if (entry) sources.repair(address, now);
  return entry;
}

/** Asks the nearest instance first. A replica may not have a new link yet, so only the primary's "unknown" counts. */
async function askD1(
  address: string,
  now: number,
  sources: RedirectSources,
  deadlineMs: number,
): Promise<RedirectEntry | null> {
  const { entry, final } = await sources.within(deadlineMs, sources.nearest(address, now));
  return entry || final ? entry : sources.within(deadlineMs, sources.primary(address));
}

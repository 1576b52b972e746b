import { Memory } from "../../ground/platform/memory.ts";
import type { RedirectEntry } from "./entry.ts";
import type { PreparedRedirect } from "./prepared-redirect.ts";
import type { KnownSchedule } from "./redirect-schedule.ts";

/** A destination of visits, of a link or an offer, with its cached responses. */
export interface Target extends Pick<RedirectEntry, "destination" | "scans" | "stores" | "query"> {
  /** The redirect to `destination`, made at the first visit. */
  redirect?: PreparedRedirect;
  /** The redirect to `scans`, made at the first scan. */
  scanRedirect?: PreparedRedirect;
}

/** A link as an isolate caches it. */
export type KnownLink = RedirectEntry & Target & { schedule?: KnownSchedule | undefined };

/** An isolate's cache of short links. Plain data only: no request awaits another request's promise. */
export interface RedirectMemory {
  /** The link, however old, and whether it is fresh enough to use. */
  find(address: string, now: number): { value: KnownLink; fresh: boolean } | undefined;
  remember(address: string, link: KnownLink, now: number): void;
  isUnknown(address: string, now: number): boolean;
  rememberUnknown(address: string, now: number): void;
}

const CAPACITY = 10_000;
/** Part of the 40 s after which a change is visible everywhere: see `queryShortLink`. */
const CACHED_MS = 10_000;
/** Short, because a link with this id may be created at any moment. */
const UNKNOWN_MS = 5_000;
/**
 * The maximum size of all links in bytes, far below an isolate's 128 MB, which 10,000 links with the longest destinations
 * and the most shops would exceed. The sizes are V8's for an ASCII string and an array element.
 */
const MAX_BYTES = 40_000_000;
const ENTRY_BYTES = 500;
/** Of a response with its copy of the destination; measured as workerd's growth for 100,000 responses. */
const REDIRECT_BYTES = 3_200;
const POSTAL_CODE_BYTES = 32;

const COUNTRY_BYTES = 32;
/** Of the key of a removed offer: at most 32 characters. */
const KEY_BYTES = 64;

/** The size of a link in bytes, with its offers and cached responses. */
export function bytesOf(link: RedirectEntry): number {
  let bytes = targetBytes(link);
  const { endedUrl } = link.schedule ?? {};
  if (endedUrl !== undefined) bytes += REDIRECT_BYTES + 2 * endedUrl.length;
  bytes += KEY_BYTES * ((link.removed?.length ?? 0) + (link.choice?.removed?.length ?? 0));
  if (link.gtin) bytes += 2 * JSON.stringify(link.gtin).length;
  for (const offer of link.choice?.offers ?? [])
    bytes +=
      targetBytes(offer) +
      COUNTRY_BYTES * (offer.countries?.length ?? 0) +
      (offer.when ? 4 * JSON.stringify(offer.when).length : 0);
  bytes += 2 * (link.choice?.fallback?.length ?? 0);
  return bytes;
}

function targetBytes({ destination, scans, stores }: Target): number {
  let bytes = ENTRY_BYTES + REDIRECT_BYTES + 2 * destination.length;
  if (scans !== undefined) bytes += REDIRECT_BYTES + 2 * scans.length;
  for (const { postalCodes } of stores?.stores ?? []) bytes += POSTAL_CODE_BYTES * postalCodes.length;
  return bytes;
}

/** Known and unknown ids have separate caches, so that a scan of random ids displaces no link. */
export function redirectMemory(): RedirectMemory {
  const known = new Memory<KnownLink>(CAPACITY, CACHED_MS, { weigh: bytesOf, maxWeight: MAX_BYTES });
  const unknown = new Memory<true>(CAPACITY, UNKNOWN_MS);
  return {
    find: (address, now) => known.find(address, now),
    remember: (address, link, now) => known.set(address, link, now),
    isUnknown: (address, now) => unknown.get(address, now) !== undefined,
    rememberUnknown: (address, now) => unknown.set(address, true, now),
  };
}

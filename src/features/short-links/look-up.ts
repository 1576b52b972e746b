import { DEADLINES, within } from "../../ground/platform/deadlines.ts";
import type { LimitedAttempt } from "../../ground/platform/failed-attempts.ts";
import { Memory } from "../../ground/platform/memory.ts";
import { addressKey, redirectKey } from "./address-key.ts";
import { parseEntry } from "./entry.ts";
import { NearestInstance } from "./nearest-instance.ts";
import { type RedirectMemory, redirectMemory } from "./redirect-memory.ts";
import { queryShortLink, type RedirectSources, type Resolution, recallShortLink } from "./resolve.ts";
import type { RedirectDependencies } from "./short-link-visit.ts";
import type { Visit } from "./visit.ts";

/** State of this isolate. */
const memory = redirectMemory();
/** The D1 instance that all look-ups of this isolate query. */
export const nearestInstance = new NearestInstance();

/** The addresses to look up where an address has no link, in order. */
type OtherAddresses = () => readonly string[] | Promise<readonly string[]>;

/**
 * The link at `address`, by default that of the visit, or else at one of the others: synchronously from memory, else from KV or
 * D1. Never rejects.
 */
export function lookUp(
  { request, host, name, time }: Visit,
  dependencies: RedirectDependencies,
  address = addressKey(host, name),
  others?: OtherAddresses,
): ClientResolution | Promise<ClientResolution> {
  const known = recallShortLink(address, time, memory);
  if (known && (known.kind === "link" || others === undefined)) return known;
  const sources = redirectSources(dependencies, nearestInstance);
  return lookUpForClient(address, time, memory, sources, attemptOf(request, dependencies), others);
}

type LookUpAttempt = Omit<LimitedAttempt, "begin">;

/** The attempt of the client. Until the isolate has loaded the module that records failures, it knows no client with failures. */
const attemptOf = (request: Request, { unknownLimiter, otherVisits }: RedirectDependencies): LookUpAttempt =>
  otherVisits.loaded?.attemptOf(unknownLimiter, request) ?? {
    suspect: false,
    isOver: async () => false,
    recordSuccess: () => {},
    recordFailure: async () =>
      otherVisits.use((loaded) => loaded.attemptOf(unknownLimiter, request).recordFailure()),
  };

/**
 * The result of a look-up, or `limited` if the client requested too many unknown addresses. `address` is the other address that
 * decided it.
 */
export type ClientResolution = (Resolution | { kind: "limited" }) & { address?: string };

/**
 * Looks up an address that memory does not have, for the client of `attempt`. For a client over the limit, only KV is
 * queried and not D1. KV has every link from its creation on, so links redirect even for clients that share their IP
 * with a client that guesses. All addresses of a request are one attempt. Never throws.
 */
export async function lookUpForClient(
  address: string,
  now: number,
  memory: RedirectMemory,
  sources: RedirectSources,
  attempt: LookUpAttempt,
  others: OtherAddresses = () => [],
): Promise<ClientResolution> {
  const isLimited = attempt.suspect && !memory.find(address, now) && (await attempt.isOver());
  const query = isLimited ? queryPublished : queryShortLink;
  const find = async (each: string): Promise<ClientResolution> =>
    recallShortLink(each, now, memory) ?? (await query(each, now, memory, sources));
  let resolution = await find(address);
  if (resolution.kind !== "link")
    for (const other of await others()) {
      const found = await find(other);
      if (found.kind === "unknown") continue;
      resolution = { ...found, address: other };
      if (found.kind === "link") break;
    }
  if (isLimited) return resolution.kind === "unknown" ? { kind: "limited" } : resolution;
  if (resolution.kind !== "unknown") {
    attempt.recordSuccess();
    return resolution;
  }
  return attempt.recordFailure().then(
    () => resolution,
    () => ({ kind: "limited" }),
  );
}

/** Like `queryShortLink`, but D1 is only queried while KV is down. */
async function queryPublished(
  address: string,
  now: number,
  memory: RedirectMemory,
  sources: RedirectSources,
): Promise<Resolution> {
  try {
    const entry = await sources.within(DEADLINES.redirect, sources.published(address));
    if (entry === null) return { kind: "unknown" };
    memory.remember(address, entry, now);
    return { kind: "link", entry };
  } catch {
    return queryShortLink(address, now, memory, sources);
  }
}

/** How long a data center may cache a KV entry, in seconds. */
const CACHE_TTL = 30;
/** A data center may cache a missing entry for 30 s, so more frequent repairs have no effect. In milliseconds. */
const REPAIRED_MS = 30_000;

/** Links that this isolate repaired recently. */
const repaired = new Memory<true>(1_000, REPAIRED_MS);

/** The stores that a redirect queries, for one request. The isolate shares `instance`. */
export function redirectSources(
  {
    kv,
    db,
    variables,
    waitUntil,
    log,
    otherVisits,
  }: Pick<RedirectDependencies, "kv" | "db" | "variables" | "waitUntil" | "log" | "otherVisits">,
  instance: NearestInstance,
): RedirectSources {
  return {
    async published(address) {
      const text = await kv.get(redirectKey(address), { type: "text", cacheTtl: CACHE_TTL });
      return text === null ? null : parseEntry(text);
    },
    nearest: async (address, now) =>
      otherVisits.use(({ readNearest }) => readNearest({ db, variables, address }, instance, now)),
    primary: async (address) => otherVisits.use(({ readPrimary }) => readPrimary({ db, variables, address })),
    repair(address, now) {
      if (repaired.get(address, now)) return;
      repaired.set(address, true, now);
      const repair = async () =>
        otherVisits.use(({ publishAgain }) => publishAgain({ kv, db, variables, address }));
      waitUntil(repair().catch((cause: unknown) => log("error", "publish", { address, cause })));
    },
    within,
  };
}

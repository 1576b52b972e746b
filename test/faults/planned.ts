import type { Env } from "../../src/env.ts";
import { intercepted } from "./faults.ts";

/** The header that lists the faults of a request's calls, in order; after that, all calls work. */
export const PLAN = "X-Test-Plan";

/**
 * The fault of one call of a binding or another company: none; it fails before its work; after its work; it is
 * late; a read gives its previous result; a read gives half of the text; a write is made twice; the clock jumps forward or
 * back before it; the random generator repeats itself from it on.
 */
export const PLANNED = [
  "works",
  "before",
  "after",
  "slow",
  "stale",
  "truncated",
  "twice",
  "ahead",
  "back",
  "repeats",
] as const;
export type Planned = (typeof PLANNED)[number];

/** Later than the deadlines of reads from KV, sooner than those of writes. */
const SLOW_MS = 120;
const AHEAD_MS = 300_000;
const BACK_MS = -90_000;
const BINDINGS = ["DB", "LINKS", "IDEMPOTENCY", "QR_IMAGES", "VISITS", "RUNS"] as const;

/** The faults in a header; unknown faults are rejected. */
export function planOf(header: string | null): Planned[] {
  return (header ?? "")
    .split(",")
    .filter((word) => word !== "")
    .map((word) => {
      const found = PLANNED.find((each) => each === word);
      if (!found) throw new TypeError(`no fault ${word}`);
      return found;
    });
}

const failed = (): Error => new Error("D1_ERROR: Network connection lost.");
const isRead = (name: string): boolean => /^(?:get|getWithMetadata|head|list)$/.test(name);

/** The last results of reads: KV's data centers and D1's replicas may return them for a while. */
const told = new Map<string, unknown>();
/** Reads of replicas. The primary and R2 return nothing stale. */
const isReplica = (said: string): boolean => said.includes(" withSession ");
const mayBeStale = (name: string, said: string): boolean =>
  /^(?:get|getWithMetadata)$/.test(name) || (name === "all" && isReplica(said));

/** A stale result of a read: its previous result, or a missing value. */
function staleOf(name: string, said: string): unknown {
  if (isReplica(said)) {
    // A replica does not claim to be the primary.
    const { results = [] } = (told.get(said) ?? {}) as { results?: unknown[] };
    return { results, success: true, meta: { served_by_primary: false } };
  }
  const nothing = name === "getWithMetadata" ? { value: null, metadata: null } : null;
  return told.get(said) ?? nothing;
}

/** Objects of R2 hold streams, which can be read once. */
const isKept = (value: unknown): boolean =>
  typeof value === "string" || (typeof value === "object" && value !== null && "meta" in value);

async function halfOf(value: unknown): Promise<unknown> {
  if (typeof value === "string") return value.slice(0, value.length / 2);
  if (!(value instanceof Response)) return value;
  const text = await value.text();
  return new Response(text.slice(0, text.length / 2), value);
}

async function befall(fault: Planned, name: string, call: () => unknown, said: string): Promise<unknown> {
  switch (fault) {
    case "before":
      throw failed();
    case "after":
      await call();
      throw failed();
    case "slow":
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return call();
    case "stale":
      return mayBeStale(name, said) ? staleOf(name, said) : call();
    case "truncated":
      return halfOf(await call());
    case "twice": {
      const result = await call();
      if (!isRead(name)) await Promise.resolve(call()).catch(() => {});
      return result;
    }
    default: {
      const result = await call();
      if (mayBeStale(name, said) && isKept(result)) told.set(said, result);
      return result;
    }
  }
}

const realFetch = globalThis.fetch;
const realRandom = crypto.getRandomValues.bind(crypto);
/** The first bytes of the generator, by length. */
const drawn = new Map<number, Uint8Array>();
/** How far the clock has jumped for the current request, in milliseconds. */
let jumped = 0;
export const jump = (): number => jumped;

/** The next bytes of each length repeat earlier bytes; later bytes are random. */
function repeatRandom(): void {
  const repeated = new Set<number>();
  crypto.getRandomValues = (array) => {
    realRandom(array);
    if (!(array instanceof Uint8Array) || repeated.has(array.length)) return array;
    repeated.add(array.length);
    const first = drawn.get(array.length) ?? array.slice();
    drawn.set(array.length, first);
    array.set(first);
    return array;
  };
}

/**
 * The bindings of one request, whose calls share a plan with `fetch`. The clock and the random generator are the
 * isolate's: requests with plans run one after the other.
 */
export function planned(env: Env, plan: readonly Planned[]): Env {
  jumped = 0;
  crypto.getRandomValues = realRandom;
  globalThis.fetch = realFetch;
  if (plan.length === 0) return env;
  let calls = 0;
  const run = (name: string, call: () => unknown, said: string): Promise<unknown> => {
    const fault = plan[calls++] ?? "works";
    if (fault === "ahead") jumped += AHEAD_MS;
    if (fault === "back") jumped += BACK_MS;
    return befall(fault, name, call, said);
  };
  // Ids are drawn before the first call: the generator repeats itself from the start.
  if (plan.includes("repeats")) repeatRandom();
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const answer = await run("fetch", () => realFetch(request.clone()), request.url);
    // Only responses of fetch come out of it.
    return answer as Response;
  };
  const behind = Object.fromEntries(
    BINDINGS.map((name) => [
      name,
      intercepted(env[name], (method, call, said) => run(method, call, name + said)),
    ]),
  );
  // The same bindings, with faults in front.
  return { ...env, ...behind } as Env;
}

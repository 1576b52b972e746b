import type { Env } from "../../src/env.ts";
import { intercepted } from "./faults.ts";

/** The header whose words are the faults of a request's calls of bindings, one after the other; then all of them work. */
export const PLAN = "X-Test-Plan";

/**
 * What befalls one call: nothing; it fails before its work; after its work; it comes late; a read gives what was there
 * before the last write; a read gives half of the text; a write is made twice.
 */
export const PLANNED = ["works", "before", "after", "slow", "stale", "truncated", "twice"] as const;
export type Planned = (typeof PLANNED)[number];

/** Later than the deadlines of reads from KV, sooner than those of writes. */
const SLOW_MS = 120;
const BINDINGS = ["DB", "LINKS", "IDEMPOTENCY", "QR_IMAGES", "VISITS", "IMPORTS"] as const;

/** The faults in a header; other words are refused. */
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
/** What a read gives that comes too late for the last write: KV keeps that nothing was there. */
const nothingOf = (name: string): unknown =>
  name === "getWithMetadata" ? { value: null, metadata: null } : null;

const halfOf = (value: unknown): unknown =>
  typeof value === "string" ? value.slice(0, value.length / 2) : value;

async function befall(fault: Planned, name: string, call: () => unknown): Promise<unknown> {
  switch (fault) {
    case "works":
      return call();
    case "before":
      throw failed();
    case "after":
      await call();
      throw failed();
    case "slow":
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      return call();
    case "stale":
      return isRead(name) && name !== "list" ? nothingOf(name) : call();
    case "truncated":
      return halfOf(await call());
    case "twice": {
      const result = await call();
      if (!isRead(name)) await Promise.resolve(call()).catch(() => {});
      return result;
    }
  }
}

/** The bindings of one request, whose calls share a plan. */
export function planned(env: Env, plan: readonly Planned[]): Env {
  let calls = 0;
  const run = (name: string, call: () => unknown): Promise<unknown> =>
    befall(plan[calls++] ?? "works", name, call);
  const behind = Object.fromEntries(BINDINGS.map((name) => [name, intercepted(env[name], run)]));
  // The same bindings, with faults in front.
  return { ...env, ...behind } as Env;
}

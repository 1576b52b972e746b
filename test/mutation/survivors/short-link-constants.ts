import type { Survivor } from "./survivor.ts";

/** Mutants of constants of src/short-links that could be others. */
export const OF_SHORT_LINK_CONSTANTS: readonly Survivor[] = [
  {
    file: "src/short-links/hosts.ts",
    operator: "1_000 to 1_000 + 1",
    code: "1_000",
    loads: true,
    why: "It bounds the memory that domains take in an isolate: one more is no difference that a visitor could notice.",
  },
  {
    file: "src/short-links/sources.ts",
    operator: "1_000 to 1_000 + 1",
    code: "1_000",
    loads: true,
    why: "It bounds the memory that repairs take in an isolate: forgetting one link later only saves a write to KV.",
  },
  {
    file: "src/short-links/memory.ts",
    operator: "40_000_000 to 40_000_000 + 1",
    code: "40_000_000",
    loads: true,
    why: "It bounds the memory that links take in an isolate, and is an estimate: a byte more is no difference.",
  },
  {
    file: "src/short-links/kv-copy.ts",
    operator: "6 to 6 + 1",
    code: "6",
    loads: true,
    why: "The runtime opens six connections at a time, and lets a seventh write wait.",
  },
  {
    file: "src/short-links/publish-changes.ts",
    operator: "200 to 200 + 1",
    code: "200",
    loads: true,
    why: "The next run takes what is left: a change more in a run is published a little earlier, within what a run may ask.",
  },
];

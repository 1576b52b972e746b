import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Mutant } from "./instrument.ts";

/** What is known of one test: how long it takes, what it passes and what it did not notice, by the mutants' keys. */
export interface KnownTest {
  ms: number;
  passed: string[];
  held: string[];
  /** What it did not notice while others were on too, one of which may have hidden it. */
  together?: string[];
  /** What it passes only the first time that it runs. */
  once?: string[];
}

/** What is known of a file of tests. */
export interface KnownFile {
  hash: string;
  /** A test failed without those before it. */
  whole: boolean;
  failed?: boolean;
  /** Whether its tests pass where it is loaded anew in a run. */
  loadable?: boolean;
  /** How long it takes to load it, in milliseconds, and to start what it starts. */
  loadMs?: number;
  tests: Record<string, KnownTest>;
}

/** What earlier runs have found; it holds as long as the files that it speaks of are the same. */
export interface Known {
  /** Hashes of the files that have mutants. */
  sources: Record<string, string>;
  files: Record<string, KnownFile>;
  /** The tests that have noticed a mutant, by its key. */
  killed: Record<string, { file: string; test: string }>;
  /** What is passed while modules are loaded. */
  loaded: string[];
  /** The files of tests that did not notice a mutant which was on from the start, by its key. */
  kept: Record<string, string[]>;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** A mutant's key: the file with its hash, and a hash of what it changes. */
export function keysOf(mutants: readonly Mutant[], sources: Record<string, string>): string[] {
  const counts = new Map<string, number>();
  return mutants.map(({ file, line, operator, code }) => {
    const change = `${file}#${sources[file]}#${hashOf(`${line} ${operator} ${code}`).slice(0, 8)}`;
    const count = counts.get(change) ?? 0;
    counts.set(change, count + 1);
    return `${change}.${count}`;
  });
}

export function readKnown(path: string): Known {
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Partial<Known>) : {};
  // A version of the runner that wrote it may have known some of these only.
  return { sources: {}, files: {}, killed: {}, loaded: [], kept: {}, ...known };
}

/**
 * What is passed while the code runs, as far as is known by a test that can run again; what tests that ran again passed only the
 * first time (`notAgain`); and all that is passed only once, mostly while modules load.
 */
export function passedOf({ files, loaded }: Known): Record<"again" | "notAgain" | "once", Set<string>> {
  const tests = Object.values(files).flatMap(({ tests: its }) => Object.values(its));
  const again = new Set(tests.flatMap(({ passed }) => passed));
  const notAgain = new Set(tests.flatMap((test) => test.once ?? []));
  return { again, notAgain, once: new Set([...loaded, ...notAgain]) };
}

/** What a test has tried and not noticed. */
export const triedOf = ({ files, kept }: Known): Set<string> =>
  new Set([
    ...Object.keys(kept),
    ...Object.values(files).flatMap(({ tests }) =>
      Object.values(tests).flatMap(({ held, together = [] }) => [...held, ...together]),
    ),
  ]);

export const writeKnown = (path: string, known: Known): void => writeFileSync(path, JSON.stringify(known));

/** Forgets what was found with other texts of tests or sources; those of now have these hashes. */
export function forgetChanged(
  known: Known,
  tests: Record<string, string>,
  sources: Record<string, string>,
): void {
  const changed = Object.keys(sources).filter((file) => known.sources[file] !== sources[file]);
  // Who passes a file that had no mutants yet is not known of any test.
  const hasNew = changed.some((file) => known.sources[file] === undefined);
  const isOld = (key: string): boolean => changed.some((file) => key.startsWith(`${file}#`));
  for (const [file, { hash, tests: its }] of Object.entries(known.files)) {
    if (tests[file] !== hash) {
      for (const [key, by] of Object.entries(known.killed)) if (by.file === file) delete known.killed[key];
      delete known.files[file];
    } else if (
      hasNew ||
      Object.values(its).some(({ passed, once }) => [...passed, ...(once ?? [])].some(isOld))
    )
      delete known.files[file];
  }
  for (const key of Object.keys(known.killed)) if (isOld(key)) delete known.killed[key];
  for (const [key, by] of Object.entries(known.kept)) {
    const left = by.filter((file) => known.files[file]);
    if (isOld(key) || left.length === 0) delete known.kept[key];
    else known.kept[key] = left;
  }
  known.loaded = known.loaded.filter((key) => !isOld(key));
  known.sources = { ...known.sources, ...sources };
}

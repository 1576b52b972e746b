import type { StorageClient } from "../storage/storage-client.ts";
import { type Kept, keep, restore } from "./snapshot.ts";
import { ANOTHER_TEST, MUTANT_HEADER, NO_MUTANT } from "./switch.ts";

export interface Shared {
  /** Which mutants are on from the start in what is loaded next; code and services take it from here. */
  mutantsOnLoad?: readonly number[];
  /** Of the modules that this process itself has loaded; `ADDED` makes it. */
  mutationState?: { switchOn(ids: Iterable<number>, isForAnotherTest?: boolean): number[] };
  /** The storage of the services that tests of this process have started, by address; `startService` of the copy adds them. */
  mutationServices?: Map<string, StorageClient>;
  /** What ends these services. */
  mutationClosers?: (() => Promise<unknown>)[];
}
const shared = globalThis as unknown as Shared;

/** The running services that passed nothing before mutants were switched last: a test does not run their code. */
const quiet = new Set<string>();
export const quietServices = (): ReadonlySet<string> => new Set(quiet);

const runningBut = (besides: ReadonlySet<string>): [string, StorageClient][] =>
  [...(shared.mutationServices ?? [])].filter(([service]) => !besides.has(service));

/**
 * Switches mutants on, here and in every running service besides these, and all others off; gives those that were passed since
 * the last time.
 */
export const switchTo = (ids: readonly number[], besides: ReadonlySet<string> = new Set()) =>
  tellAll(ids.join(",") || NO_MUTANT, (state) => state.switchOn(ids), besides);

/** Switches all mutants off, and forgets how often earlier tests asked for them; gives those that were passed. */
export const beginTest = () => tellAll(ANOTHER_TEST, (state) => state.switchOn([], true), new Set());

async function tellAll(
  header: string,
  tell: (state: NonNullable<Shared["mutationState"]>) => number[],
  besides: ReadonlySet<string>,
): Promise<Set<number>> {
  const passed = new Set(shared.mutationState && tell(shared.mutationState));
  const headers = { [MUTANT_HEADER]: header };
  await Promise.all(
    runningBut(besides).map(async ([service]) => {
      try {
        const answer = await fetch(service, { headers, signal: AbortSignal.timeout(5_000) });
        const its = (await answer.json()) as number[];
        for (const each of its) passed.add(each);
        if (its.length > 0) quiet.delete(service);
        else quiet.add(service);
      } catch {
        // The test has closed it.
        shared.mutationServices?.delete(service);
      }
    }),
  );
  return passed;
}

/** Ends what tests of this process have started. */
export async function closeServices(): Promise<void> {
  const closers = shared.mutationClosers?.splice(0) ?? [];
  // Some tests end theirs themselves, and some did not start.
  await Promise.all(closers.map((close) => close().catch(() => {})));
  shared.mutationServices?.clear();
}

/** What each running service stores. */
export type Stored = Map<string, Kept>;

/** Notes what the running services store. */
export async function noteStorage(): Promise<Stored> {
  const services = [...(shared.mutationServices ?? [])];
  return new Map(await Promise.all(services.map(async ([url, each]) => [url, await keep(each)] as const)));
}

/** Of what services stored before, the part that is another now: what a test has written. */
export function changedStorage(before: Stored, now: Stored): Stored {
  const same = (url: string, kept: Kept) => JSON.stringify(now.get(url)) === JSON.stringify(kept);
  return new Map([...before].filter(([url, kept]) => now.has(url) && !same(url, kept)));
}

/** Brings services back to what they stored then. */
export async function restoreStorage(stored: Stored): Promise<void> {
  await Promise.all(
    [...stored].map(async ([url, kept]) => {
      const service = shared.mutationServices?.get(url);
      if (service) await restore(service, kept);
    }),
  );
}

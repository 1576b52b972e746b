import { afterAll, test, vi } from "vitest";
import { closeServices, type Shared } from "./services.ts";

/** The name of the test that fails where a file can't be loaded. */
export const LOADS = "it can be loaded";

/**
 * Loads a file of tests and all that it imports anew, here and in the services that it starts, with these mutants on from the
 * start. For files that are made for one mutant each (`loads.ts`).
 */
export async function loadWith(mutants: readonly number[], load: () => Promise<unknown>): Promise<void> {
  const shared = globalThis as unknown as Shared;
  shared.mutantsOnLoad = mutants;
  delete shared.mutationState;
  vi.resetModules();
  afterAll(closeServices);
  try {
    await load();
  } catch (error) {
    test(LOADS, () => {
      throw error;
    });
  }
}

import { isUnavailable } from "./d1.ts";

/** Items in a row that a store is down for, before it counts as down for all of them. */
const PATIENCE = 3;

/**
 * Does `work` for each of `items`, one after the other, and gives how many went well. What one of them throws is handed
 * to `failed`, which logs it and puts the item off, and the others go on. Throws where a store is down: `failed` itself
 * throws, or `service_unavailable` comes three times in a row.
 */
export async function eachAlone<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  failed: (item: T, cause: unknown) => Promise<void>,
): Promise<number> {
  let done = 0;
  let down = 0;
  for (const item of items) {
    try {
      await work(item);
      done++;
      down = 0;
    } catch (cause) {
      await failed(item, cause);
      down = isUnavailable(cause) ? down + 1 : 0;
      if (down === PATIENCE) throw cause;
    }
  }
  return done;
}

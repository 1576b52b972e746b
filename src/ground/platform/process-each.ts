import { isUnavailable } from "./d1.ts";

/** After this many consecutive items with `service_unavailable`, the store counts as down for all items. */
const PATIENCE = 3;

/**
 * Does `work` for each of `items`, one after the other, and returns how many succeeded. An error goes to `failed`, which logs
 * it and postpones the item, and the next item follows. Throws if a store is down: when `failed` itself throws, or after
 * `service_unavailable` three times in a row.
 */
export async function processEach<T>(
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

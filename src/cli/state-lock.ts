import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Takes the lock on a directory of local state, or gives null where another process holds it. Whoever opens the
 * local database holds it: two runtimes with the same SQLite file open fail each other with SQLITE_BUSY instead of
 * waiting. It is a lock of the operating system, taken by SQLite on a file of its own, and ends with the process
 * that holds it, however that ends. Call the function that it gives to release the lock before that.
 */
export function tryLock(state: string): (() => void) | null {
  mkdirSync(state, { recursive: true });
  const file = new DatabaseSync(join(state, "lock.sqlite"));
  try {
    // Nothing is ever written into it.
    file.exec("BEGIN EXCLUSIVE");
    return () => file.close();
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes("locked")) return null;
    throw error;
  }
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Takes the lock on a directory of local state; null if another process holds it. A process must hold it to open the
 * local database: two runtimes with the same SQLite file fail with SQLITE_BUSY instead of waiting. It is a lock of
 * the operating system, which SQLite takes on a separate file, and it ends with the process, however that ends. The
 * function that is returned releases the lock earlier.
 */
export function tryLock(state: string): (() => void) | null {
  mkdirSync(state, { recursive: true });
  const file = new DatabaseSync(join(state, "lock.sqlite"));
  try {
    // The transaction is the lock; nothing is written to the file.
    file.exec("BEGIN EXCLUSIVE");
    return () => file.close();
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes("locked")) return null;
    throw error;
  }
}

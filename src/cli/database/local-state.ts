import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";

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

const Note = z.object({ pid: z.number(), address: z.string() });

const noteIn = (state: string): string => join(state, "server.json");

/** Writes down the address of this process's server. The process holds the lock on the state. */
export const announceServer = (state: string, address: string): void =>
  writeFileSync(noteIn(state), JSON.stringify({ pid: process.pid, address }));

/** Deletes the address of an earlier server. The caller holds the lock on the state. */
export const forgetServer = (state: string): void => rmSync(noteIn(state), { force: true });

/** The address of the server that holds the lock on the state; null if there is none, or it is not ready. */
export function serverAddress(state: string): string | null {
  try {
    const { pid, address } = Note.parse(JSON.parse(readFileSync(noteIn(state), "utf8")));
    // Throws if the process has ended; then the address is out of date.
    process.kill(pid, 0);
    return address;
  } catch {
    return null;
  }
}

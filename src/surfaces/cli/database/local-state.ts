import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";

/**
 * Locks a directory of local state; null if another process has the lock. A process needs it to open the local database: two
 * runtimes with the same SQLite file fail with SQLITE_BUSY instead of waiting. It is a lock of the operating system, which
 * SQLite takes on a separate file, and it ends with the process, however that ends. The returned function releases it.
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

/** Stores the URL of this process's server. The process has the lock on the state. */
export const announceServer = (state: string, address: string): void =>
  writeFileSync(noteIn(state), JSON.stringify({ pid: process.pid, address }));

/** Deletes the URL of an earlier server. The caller has the lock on the state. */
export const forgetServer = (state: string): void => rmSync(noteIn(state), { force: true });

/** The URL of the server that has the lock on the state; null without a server, or if it is not ready. */
export function serverAddress(state: string): string | null {
  try {
    const { pid, address } = Note.parse(JSON.parse(readFileSync(noteIn(state), "utf8")));
    // Throws if the process has ended; then the URL is out of date.
    process.kill(pid, 0);
    return address;
  } catch {
    return null;
  }
}

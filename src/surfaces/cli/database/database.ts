import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { d1Limit } from "../../../ground/platform/d1.ts";
import { pause } from "../../../ground/platform/deadlines.ts";
import { remoteDatabase, requireDeployed } from "../cloudflare/deployed-database.ts";
import { CommandError } from "../command-line/command.ts";
import { type DatabaseLocation, stateDirectory } from "../command-line/database-location.ts";
import { withLocalDatabase } from "./local-database.ts";
import { serverDatabase } from "./server-database.ts";

/** How long a process waits until the local database is free, and how often it checks, in milliseconds. */
const WAIT_MS = 120_000;
const CHECK_MS = 50;

// Files of statements may take long.
d1Limit.milliseconds = 10 * 60_000;

/**
 * Calls `work` with the database at `location`. Only one process at a time may open the local database: if `npm start` runs
 * on the same state, its server executes the statements; otherwise this process opens the database, and all others wait.
 * Throws CommandError if the database stays locked.
 */
export async function withDatabase<T>(
  location: DatabaseLocation,
  work: (db: D1Database) => Promise<T>,
): Promise<T> {
  if (location.remote) {
    const { account, id } = await requireDeployed(location, process.env);
    return work(remoteDatabase(account, id));
  }
  const found = await lockOrServer(stateDirectory(location));
  if (!("release" in found)) return work(found.server);
  try {
    return await withLocalDatabase(location, work);
  } finally {
    found.release();
  }
}

/** Locks the local state for a server until this process ends. Throws CommandError if another server uses it. */
export async function claimState(location: DatabaseLocation): Promise<void> {
  const found = await lockOrServer(stateDirectory(location));
  if ("release" in found) {
    // The listener keeps a reference to the lock, which would otherwise be garbage-collected and released.
    process.once("exit", found.release);
    return;
  }
  throw new CommandError(`A server already runs on ${stateDirectory(location)}, at ${found.address}.`);
}

type Found = { release: () => void } | { server: D1Database; address: string };

async function lockOrServer(state: string): Promise<Found> {
  const until = Date.now() + WAIT_MS;
  do {
    const release = tryLock(state);
    if (release) {
      forgetServer(state);
      return { release };
    }
    const address = serverAddress(state);
    const server = address === null ? null : await serverDatabase(address);
    if (address !== null && server !== null) return { server, address };
    await pause(CHECK_MS);
  } while (Date.now() < until);
  throw new CommandError(
    `Another process has locked the local database in ${state} for more than two minutes.`,
  );
}

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
const forgetServer = (state: string): void => rmSync(noteIn(state), { force: true });

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

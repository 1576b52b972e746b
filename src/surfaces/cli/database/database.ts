import { d1Limit } from "../../../ground/platform/d1.ts";
import { pause } from "../../../ground/platform/deadlines.ts";
import { CommandError } from "../command-line/command.ts";
import { type DatabaseLocation, stateDirectory } from "../command-line/database-location.ts";
import { withLocalDatabase } from "./local-database.ts";
import { forgetServer, serverAddress, tryLock } from "./local-state.ts";
import { remoteDatabase } from "./remote-database.ts";
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
  if (location.remote) return work(await remoteDatabase(location, process.env));
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

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Outcome, outcomeOf } from "../../src/surfaces/cli/command-line/command.ts";
import type { DatabaseLocation } from "../../src/surfaces/cli/command-line/database-location.ts";
import type { withDatabase } from "../../src/surfaces/cli/database/database.ts";

export const ROOT = join(import.meta.dirname, "../..");

/** The outcome of a command; the exit code is null after a signal. */
export type EndedCommand = Omit<Outcome, "code"> & { code: number | null };

/** Runs the command `name` like its npm script, without npm, to its end. */
export const runCli = (
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<EndedCommand> =>
  runScript(process.execPath, [join(ROOT, "src/surfaces/cli/run.mjs"), name, ...args], {
    ...process.env,
    ...env,
  });

/** Runs a program with exactly this environment to its end. */
export async function runScript(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<EndedCommand> {
  const child = spawn(path, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** A command of src/surfaces/cli/commands as a function. */
type Command = (args: string[], open: typeof withDatabase) => Promise<string>;

/** Runs a command in this process on `db`, a hundred times faster than `runCli`. */
export const runOn = (db: D1Database, name: string, command: Command, args: string[]): Promise<Outcome> =>
  outcomeOf(name, () => command(args, (_, work) => work(db)));

/** Stands for a database that a command must not open. */
export const neverOpen: typeof withDatabase = () => {
  throw new Error("the database was opened");
};

/** The location of the database that a command opens. The command itself is not run. */
export async function locationOf(command: Command, args: string[]): Promise<DatabaseLocation> {
  const opened: DatabaseLocation[] = [];
  const stop = new Error("opened");
  const open: typeof withDatabase = async (location) => {
    opened.push(location);
    throw stop;
  };
  await command(args, open).catch((error: unknown) => {
    if (error !== stop) throw error;
  });
  const [location] = opened;
  if (!location) throw new Error("the command opened no database");
  return location;
}

/** A new empty directory and the way to remove it. */
export function temporaryDirectory(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), "shoppable-links-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

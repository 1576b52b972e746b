import { ServiceError } from "../core/errors.ts";

/** The command line asks for something that does not exist. The message says what is wrong. */
export class UsageError extends Error {}

/** A command could not do what it was asked to do. The message is meant for people. */
export class CommandError extends Error {}

/**
 * Runs the npm script `name` with the arguments of the command line and writes what `run` gives to stdout. What goes
 * wrong is written to stderr; the exit code is then 2 for wrong arguments or files, else 1.
 */
export async function runCommand(name: string, run: (args: string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await run(process.argv.slice(2)));
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nHow it goes: npm run ${name} -- --help\n`);
      process.exitCode = 2;
    } else {
      process.stderr.write(`${problemOf(error)}\n`);
      process.exitCode = 1;
    }
  }
}

/** What people are told of `error`: of a database that could not be reached, why; of a bug, everything. */
export function problemOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof ServiceError) {
    const details = error.details?.map(({ field, message }) => `\n${field} ${message}`) ?? [];
    return error.cause === undefined ? error.message + details.join("") : problemOf(error.cause);
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

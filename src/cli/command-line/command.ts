import { ServiceError } from "../../core/errors.ts";

/** The arguments of the command line, or a file that they name, are wrong. The message says how. */
export class UsageError extends Error {}

/** A command could not do what it was asked to do. The message is meant for people. */
export class CommandError extends Error {}

/**
 * Runs the npm script `name` with the arguments of the command line and writes the result of `run` to stdout. Errors
 * are written to stderr; the exit code is then 2 for wrong arguments or files, else 1.
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

/**
 * The text that people see for `error`. If the database failed, that is the cause; for a bug, it is the whole stack.
 */
export function problemOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof ServiceError) {
    const details = error.details?.map(({ field, message }) => `\n${field} ${message}`) ?? [];
    return error.cause === undefined ? error.message + details.join("") : problemOf(error.cause);
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

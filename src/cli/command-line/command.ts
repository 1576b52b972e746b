import { ServiceError } from "../../core/errors.ts";

/** The arguments of the command line, or a file that they name, are wrong. The message says how. */
export class UsageError extends Error {}

/** A command could not do what it was asked to do. The message is meant for people. */
export class CommandError extends Error {}

/** How a command ended: its exit code, and what it writes. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * The outcome of the npm script `name`: stdout is the result of `run`. Errors are on stderr; the exit code is then 2 for
 * wrong arguments or files, else 1.
 */
export async function outcomeOf(name: string, run: () => Promise<string>): Promise<Outcome> {
  try {
    return { code: 0, stdout: await run(), stderr: "" };
  } catch (error) {
    return error instanceof UsageError
      ? { code: 2, stdout: "", stderr: `${error.message}\nHelp: npm run ${name} -- --help\n` }
      : { code: 1, stdout: "", stderr: `${problemOf(error)}\n` };
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

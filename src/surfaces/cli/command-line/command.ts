import { ServiceError } from "../../../ground/core/errors.ts";

/** The arguments of the command line, or a file that they name, are invalid. The message says why. */
export class UsageError extends Error {}

/** A command failed. The message is for people. */
export class CommandError extends Error {}

/** The outcome of a command: its exit code and output. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * The outcome of the npm script `name`: stdout is the result of `run`, errors are on stderr. The exit code is 2 for invalid
 * arguments or files, 1 for other errors.
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

/** The text that people see for `error`. If the database failed, its cause; for a bug, the stack. */
export function problemOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof ServiceError) {
    const details = error.details?.map(({ field, message }) => `\n${field} ${message}`) ?? [];
    return error.cause === undefined ? error.message + details.join("") : problemOf(error.cause);
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

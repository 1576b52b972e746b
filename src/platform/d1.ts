import { ServiceError, serviceUnavailable } from "../core/errors.ts";
import { DEADLINES, within } from "./deadlines.ts";

/** A D1 call that takes longer counts as failed. Only commands change it: they reach D1 by slower ways. */
export const d1Limit: { milliseconds: number } = { milliseconds: DEADLINES.d1 };

/**
 * Runs a D1 call. A constraint that failed and a mistake in our SQL are thrown as they are; everything else
 * (connection lost, overloaded, reset, no answer) is `service_unavailable`. D1 gives plain messages only:
 * https://developers.cloudflare.com/d1/observability/debug-d1/#error-list
 */
export async function onD1<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await within(d1Limit.milliseconds, call());
  } catch (error) {
    if (error instanceof Error && isOurFault(error.message)) throw error;
    throw serviceUnavailable(error);
  }
}

const isOurFault = (message: string): boolean =>
  /constraint failed|SQLITE_ERROR|SQLITE_CONSTRAINT|SQLITE_TOOBIG|D1_TYPE_ERROR|D1_COLUMN_NOTFOUND/.test(
    message,
  );

/** Whether `error` says that a value of `column` (as `table.column`) is taken. */
export const isTaken = (error: unknown, column: string): boolean =>
  error instanceof Error &&
  error.message.includes("UNIQUE constraint failed") &&
  error.message.includes(column);

/** Whether `error` says that a row refers to one that is not there. D1 does not say which. */
export const isForeignKeyFailure = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("FOREIGN KEY constraint failed");

export const isUnavailable = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === "service_unavailable";

/**
 * Runs a write that may have been kept although its answer was lost: on a failure, `readBack` looks for what it
 * should have written, and only where that is not there the same write, under the same ids, is sent once more.
 */
export async function settle<T>(write: () => Promise<T>, readBack: () => Promise<T | null>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return (await readBack()) ?? (await write());
  }
}

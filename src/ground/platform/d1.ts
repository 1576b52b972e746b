import { ServiceError, serviceUnavailable } from "../core/errors.ts";
import { DEADLINES, within } from "./deadlines.ts";

/** The time limit of a D1 call. Only the command-line tools change it: they reach D1 more slowly. */
export const d1Limit: { milliseconds: number } = { milliseconds: DEADLINES.d1 };

/**
 * Runs a D1 call. A failed constraint and a mistake in our SQL are thrown unchanged; every other failure
 * (connection lost, overloaded, reset, no response) becomes `service_unavailable`. D1 gives messages without codes:
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

/** Whether `error` says that a value of `column` (as `table.column`) violates a unique constraint. */
export const isTaken = (error: unknown, column: string): boolean =>
  error instanceof Error &&
  error.message.includes("UNIQUE constraint failed") &&
  error.message.includes(column);

export const isUnavailable = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === "service_unavailable";

/**
 * Runs a write that may have been committed although its response was lost. After `service_unavailable`, `readBack` looks for
 * the written rows; only if it finds nothing, the same write, with the same ids, is sent again.
 */
export async function settle<T>(write: () => Promise<T>, readBack: () => Promise<T | null>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return (await readBack()) ?? (await write());
  }
}

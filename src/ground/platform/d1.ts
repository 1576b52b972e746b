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

type Row = Record<string, unknown>;

/** The rows of a query. Throws as `onD1` does, like all functions below. */
export async function allRows<T = Row>(db: D1Database, sql: string, ...values: unknown[]): Promise<T[]> {
  const statement = db.prepare(sql).bind(...values);
  return (await onD1(() => statement.all<T>())).results;
}

/** The only row of a query, or the first; null if there is none. */
export function firstRow<T = Row>(db: D1Database, sql: string, ...values: unknown[]): Promise<T | null> {
  const statement = db.prepare(sql).bind(...values);
  return onD1(() => statement.first<T>());
}

/** The value of a query for one column of one row; null without a row. */
export async function firstValue<T>(db: D1Database, sql: string, ...values: unknown[]): Promise<T | null> {
  const row = await firstRow<Record<string, T>>(db, sql, ...values);
  return Object.values(row ?? {})[0] ?? null;
}

/** Runs a statement, and returns how many rows it changed. */
export async function runStatement(db: D1Database, sql: string, ...values: unknown[]): Promise<number> {
  const statement = db.prepare(sql).bind(...values);
  return (await onD1(() => statement.run())).meta.changes;
}

/** Runs statements in one transaction. */
export const runBatch = <T = unknown>(db: D1Database, statements: D1PreparedStatement[]) =>
  onD1(() => db.batch<T>(statements));

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

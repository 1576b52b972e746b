import { API_KEY_HEADER } from "../core/api-key-format.ts";
import { bytesOfProblems, MAX_PROBLEM_BYTES } from "../core/bounded-problems.ts";
import { type ErrorCode, ServiceError } from "../core/errors.ts";
import { ERROR_STATUS, errorHeaders } from "../platform/error-status.ts";

/** What RFC 9110, 11.6.1 asks of every 401: how to authenticate. */
const ASK_FOR_KEY = { "WWW-Authenticate": `ApiKey header="${API_KEY_HEADER}"` };

/** What callers of the API are told in other words than people at a form, who know no headers. */
const API_MESSAGES: Partial<Record<ErrorCode, string>> = {
  idempotency_conflict:
    "This Idempotency-Key was used before with another body. Send the same body, or a new key.",
};

/**
 * Status and body for `error`, whose details take at most `bytes`. Anything but a ServiceError is a bug: the caller is
 * not told its text.
 */
export function describeError(error: unknown, correlationId: string, bytes = MAX_PROBLEM_BYTES) {
  const shown = toServiceError(error);
  const { code } = shown;
  const message = API_MESSAGES[code] ?? shown.message;
  const details = shown.detailsWithin(bytes);
  const body = { error: { code, message, correlationId, ...(details && { details }) } };
  const headers = { ...errorHeaders(shown), ...(code === "unauthorized" && ASK_FOR_KEY) };
  return { status: ERROR_STATUS[code], body, headers };
}

/**
 * Answers the errors of the rows of one request, one after the other. The details of all of them together take what
 * those of one answer may: each row has an equal part of what is left for it and the rows behind it.
 */
export function rowErrors(rows: number, correlationId: string) {
  let left = MAX_PROBLEM_BYTES;
  /** The answer for the row with this index. The rows come in their order; those without an error are left out. */
  return (error: unknown, index: number) => {
    const answer = describeError(error, correlationId, left / (rows - index));
    left -= bytesOfProblems(answer.body.error.details ?? []);
    return answer;
  };
}

const toServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError("internal_error", "Something went wrong on our side.");

/** The answer for `error`. */
export function errorResponse(error: unknown, correlationId: string): Response {
  const { status, body, headers } = describeError(error, correlationId);
  return Response.json(body, { status, headers });
}

/** The text of `error` for the log: of a bug or of a failed dependency. Undefined for an error of the caller. */
export function errorForLog(error: unknown): string | undefined {
  if (error instanceof ServiceError) return error.cause === undefined ? undefined : String(error.cause);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { API_KEY_HEADER } from "../../ground/core/api-key-format.ts";
import { type ErrorCode, MAX_PROBLEM_BYTES, ServiceError } from "../../ground/core/errors.ts";
import { ERROR_STATUS, errorHeaders } from "../../ground/platform/error-status.ts";

/** RFC 9110, 11.6.1 requires this header on every 401. */
const CHALLENGE = { "WWW-Authenticate": `ApiKey header="${API_KEY_HEADER}"` };

/** Messages for programs, where the error's own message is for people at a form, who know no headers. */
const API_MESSAGES: Partial<Record<ErrorCode, string>> = {
  idempotency_conflict:
    "This Idempotency-Key was already used with a different body. Send the same body or a new key.",
};

/**
 * Status, body and headers for `error`. Its details are limited to `bytes`. Anything but a `ServiceError` is a bug, and
 * its text is not shown to the caller.
 */
export function describeError(error: unknown, correlationId: string, bytes = MAX_PROBLEM_BYTES) {
  const shown = toServiceError(error);
  const { code } = shown;
  const message = API_MESSAGES[code] ?? shown.message;
  const details = shown.detailsWithin(bytes);
  const body = { error: { code, message, correlationId, ...(details && { details }) } };
  const headers = { ...errorHeaders(shown), ...(code === "unauthorized" && CHALLENGE) };
  return { status: ERROR_STATUS[code], body, headers };
}

const toServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError("internal_error", "Something went wrong on our side.");

/** The JSON response for `error`, with a link to what it means in the documents at `origin`. */
export function errorResponse(error: unknown, correlationId: string, origin = ""): Response {
  const { status, body, headers } = describeError(error, correlationId);
  const help = `<${origin}/docs#${body.error.code}>; rel="help"`;
  return Response.json(body, { status, headers: { ...headers, Link: help } });
}

/** What to log about `error`: the text of a bug or of a failed dependency. Undefined if the caller is at fault. */
export function errorForLog(error: unknown): string | undefined {
  if (error instanceof ServiceError) return error.cause === undefined ? undefined : String(error.cause);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

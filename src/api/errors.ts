import { ServiceError } from "../core/errors.ts";
import { ERROR_STATUS } from "../platform/error-status.ts";

/** Status and body for `error`. Anything but a ServiceError is a bug: the caller is not told its text. */
export function errorAnswer(error: unknown, correlationId: string) {
  const { code, message, details, headers } = toServiceError(error);
  const body = { error: { code, message, correlationId, ...(details && { details }) } };
  return { status: ERROR_STATUS[code], body, headers };
}

const toServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError
    ? error
    : new ServiceError("internal_error", "Something went wrong on our side.");

/** The answer for `error`. */
export function errorResponse(error: unknown, correlationId: string): Response {
  const { status, body, headers } = errorAnswer(error, correlationId);
  return Response.json(body, { status, headers });
}

/** The text of `error` for the log: of a bug or of a failed dependency. Undefined for an error of the caller. */
export function errorForLog(error: unknown): string | undefined {
  if (error instanceof ServiceError) return error.cause === undefined ? undefined : String(error.cause);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

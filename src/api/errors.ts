import { ServiceError } from "../core/errors.ts";
import { ERROR_STATUS } from "../platform/error-status.ts";

/** The answer for `error`. Anything but a ServiceError is a bug: the caller is not told its text. */
export function errorResponse(error: unknown, correlationId: string): Response {
  const known = error instanceof ServiceError ? error : undefined;
  const { code, message, details, headers } =
    known ?? new ServiceError("internal_error", "Something went wrong on our side.");
  const body = { error: { code, message, correlationId, ...(details && { details }) } };
  return Response.json(body, { status: ERROR_STATUS[code], headers });
}

/** The text of `error` for the log: of a bug or of a failed dependency. Undefined for an error of the caller. */
export function errorForLog(error: unknown): string | undefined {
  if (error instanceof ServiceError) return error.cause === undefined ? undefined : String(error.cause);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

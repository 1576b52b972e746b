import { type ErrorCode, ServiceError } from "../core/errors.ts";

/** The HTTP status of every error code. */
export const ERROR_STATUS = {
  validation_failed: 400,
  malformed_request: 400,
  unauthorized: 401,
  insufficient_scope: 403,
  project_access_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  duplicate_identifier: 409,
  link_inactive: 409,
  key_inactive: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unsupported_retailer_intent: 422,
  url_not_allowed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const satisfies Record<ErrorCode, number>;

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

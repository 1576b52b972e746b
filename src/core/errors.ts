import { boundedProblems } from "./bounded-problems.ts";

/** One problem of one field, as the API reports it. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** Every stable error code of the API. `api/errors.ts` gives each its status. */
export type ErrorCode =
  | "validation_failed"
  | "malformed_request"
  | "unauthorized"
  | "insufficient_scope"
  | "project_access_denied"
  | "not_found"
  | "method_not_allowed"
  | "idempotency_conflict"
  | "duplicate_identifier"
  | "link_inactive"
  | "precondition_failed"
  | "key_inactive"
  | "last_owner"
  | "payload_too_large"
  | "unsupported_media_type"
  | "unsupported_retailer_intent"
  | "url_not_allowed"
  | "rate_limited"
  | "service_unavailable"
  | "internal_error";

/** An error that is answered with its code. The message is public and never holds a secret or an internal detail. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldProblem[] | undefined;
  /** Further response headers, such as Allow or Retry-After. */
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: FieldProblem[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }
}

/** Validation stops after about this many problems: a body of 4 MiB has room for a million. */
export const MAX_PROBLEMS = 1000;

/** The error for a request whose body, path, query or headers break their schema. Names as many problems as fit. */
export function validationFailed(problems: readonly FieldProblem[]): ServiceError {
  const details = boundedProblems(problems, problems.length < MAX_PROBLEMS);
  return new ServiceError("validation_failed", "The request is not valid. See details.", { details });
}

/** The error for a store or service that this one depends on and that did not answer. The caller may try again. */
export const serviceUnavailable = (cause?: unknown): ServiceError =>
  new ServiceError("service_unavailable", "The service is temporarily unavailable. Try again shortly.", {
    headers: { "Retry-After": "5" },
    cause,
  });

import { boundedProblems, MAX_PROBLEM_BYTES } from "./bounded-problems.ts";

/** One problem of one field, as the API reports it. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** Every stable error code of the API. `platform/error-status.ts` gives each its status. */
export type ErrorCode =
  | "validation_failed"
  | "malformed_request"
  | "unauthorized"
  | "insufficient_scope"
  | "project_access_denied"
  | "quota_exceeded"
  | "not_found"
  | "method_not_allowed"
  | "idempotency_conflict"
  | "duplicate_identifier"
  | "duplicate_slug"
  | "link_inactive"
  | "precondition_failed"
  | "key_inactive"
  | "last_owner"
  | "domain_in_use"
  | "payload_too_large"
  | "unsupported_media_type"
  | "unsupported_retailer_intent"
  | "url_not_allowed"
  | "rate_limited"
  | "service_unavailable"
  | "internal_error";

/**
 * An error that is answered with its code. The message is public, fits the API and the dashboard alike, and never holds a
 * secret or an internal detail.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldProblem[] | undefined;
  /** The same for an answer that has room for fewer: as many as fit into `bytes`, and one entry that counts the rest. */
  readonly detailsWithin: (bytes: number) => FieldProblem[] | undefined;
  /** After how many seconds it is worth trying again; undefined where that does not help. */
  readonly retryAfterSeconds: number | undefined;
  /** The methods that the path takes, of a request with another one. */
  readonly allowedMethods: readonly string[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      details?: readonly FieldProblem[];
      /** Whether `details` are all there are. */
      complete?: boolean;
      retryAfterSeconds?: number | undefined;
      allowedMethods?: readonly string[] | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    const { details, complete = true } = more;
    this.code = code;
    this.detailsWithin = (bytes) => details && boundedProblems(details, complete, bytes);
    this.details = this.detailsWithin(MAX_PROBLEM_BYTES);
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.allowedMethods = more.allowedMethods;
  }
}

/** Validation stops after about this many problems: a body of 4 MiB has room for a million. */
export const MAX_PROBLEMS = 1000;

/** The error for a request whose body, path, query or headers break their schema. Names as many problems as fit. */
export function validationFailed(problems: readonly FieldProblem[]): ServiceError {
  const message = "The request is not valid. See details.";
  const complete = problems.length < MAX_PROBLEMS;
  return new ServiceError("validation_failed", message, { details: problems, complete });
}

/**
 * The error for a store or service that this one depends on and that did not answer. The caller may try again after
 * `retryAfterSeconds`.
 */
export const serviceUnavailable = (
  cause?: unknown,
  { message = "The service is temporarily unavailable. Try again shortly.", retryAfterSeconds = 5 } = {},
): ServiceError => new ServiceError("service_unavailable", message, { retryAfterSeconds, cause });

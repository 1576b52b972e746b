import { boundedProblems, MAX_PROBLEM_BYTES } from "./bounded-problems.ts";
import type { Origins } from "./origins.ts";

/** A problem of a field, as the API reports it. */
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
  | "origin_not_allowed"
  | "project_access_denied"
  | "quota_exceeded"
  | "not_found"
  | "method_not_allowed"
  | "idempotency_conflict"
  | "duplicate_identifier"
  | "duplicate_slug"
  | "duplicate_gtin"
  | "domain_required"
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
 * An error that is returned with its code. The message is public, suits API and dashboard, and never contains a secret or an
 * internal detail.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldProblem[] | undefined;
  /** The details within `bytes`: as many as fit, and an entry that counts the rest. */
  readonly detailsWithin: (bytes: number) => FieldProblem[] | undefined;
  /** After how many seconds to try again; undefined if that does not help. */
  readonly retryAfterSeconds: number | undefined;
  /** The methods that the path supports, after a request with another method. */
  readonly allowedMethods: readonly string[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      details?: readonly FieldProblem[];
      /** Whether `details` are complete. */
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

/** Validation stops after about this many problems: a body of 4 MiB can have a million. */
export const MAX_PROBLEMS = 1000;

/** The error for a request whose body, path, query or headers violate their schema. Lists as many problems as fit. */
export function validationFailed(problems: readonly FieldProblem[]): ServiceError {
  const message = "The request is not valid. See details.";
  const complete = problems.length < MAX_PROBLEMS;
  return new ServiceError("validation_failed", message, { details: problems, complete });
}

/** The error for a store or service that did not respond. The caller may try again after `retryAfterSeconds`. */
export const serviceUnavailable = (
  cause?: unknown,
  { message = "The service is temporarily unavailable. Try again shortly.", retryAfterSeconds = 5 } = {},
): ServiceError => new ServiceError("service_unavailable", message, { retryAfterSeconds, cause });

/** Throws `service_unavailable` if nothing may be created with these origins: a printed code cannot be corrected. */
export function requirePrintable({ problem }: Pick<Origins, "problem">): void {
  if (problem !== null) throw serviceUnavailable(problem);
}

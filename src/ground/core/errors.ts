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

/** The maximum size of all problems of a response as JSON, in bytes. The whole response stays below 64 KiB. */
export const MAX_PROBLEM_BYTES = 63 * 1024;
/** The maximum of problems in a response, including the entry that counts the omitted problems. */
export const MAX_SHOWN_PROBLEMS = 1000;
/** The maximum size of the last entry, which counts the omitted problems, in bytes. */
const REST_BYTES = 100;
/** Callers choose the length of field names. Longer names are shortened in the middle. In UTF-16 units. */
const MAX_FIELD_LENGTH = 200;
const SHOWN_AT_EACH_END = 99;

const encoder = new TextEncoder();

/** The size of these problems as JSON, in bytes. */
export const bytesOfProblems = (problems: readonly FieldProblem[]): number =>
  encoder.encode(JSON.stringify(problems)).length;

/**
 * As many of `problems` as fit into `bytes` and into a response, in order, with long field names shortened. The last entry
 * counts the omitted problems, even if no other entry fits. `complete` says whether `problems` has all existing problems.
 */
export function boundedProblems(
  problems: readonly FieldProblem[],
  complete: boolean,
  bytes = MAX_PROBLEM_BYTES,
): FieldProblem[] {
  const shown: FieldProblem[] = [];
  let left = bytes - REST_BYTES;
  const limit = problems.length > MAX_SHOWN_PROBLEMS ? MAX_SHOWN_PROBLEMS - 1 : MAX_SHOWN_PROBLEMS;
  for (const { field, message } of problems.slice(0, limit)) {
    const problem = { field: shortened(field), message };
    left -= encoder.encode(JSON.stringify(problem)).length + 1;
    if (left < 0) break;
    shown.push(problem);
  }
  const more = problems.length - shown.length;
  if (more === 0) return shown;
  const count = complete ? `${more}` : `at least ${more}`;
  return [...shown, { field: "request", message: `has ${count} further problems` }];
}

const shortened = (field: string): string =>
  field.length <= MAX_FIELD_LENGTH
    ? field
    : `${field.slice(0, SHOWN_AT_EACH_END)}…${field.slice(-SHOWN_AT_EACH_END)}`.toWellFormed();

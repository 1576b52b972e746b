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
  | "payload_too_large"
  | "unsupported_media_type"
  | "unsupported_retailer_intent"
  | "url_not_allowed"
  | "rate_limited"
  | "service_unavailable"
  | "internal_error";

/** A request that ends in an error answer. Its message is public: it never holds a secret or an internal. */
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

/** How many problems are looked for. A body of 4 MiB has room for a million, which nobody would read. */
export const MAX_PROBLEMS = 1000;

/** The answer to a request whose body, path, query or headers break their schema: as many problems as fit into it. */
export function validationFailed(problems: readonly FieldProblem[]): ServiceError {
  const details = boundedProblems(problems, problems.length < MAX_PROBLEMS);
  return new ServiceError("validation_failed", "The request is not valid. See details.", { details });
}

/** A store or service we stand on did not answer. The caller may try again. */
export const serviceUnavailable = (cause?: unknown): ServiceError =>
  new ServiceError("service_unavailable", "The service is temporarily unavailable. Try again shortly.", {
    headers: { "Retry-After": "5" },
    cause,
  });

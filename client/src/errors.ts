import type { ErrorCode } from "./types.ts";

/** A problem of one field of a request. */
export interface ErrorDetail {
  /** For example `products[0].quantity`. */
  field: string;
  message: string;
}

/** The properties of an error. */
interface ErrorFacts {
  status: number;
  code: ErrorCode;
  details?: readonly ErrorDetail[] | undefined;
  correlationId?: string | undefined;
  headers?: Headers | undefined;
  cause?: unknown;
}

/** A request that was rejected or got no response after all retries. */
export class ShoppableLinksError extends Error {
  override readonly name = "ShoppableLinksError";
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The code from the service or this client. Later versions of the service may return others. */
  readonly code: ErrorCode;
  /** Every invalid field, if the service lists them. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the service's log; absent without a response. */
  readonly correlationId: string | undefined;
  /** Seconds to wait before a retry, if the service says so. */
  readonly retryAfter: number | undefined;
  /** The headers of the response; empty without a response. */
  readonly headers: Headers;

  constructor(message: string, facts: ErrorFacts) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.correlationId = facts.correlationId;
    this.headers = facts.headers ?? new Headers();
    this.retryAfter = retryAfter(this.headers);
  }
}

/** The value of Retry-After in seconds. The header has seconds or a date. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After");
  if (value === null) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** The error in a response: `{error: {code, message, correlationId, details}}`. */
export function errorOf({ status, headers }: Response, text: string): ShoppableLinksError {
  const stated = errorIn(text);
  return new ShoppableLinksError(stated?.message ?? `The response has the status ${status}`, {
    status,
    headers,
    code: stated?.code ?? "invalid_response",
    details: stated?.details,
    correlationId: stated?.correlationId ?? headers.get("X-Correlation-ID") ?? undefined,
  });
}

interface StatedError {
  code: ErrorCode;
  message: string;
  correlationId: string;
  details?: ErrorDetail[];
}

function errorIn(text: string): StatedError | undefined {
  try {
    // The service uses this format. Anything else that responds, such as a proxy, has none of the fields.
    return (JSON.parse(text) as { error?: StatedError }).error;
  } catch {
    return undefined;
  }
}

import type { ErrorCode } from "./types.ts";

/** What is wrong with one field of a request, with fields as in `products[0].quantity`. */
export interface ErrorDetail {
  field: string;
  message: string;
}

/** What an error is made of. */
interface ErrorFacts {
  status: number;
  code: ErrorCode;
  details?: readonly ErrorDetail[] | undefined;
  correlationId?: string | undefined;
  headers?: Headers | undefined;
  cause?: unknown;
}

/** A request that was refused, or that got no answer after all retries. */
export class ShoppableLinksError extends Error {
  override readonly name = "ShoppableLinksError";
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /** The code of the service or of this client. A later version of the service may answer others. */
  readonly code: ErrorCode;
  /** Every field that is wrong, where the service names them. */
  readonly details: readonly ErrorDetail[];
  /** Names the request in the service's log; absent where no answer came. */
  readonly correlationId: string | undefined;
  /** After how many seconds it is worth trying again, where the service says so. */
  readonly retryAfter: number | undefined;
  /** The headers of the answer; empty where none came. */
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

/** The wait that an answer asks for, in seconds: Retry-After is a number of them or a date. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After");
  if (value === null) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** The error that an answer states, as `{error: {code, message, correlationId, details}}`. */
export function errorOf({ status, headers }: Response, text: string): ShoppableLinksError {
  const stated = errorIn(text);
  return new ShoppableLinksError(stated?.message ?? `The answer has the status ${status}`, {
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
    // The contract promises this form. Whatever else answers, such as a proxy, gives none of the fields.
    return (JSON.parse(text) as { error?: StatedError }).error;
  } catch {
    return undefined;
  }
}

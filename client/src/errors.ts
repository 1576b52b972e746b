/** What is wrong with one field of a request, with fields as in `products[0].quantity`. */
export interface ErrorDetail {
  field: string;
  message: string;
}

/** A request that was refused, or that got no answer after all retries. */
export class ShoppableLinksError extends Error {
  override readonly name = "ShoppableLinksError";
  /** The HTTP status; 0 where no answer came. */
  readonly status: number;
  /**
   * The code of the service, such as `validation_failed`. Without an answer it is `connection_failed` or `timeout`; an
   * answer that is not the service's has the code `invalid_response`.
   */
  readonly code: string;
  /** Every field that is wrong, where the service names them. */
  readonly details: readonly ErrorDetail[];
  /** Names the request in the service's log; absent where no answer came. */
  readonly correlationId: string | undefined;

  constructor(
    message: string,
    facts: {
      status: number;
      code: string;
      details?: readonly ErrorDetail[] | undefined;
      correlationId?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.details = facts.details ?? [];
    this.correlationId = facts.correlationId;
  }
}

/** The error that a refusal states, as `{error: {code, message, correlationId, details}}`. */
export function refusalOf(
  status: number,
  text: string,
  correlationId: string | undefined,
): ShoppableLinksError {
  const error = errorIn(text);
  return new ShoppableLinksError(error?.message ?? `The answer has the status ${status}`, {
    status,
    code: error?.code ?? "invalid_response",
    details: error?.details,
    correlationId: error?.correlationId ?? correlationId,
  });
}

interface StatedError {
  code: string;
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

/** The status and headers of a response. */
export interface ResponseFacts {
  status: number;
  headers: Headers;
  /** Identifies the request in the service's log. */
  correlationId: string | undefined;
  /** The version of a link, for `ifMatch`. */
  etag: string | undefined;
  /** Whether the response repeats that of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

const facts = new WeakMap<object, ResponseFacts>();

/** Returns the status and headers of the response from which a method of the client returned `value`. */
export function responseOf(value: object): ResponseFacts {
  const known = facts.get(value);
  if (known === undefined)
    throw new TypeError("responseOf requires a value that a method of the client returned");
  return known;
}

/** Records the response of a value for `responseOf`. */
export function noteResponse(value: object | undefined, { status, headers }: Response): void {
  if (value === undefined) return;
  facts.set(value, {
    status,
    headers,
    correlationId: headers.get("X-Correlation-ID") ?? undefined,
    etag: headers.get("ETag") ?? undefined,
    replayed: headers.get("Idempotent-Replayed") === "true",
  });
}

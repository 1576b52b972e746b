/** What an answer carries beside its body. */
export interface ResponseFacts {
  status: number;
  headers: Headers;
  /** Names the request in the service's log. */
  correlationId: string | undefined;
  /** The version of a link, for `ifMatch`. */
  etag: string | undefined;
  /** Whether an earlier request with the same Idempotency-Key made this. */
  replayed: boolean;
}

const facts = new WeakMap<object, ResponseFacts>();

/** Tells what came with a value that a method of the client gave: status, headers, correlation id, ETag. */
export function responseOf(value: object): ResponseFacts {
  const known = facts.get(value);
  if (known === undefined) throw new TypeError("responseOf takes a value that a method of the client gave");
  return known;
}

/** Notes what came with a value. */
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

/** What an answer carries beside its body. */
export interface ResponseFacts {
  status: number;
  /** Names the request in the service's log. */
  correlationId: string | undefined;
  /** The version of a link, for `ifMatch`. */
  etag: string | undefined;
  /** Whether an earlier request with the same Idempotency-Key made this. */
  replayed: boolean;
}

const facts = new WeakMap<object, ResponseFacts>();

/** Tells what came with a value that a method of the client gave: status, correlation id, ETag. */
export function responseOf(value: object): ResponseFacts {
  const known = facts.get(value);
  if (known === undefined) throw new TypeError("responseOf takes a value that a method of the client gave");
  return known;
}

/** Notes what came with the `data` of an answer. */
export function noteResponse({ data }: { data?: object }, response: Response): void {
  if (data === undefined) return;
  facts.set(data, {
    status: response.status,
    correlationId: response.headers.get("X-Correlation-ID") ?? undefined,
    etag: response.headers.get("ETag") ?? undefined,
    replayed: response.headers.get("Idempotent-Replayed") === "true",
  });
}

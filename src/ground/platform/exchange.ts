/** The result of a request to an external service: `status` and `headers` are present once a response has begun. */
export interface Exchange<T> {
  status: number | null;
  headers: Headers;
  /** What `read` made of the response; undefined if there was none, or it did not end in time. */
  value: T | undefined;
  /** Why there is no value; null if there is. */
  failure: "timeout" | "network" | null;
}

/**
 * Sends a request and has `read` take what it needs of the response, within `limitMs` for both. Redirects are not followed:
 * they could lead into a private network, or carry our credentials to an unknown host. An exchange with an unread body is
 * ended. Never throws.
 */
export async function exchange<T>(
  request: Request | string,
  init: RequestInit,
  limitMs: number,
  read: (response: Response) => Promise<T> | T,
): Promise<Exchange<T>> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limitMs);
  let begun: Response | undefined;
  const result = (value: T | undefined, failure: Exchange<T>["failure"]): Exchange<T> => {
    return { status: begun?.status ?? null, headers: begun?.headers ?? new Headers(), value, failure };
  };
  try {
    begun = await fetch(request, { ...init, redirect: "manual", signal: abort.signal });
    return result(await read(begun), null);
  } catch {
    return result(undefined, abort.signal.aborted ? "timeout" : "network");
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

/** The wait of a Retry-After header, in seconds or until a date (RFC 9110, 10.2.3); empty without either. */
export function retryAfter(headers: Headers, now: number): { retryAfterMs?: number } {
  const text = headers.get("Retry-After");
  if (text === null) return {};
  const wait = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return wait > 0 ? { retryAfterMs: wait } : {};
}

import { decodeUtf8, parseJson } from "../core/json.ts";
import { noteUnreachable } from "./unreachable-hosts.ts";

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
    if (!begun && !abort.signal.aborted) noteUnreachable(typeof request === "string" ? request : request.url);
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

/**
 * The result of a request to an external service for JSON. `status` is present once a response has begun, and `retryAfterMs`
 * if the response said how long to wait.
 */
export type JsonResponse = { retryAfterMs?: number } & (
  | { ok: true; status: number; body: unknown }
  | {
      ok: false;
      reason: "timeout" | "network" | "redirect" | "too_large" | "not_json";
      status?: number;
    }
);

interface JsonLimits {
  /** For the whole exchange, including the body, in milliseconds. */
  limitMs: number;
  /** For the body after decompression. */
  maxBytes: number;
}

/**
 * Sends `request` and reads a JSON response of any status, bounded in time and size, as `exchange` does. The caller has to
 * validate `body`. A failure contains nothing of what was sent or received, so it may be logged.
 */
export async function fetchJson(request: Request, { limitMs, maxBytes }: JsonLimits): Promise<JsonResponse> {
  const read = async (response: Response) =>
    response.status >= 300 && response.status < 400 ? "redirect" : readAtMost(response, maxBytes);
  const { status, headers, value, failure } = await exchange(request, {}, limitMs, read);
  const wait = retryAfter(headers, Date.now());
  if (status === null) return { ok: false, reason: failure ?? "network", ...wait };
  if (failure !== null) return { ok: false, reason: failure, status, ...wait };
  if (value === "redirect") return { ok: false, reason: "redirect", status, ...wait };
  if (!value) return { ok: false, reason: "too_large", status, ...wait };
  const body = parse(value);
  return body === undefined
    ? { ok: false, reason: "not_json", status, ...wait }
    : { ok: true, status, body, ...wait };
}

/** The body, or null if it is longer than `maxBytes`. A Content-Length is not relied upon. */
export async function readAtMost(
  response: Response,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** The JSON value in `bytes`, or undefined for JSON that is invalid or too deep (JSON has no undefined). */
function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(decodeUtf8(bytes));
  } catch {
    return undefined;
  }
}

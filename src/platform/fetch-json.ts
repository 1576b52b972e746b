import { decodeUtf8 } from "../core/utf8.ts";

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

/** The limits of an exchange. */
export interface JsonLimits {
  /** For the whole exchange, including the body, in milliseconds. */
  limitMs: number;
  /** For the body after decompression. */
  maxBytes: number;
}

/**
 * Sends `request` and reads a JSON response of any status, bounded in time and size. Redirects are not followed:
 * they would carry our credentials to an unknown host. Never throws. The caller has to validate `body`.
 * A failure contains nothing of what was sent or received, so it may be logged.
 */
export async function fetchJson(request: Request, { limitMs, maxBytes }: JsonLimits): Promise<JsonResponse> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), limitMs);
  let status: number | undefined;
  let wait: { retryAfterMs?: number } = {};
  try {
    const response = await fetch(request, { redirect: "manual", signal: abort.signal });
    status = response.status;
    wait = retryAfter(response.headers.get("Retry-After"), Date.now());
    if (status >= 300 && status < 400) return { ok: false, reason: "redirect", status, ...wait };
    const bytes = await readAtMost(response, maxBytes);
    if (bytes === null) return { ok: false, reason: "too_large", status, ...wait };
    const body = parse(bytes);
    return body === undefined
      ? { ok: false, reason: "not_json", status, ...wait }
      : { ok: true, status, body, ...wait };
  } catch {
    const reason = abort.signal.aborted ? "timeout" : "network";
    return { ok: false, reason, ...(status !== undefined && { status }), ...wait };
  } finally {
    clearTimeout(timer);
    // Ends an exchange whose body was not read completely.
    abort.abort();
  }
}

/** The body, or null if it is longer than `maxBytes`. A Content-Length is not relied upon. */
async function readAtMost(response: Response, maxBytes: number): Promise<Uint8Array | null> {
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

/** The JSON value in `bytes`, or undefined for invalid JSON (JSON has no undefined). */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch {
    return undefined;
  }
}

/** The wait of a Retry-After header, in seconds or until a date (RFC 9110, 10.2.3); empty without either. */
export function retryAfter(text: string | null, now: number): { retryAfterMs?: number } {
  if (text === null) return {};
  const wait = /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return wait > 0 ? { retryAfterMs: wait } : {};
}

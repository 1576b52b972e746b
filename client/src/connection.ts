import { refusalOf, ShoppableLinksError } from "./errors.ts";
import { noteResponse } from "./responses.ts";

/** What the client is made with. */
export interface ClientOptions {
  /** An API key, `slk_…`. Keep it out of browsers that others use. */
  key: string;
  /** The origin of the service, such as `https://go.example.com`. */
  baseUrl: string;
  /** Takes the place of the global `fetch`. */
  fetch?: typeof fetch;
  /** How often a request is repeated that got no answer, 408, 429 or 5xx. Absent: 2. */
  maxRetries?: number;
  /** How long each attempt may take, in milliseconds. Absent: 30,000. */
  timeoutMs?: number;
}

/** What each call takes beside its input. */
export interface CallOptions {
  /** Sent as X-Correlation-ID, 8 to 128 characters. Absent: the service makes one up. */
  correlationId?: string;
  /** Gives up the call, and any wait before a retry. */
  signal?: AbortSignal;
}

/** What a call that writes takes beside its input. */
export interface WriteOptions extends CallOptions {
  /** 8 to 128 characters; the same for every retry of one operation. Absent: a random one, kept over retries of this call. */
  idempotencyKey?: string;
}

/** A request before its headers. */
export interface Call {
  method: "GET" | "POST" | "PATCH" | "PUT";
  path: string;
  query?: object | undefined;
  body?: unknown;
  headers?: Record<string, string | undefined>;
  options?: CallOptions | undefined;
  /** Whether an answer with this body is to be asked for again, as long as retries are left. */
  isUnfinished?: (body: unknown) => boolean;
}

/** Sends a call, again where that may help, and gives the JSON of the answer. */
export type Send = <T extends object>(call: Call) => Promise<T>;

const RETRIED = new Set([408, 429, 500, 502, 503, 504]);
/** A longer wait is left to the caller, who may have something better to do. */
const LONGEST_WAIT_MS = 60_000;

/** Joins key, address and limits into the function that sends all calls. */
export function connect(client: ClientOptions): Send {
  const { key, baseUrl, maxRetries = 2, timeoutMs = 30_000 } = client;
  const send = client.fetch ?? globalThis.fetch.bind(globalThis);

  async function attempt({ method, path, query = {}, body, headers = {}, options = {} }: Call) {
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const sent = new Headers({ "X-Service-API-Key": key });
    const named = { ...headers, "X-Correlation-ID": options.correlationId };
    for (const [name, value] of Object.entries(named)) if (value !== undefined) sent.set(name, value);
    if (body !== undefined) sent.set("Content-Type", "application/json");
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const content = body === undefined ? null : JSON.stringify(body);
      const response = await send(url.href, { method, headers: sent, body: content, signal });
      return { response, text: await response.text() };
    } catch (cause) {
      options.signal?.throwIfAborted();
      const code = timeout.aborted ? "timeout" : "connection_failed";
      return new ShoppableLinksError(`${method} ${path}: ${code}`, { status: 0, code, cause });
    }
  }

  return async <T extends object>(call: Call): Promise<T> => {
    for (let retries = 0; ; retries++) {
      const answer = await attempt(call);
      const canRetry = retries < maxRetries;
      if (answer instanceof ShoppableLinksError) {
        if (!canRetry) throw answer;
        await wait(backoff(retries), call.options?.signal);
        continue;
      }
      const { response, text } = answer;
      const body = response.ok ? bodyOf(response, text) : undefined;
      const again = body === undefined ? RETRIED.has(response.status) : call.isUnfinished?.(body);
      const pause = retryAfter(response) ?? backoff(retries);
      if (again && canRetry && pause <= LONGEST_WAIT_MS) {
        await wait(pause, call.options?.signal);
        continue;
      }
      if (body !== undefined) {
        noteResponse(body, response);
        return body as T; // The contract states the body of each operation, which the caller names as T.
      }
      throw refusalOf(response.status, text, response.headers.get("X-Correlation-ID") ?? undefined);
    }
  };
}

function bodyOf(response: Response, text: string): object {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null) return body;
  } catch {
    // Refused below, with everything else that is no object.
  }
  throw refusalOf(response.status, "", response.headers.get("X-Correlation-ID") ?? undefined);
}

/** Half a second, doubled at each retry, of which a random part is left out so that clients don't come in step. */
const backoff = (retries: number): number => 500 * 2 ** retries * (0.5 + Math.random() / 2);

/** The wait that the service asks for, in milliseconds: Retry-After is in seconds or a date. */
function retryAfter(response: Response): number | undefined {
  const value = response.headers.get("Retry-After");
  if (value === null) return undefined;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

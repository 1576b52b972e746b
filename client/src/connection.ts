import { errorOf, retryAfter, ShoppableLinksError } from "./errors.ts";
import { type CallOptions, type ClientOptions, checkOptions } from "./options.ts";
import { noteResponse } from "./responses.ts";

/** A request before its headers. */
export interface Call {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** A path on the service, or an absolute public URL, to which no key is sent. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as is, instead of `body`. */
  bytes?: BodyInit;
  headers?: Record<string, string | undefined>;
  options?: CallOptions | undefined;
  /** Whether to retry although the request succeeded with this body. */
  isUnfinished?: (body: unknown) => boolean;
}

/** Sends calls and retries them. */
export interface Connection {
  /** Returns the JSON of the response. */
  json<T extends object>(call: Call): Promise<T>;
  /** Returns the bytes of the response. */
  bytes(call: Call): Promise<Uint8Array<ArrayBuffer>>;
}

/** The longest wait before a retry, in seconds. Longer waits are left to the caller. */
const MAX_WAIT = 60;

/** Temporary statuses. Cloudflare responds with 520 to 530 if it can't reach the service. */
const isTemporary = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Opens a connection with the client's key, base URL, retries and timeout. */
export function connect(client: ClientOptions): Connection {
  checkOptions(client);
  const fetch = client.fetch ?? globalThis.fetch.bind(globalThis);

  async function attempt({ method, path, query = {}, body, bytes, headers = {}, options = {} }: Call) {
    const url = new URL(path, client.baseUrl);
    // Lists are comma-separated.
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const named = {
      ...headers,
      "X-Correlation-ID": options.correlationId,
      "X-Service-API-Key": path.startsWith("/") ? client.key : undefined,
      "Content-Type": body === undefined ? undefined : "application/json",
    };
    const sent = new Headers();
    for (const [name, value] of Object.entries(named)) if (value !== undefined) sent.set(name, value);
    const timeout = AbortSignal.timeout(options.timeout ?? client.timeout ?? 30_000);
    const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
    try {
      const content = bytes ?? (body === undefined ? null : JSON.stringify(body));
      const response = await fetch(url.href, { method, headers: sent, body: content, signal });
      return { response, content: await response.arrayBuffer() };
    } catch (cause) {
      options.signal?.throwIfAborted();
      const code = timeout.aborted ? "timeout" : "connection_failed";
      return new ShoppableLinksError(`${method} ${path}: ${code}`, { status: 0, code, cause });
    }
  }

  /** Sends a call, with retries, and reads the body of a successful response with `read`. */
  async function send<T extends object>(call: Call, read: (content: ArrayBuffer, response: Response) => T) {
    const { signal, retries: maxRetries = client.retries ?? 2 } = call.options ?? {};
    for (let retries = 0; ; retries++) {
      const result = await attempt(call);
      if (result instanceof ShoppableLinksError) {
        if (retries >= maxRetries) throw result;
        await wait(backoff(retries), signal);
        continue;
      }
      const { response, content } = result;
      const value = response.ok ? read(content, response) : undefined;
      const canRetry = value === undefined ? isTemporary(response.status) : call.isUnfinished?.(value);
      const pause = retryAfter(response.headers) ?? backoff(retries);
      if (canRetry && retries < maxRetries && pause <= MAX_WAIT) {
        await wait(pause, signal);
        continue;
      }
      if (value === undefined) throw errorOf(response, textOf(content));
      return { value, response };
    }
  }

  return {
    async json<T extends object>(call: Call) {
      const { value, response } = await send(call, jsonOf<T>);
      noteResponse((value as { data?: object }).data, response); // Every response of the API has `data`.
      return value;
    },
    async bytes(call) {
      const { value, response } = await send(call, (content) => new Uint8Array(content));
      noteResponse(value, response);
      return value;
    },
  };
}

const textOf = (content: ArrayBuffer): string => new TextDecoder().decode(content);

function jsonOf<T extends object>(content: ArrayBuffer, response: Response): T {
  try {
    const body: unknown = JSON.parse(textOf(content));
    if (typeof body === "object" && body !== null) return body as T; // The caller names the type that the OpenAPI document states.
  } catch {
    // Invalid JSON is rejected below, like anything else that is not an object.
  }
  throw errorOf(response, "");
}

/** Half a second, doubled at each retry, with jitter. */
const backoff = (retries: number): number => 0.5 * 2 ** retries * (0.5 + Math.random() / 2);

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

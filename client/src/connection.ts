import { errorOf, retryAfter, ShoppableLinksError } from "./errors.ts";
import { type CallOptions, type ClientOptions, checkOptions } from "./options.ts";
import { noteResponse } from "./responses.ts";

/** A request before its headers. */
export interface Call {
  method: "GET" | "POST" | "PATCH" | "PUT";
  /** Below the origin of the service; or an absolute URL, which is open to everybody and sent no key. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  bytes?: BodyInit;
  headers?: Record<string, string | undefined>;
  options?: CallOptions | undefined;
  /** Whether an answer with this body is to be asked for again, as long as retries are left. */
  isUnfinished?: (body: unknown) => boolean;
}

/** Sends calls, again where that may help. */
export interface Connection {
  /** Gives the JSON of the answer. */
  json<T extends object>(call: Call): Promise<T>;
  /** Gives the bytes of the answer. */
  bytes(call: Call): Promise<Uint8Array<ArrayBuffer>>;
}

/** A longer wait is left to the caller, who may have something better to do; in seconds. */
const MAX_WAIT = 60;

/** Statuses that may pass by themselves: Cloudflare answers 520 to 530 where it does not reach the service. */
const mayPass = (status: number): boolean => status === 408 || status === 429 || status >= 500;

/** Joins key, address and limits into the connection that sends all calls. */
export function connect(client: ClientOptions): Connection {
  checkOptions(client);
  const fetch = client.fetch ?? globalThis.fetch.bind(globalThis);

  async function attempt({ method, path, query = {}, body, bytes, headers = {}, options = {} }: Call) {
    const url = new URL(path, client.baseUrl);
    // A list is sent with commas between its items.
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

  /** Sends a call until it has an answer that stays; `read` gives what is wanted of a good one. */
  async function send<T extends object>(call: Call, read: (content: ArrayBuffer, response: Response) => T) {
    const { signal, retries: most = client.retries ?? 2 } = call.options ?? {};
    for (let retries = 0; ; retries++) {
      const answer = await attempt(call);
      if (answer instanceof ShoppableLinksError) {
        if (retries >= most) throw answer;
        await wait(backoff(retries), signal);
        continue;
      }
      const { response, content } = answer;
      const value = response.ok ? read(content, response) : undefined;
      const again = value === undefined ? mayPass(response.status) : call.isUnfinished?.(value);
      const pause = retryAfter(response.headers) ?? backoff(retries);
      if (again && retries < most && pause <= MAX_WAIT) {
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
      noteResponse((value as { data?: object }).data, response); // What every answer of the API has.
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
    if (typeof body === "object" && body !== null) return body as T; // The contract states the body that the caller names.
  } catch {
    // Refused below, with everything else that is no object.
  }
  throw errorOf(response, "");
}

/** Half a second, doubled at each retry, of which a random part is left out so that clients don't come in step. */
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

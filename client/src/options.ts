import { ShoppableLinksError } from "./errors.ts";

/** Retries and timeout, for all calls of a client or for one. */
export interface RetryOptions {
  /** How often to retry a request without a response or with 408, 429 or 5xx. Default: 2. */
  retries?: number;
  /** Timeout of each attempt in milliseconds. Default: 30,000. */
  timeout?: number;
}

/** The options of the client. */
export interface ClientOptions extends RetryOptions {
  /** An API key, `slk_…`. Keep it secret. */
  key: string;
  /** The origin of the service, such as `https://go.example.com`. */
  baseUrl: string;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

/** The options of every call. */
export interface CallOptions extends RetryOptions {
  /** Sent as X-Correlation-ID, 8 to 128 characters. Default: the service generates one. */
  correlationId?: string;
  /** Aborts the call and any wait before a retry. */
  signal?: AbortSignal;
}

/** The options of calls that write. */
export interface WriteOptions extends CallOptions {
  /** 8 to 128 characters, the same for every retry of one write. Default: a random key for all retries of this call. */
  idempotencyKey?: string;
}

/** Throws an error if the key or the base URL is invalid. */
export function checkOptions({ key, baseUrl }: ClientOptions): void {
  const invalid = (code: "invalid_key" | "invalid_base_url", message: string) =>
    new ShoppableLinksError(message, { status: 0, code });
  // JavaScript programs may pass anything, such as an environment variable that is not set.
  if (typeof key !== "string" || key.trim() === "")
    throw invalid("invalid_key", "The API key is missing: pass the value slk_… from the dashboard as `key`.");
  if (!/^slk_[0-9A-Za-z_]+$/.test(key))
    throw invalid(
      "invalid_key",
      "The API key is invalid: it must be slk_ followed by letters and digits, without spaces or line breaks.",
    );
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw invalid(
      "invalid_base_url",
      "`baseUrl` must be the origin of the service, such as https://go.example.com.",
    );
}

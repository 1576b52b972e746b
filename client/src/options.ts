import { ShoppableLinksError } from "./errors.ts";

/** How long a call waits, and how often it is repeated: for all calls of a client, or for one. */
export interface Patience {
  /** How often a request is repeated that got no answer, 408, 429 or 5xx. Absent: 2. */
  retries?: number;
  /** How long each attempt may take, in milliseconds. Absent: 30,000. */
  timeout?: number;
}

/** What the client is made with. */
export interface ClientOptions extends Patience {
  /** An API key, `slk_…`. Keep it out of browsers that others use. */
  key: string;
  /** The origin of the service, such as `https://go.example.com`. */
  baseUrl: string;
  /** Takes the place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** What each call takes beside its input. */
export interface CallOptions extends Patience {
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

/** Throws an error that says what is wrong with the key or the address, before a request fails for it. */
export function checkOptions({ key, baseUrl }: ClientOptions): void {
  const invalid = (code: "invalid_key" | "invalid_base_url", message: string) =>
    new ShoppableLinksError(message, { status: 0, code });
  // Programs in JavaScript may pass anything, above all an environment variable that is not set.
  if (typeof key !== "string" || key.trim() === "")
    throw invalid(
      "invalid_key",
      "There is no API key: pass the text slk_… that the dashboard showed as `key`.",
    );
  if (!/^slk_[0-9A-Za-z_]+$/.test(key))
    throw invalid(
      "invalid_key",
      "The API key is damaged: it has to be slk_ and letters or digits, without blanks or line breaks.",
    );
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw invalid(
      "invalid_base_url",
      "`baseUrl` has to be the origin of the service, such as https://go.example.com.",
    );
}

import type { RunningService } from "./service.ts";

/** Requests of tests, and their responses with the body. */

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined for another body. */
  json: Json;
}

/** The result of JSON.parse, without a cast at each step. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are there to check.
export type Json = any;

/**
 * Names the bindings, separated by commas, that faults/worker.ts takes down for one request: `DB` throws, `DB=hangs`
 * has another of the faults in faults/faults.ts.
 */
export const DOWN = "X-Test-Down";

export interface RequestOptions {
  key?: string;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

export const get = (service: RunningService, path: string, options?: RequestOptions): Promise<Answer> =>
  send(service, "GET", path, undefined, options);

export const post = (
  service: RunningService,
  path: string,
  body: unknown,
  options?: RequestOptions,
): Promise<Answer> => send(service, "POST", path, body, options);

/** Sends `body` as JSON; a string or bytes unchanged; undefined means no body. Follows no redirect. */
export async function send(
  service: RunningService,
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<Answer> {
  const headers = {
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...headersOf(options),
  };
  const raw = typeof body === "string" || body instanceof Uint8Array || body === undefined;
  const init = { method, headers, redirect: "manual" as const };
  return answer(
    await service.fetch(
      path,
      body === undefined ? init : { ...init, body: raw ? body : JSON.stringify(body) },
    ),
  );
}

function headersOf({ key, idempotencyKey, headers }: RequestOptions): Record<string, string> {
  return {
    ...(key !== undefined && { "X-Service-API-Key": key }),
    ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    ...headers,
  };
}

async function answer(response: Response): Promise<Answer> {
  const text = await response.text();
  let json: Json;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

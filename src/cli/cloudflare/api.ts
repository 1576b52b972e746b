import * as z from "zod";
import { pause } from "../../platform/deadlines.ts";
import { CommandError } from "../command-line/command.ts";

/** Where Cloudflare's API is, unless CLOUDFLARE_API_BASE_URL, which wrangler obeys too, names another place. */
const PUBLIC_API = "https://api.cloudflare.com/client/v4";

/** How long one request may take, in milliseconds, and how often one that only reads is tried. */
const TIMEOUT_MS = 60_000;
const TRIES = 3;
const PAUSE_MS = 1_000;
const PER_PAGE = 100;

/** What Cloudflare answers instead of a result. */
export class CloudflareError extends CommandError {
  readonly status: number;
  /** Cloudflare's number for the problem, 0 where it gives none. */
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const Success = z.object({ result: z.unknown() });
const GraphQl = z.object({
  data: z.unknown(),
  errors: z.array(z.object({ message: z.string() })).nullish(),
});
const Failure = z.object({ errors: z.array(z.object({ code: z.number(), message: z.string() })).min(1) });

/** Requests to Cloudflare's API. Paths begin after /client/v4. */
export interface CloudflareApi {
  /** The checked result of one request. Throws CloudflareError where it is refused. */
  call<T>(method: string, path: string, result: z.ZodType<T>, body?: unknown): Promise<T>;
  /** The data that the analytics API, which speaks GraphQL, has for a query. Throws CloudflareError where it refuses. */
  ask<T>(query: string, variables: object, data: z.ZodType<T>): Promise<T>;
  /** Every item of a list that comes in numbered pages. `path` may have a query. */
  list<T>(path: string, item: z.ZodType<T>): Promise<T[]>;
}

/** Opens Cloudflare's API with these headers. */
export function cloudflareApi(
  headers: Record<string, string>,
  environment: NodeJS.ProcessEnv,
): CloudflareApi {
  const base = environment.CLOUDFLARE_API_BASE_URL ?? PUBLIC_API;
  async function call<T>(method: string, path: string, result: z.ZodType<T>, body?: unknown): Promise<T> {
    const response = await answered(method, `${base}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const { success, data } = Success.safeParse(answer);
    if (!response.ok || !success) throw refused(response.status, method, path, answer);
    return result.parse(data.result);
  }
  return {
    call,
    async ask(query, variables, data) {
      const response = await answered("POST", `${base}/graphql`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ query, variables }),
      });
      const answer = GraphQl.safeParse(await response.json().catch(() => undefined)).data;
      const [problem] = answer?.errors ?? [];
      if (response.ok && answer && !problem) return data.parse(answer.data);
      throw new CloudflareError(response.status, 0, `Cloudflare's analytics refused: ${problem?.message}`);
    },
    async list(path, item) {
      const all = [];
      for (let page = 1; ; page++) {
        const query = `${path.includes("?") ? "&" : "?"}page=${page}&per_page=${PER_PAGE}`;
        const items = await call("GET", `${path}${query}`, z.array(item));
        all.push(...items);
        if (items.length < PER_PAGE) return all;
      }
    },
  };
}

/** One answer. What only reads is tried again where the network fails, or Cloudflare asks to wait. */
async function answered(method: string, url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const last = method !== "GET" || attempt === TRIES;
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (last || (response.status !== 429 && response.status < 500)) return response;
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      if (last)
        throw new CommandError(`Cloudflare's API could not be reached at ${new URL(url).origin}: ${cause}`);
    }
    await pause(PAUSE_MS * attempt);
  }
}

function refused(status: number, method: string, path: string, answer: unknown): CloudflareError {
  const [first] = Failure.safeParse(answer).data?.errors ?? [];
  const what = first ? `${first.message} (${first.code})` : `an answer that is not understood (${status})`;
  return new CloudflareError(status, first?.code ?? 0, `Cloudflare refused ${method} ${path}: ${what}`);
}

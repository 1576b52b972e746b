import * as z from "zod";
import { pause } from "../../../ground/platform/deadlines.ts";
import { CommandError } from "../command-line/command.ts";

/** The URL of Cloudflare's API, unless CLOUDFLARE_API_BASE_URL, which wrangler also uses, is set. */
const PUBLIC_API = "https://api.cloudflare.com/client/v4";

/** The timeout of a request, in milliseconds, and the number of attempts for a GET. */
const TIMEOUT_MS = 60_000;
const TRIES = 3;
const PAUSE_MS = 1_000;
const PER_PAGE = 100;

/** An error response of Cloudflare. */
export class CloudflareError extends CommandError {
  readonly status: number;
  /** Cloudflare's number for the problem, 0 if missing. */
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

/** Requests to Cloudflare's API. Paths are relative to /client/v4. */
export interface CloudflareApi {
  /** The validated result of a request. Throws CloudflareError if Cloudflare rejects it. */
  call<T>(method: string, path: string, result: z.ZodType<T>, body?: unknown): Promise<T>;
  /** The data of a query of the GraphQL analytics API. Throws CloudflareError if Cloudflare rejects it. */
  query<T>(query: string, variables: object, data: z.ZodType<T>): Promise<T>;
  /** Every item of a list with numbered pages. `path` may have a query. */
  list<T>(path: string, item: z.ZodType<T>): Promise<T[]>;
}

/** Opens Cloudflare's API with these headers. */
export function cloudflareApi(
  headers: Record<string, string>,
  environment: NodeJS.ProcessEnv,
): CloudflareApi {
  const base = environment.CLOUDFLARE_API_BASE_URL ?? PUBLIC_API;
  async function call<T>(method: string, path: string, result: z.ZodType<T>, body?: unknown): Promise<T> {
    const response = await send(method, `${base}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const content: unknown = await response.json().catch(() => undefined);
    const { success, data } = Success.safeParse(content);
    if (!response.ok || !success) throw errorOf(response.status, method, path, content);
    return result.parse(data.result);
  }
  return {
    call,
    async query(query, variables, data) {
      const response = await send("POST", `${base}/graphql`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ query, variables }),
      });
      const content = GraphQl.safeParse(await response.json().catch(() => undefined)).data;
      const [problem] = content?.errors ?? [];
      if (response.ok && content && !problem) return data.parse(content.data);
      throw new CloudflareError(
        response.status,
        0,
        `Cloudflare's analytics rejected the query: ${problem?.message}`,
      );
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

/** Sends a request. A GET is retried if the network fails or Cloudflare asks to wait. */
async function send(method: string, url: string, init: RequestInit): Promise<Response> {
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

function errorOf(status: number, method: string, path: string, content: unknown): CloudflareError {
  const [first] = Failure.safeParse(content).data?.errors ?? [];
  const reason = first ? `${first.message} (${first.code})` : `an unexpected response (${status})`;
  return new CloudflareError(status, first?.code ?? 0, `Cloudflare rejected ${method} ${path}: ${reason}`);
}

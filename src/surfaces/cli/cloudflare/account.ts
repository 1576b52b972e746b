import { stripVTControlCharacters } from "node:util";
import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import { runWrangler } from "../wrangler/wrangler.ts";

/** The URL of Cloudflare's API, unless CLOUDFLARE_API_BASE_URL, which wrangler also uses, is set. */
const PUBLIC_API = "https://api.cloudflare.com/client/v4";
const TIMEOUT_MS = 60_000;
const PER_PAGE = 100;

/** An error response of Cloudflare, or one that we can't read. */
export class CloudflareError extends CommandError {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  /** Whether the sign-in or token has no permission. The analytics API says so under the status 200. */
  get isDenied(): boolean {
    return this.status === 401 || this.status === 403 || /not authorized/i.test(this.message);
  }
}

/** A Cloudflare account with the operator's sign-in or token. wrangler changes it; we read what wrangler only prints as a table. */
export interface Account {
  id: string;
  /** The result of a request: within the account, or of the whole API if `path` begins with "/". Throws CloudflareError. */
  call<T>(path: string, result: z.ZodType<T>, body?: unknown): Promise<T>;
  /** Every item of a list with numbered pages. */
  list<T>(path: string, item: z.ZodType<T>): Promise<T[]>;
  /** The output of wrangler. Throws CommandError with it if wrangler fails. */
  wrangler(args: readonly string[]): Promise<string>;
}

/**
 * Opens the account `given`, such as by the configuration, else by CLOUDFLARE_ACCOUNT_ID, else the only account. Throws
 * CommandError if nobody is signed in, or there are several accounts.
 */
export async function openAccount(
  given: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Account> {
  const headers = { ...(await signedHeaders(environment)), "Content-Type": "application/json" };
  const base = environment.CLOUDFLARE_API_BASE_URL ?? PUBLIC_API;
  const open = (id: string): Account => {
    const call: Account["call"] = async (path, result, body) => {
      const url = base + (path.startsWith("/") ? path : `/accounts/${id}/${path}`);
      const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(url, { ...init, headers, signal }).catch((error: unknown) => {
        const cause = error instanceof Error ? (error.cause ?? error) : error;
        throw new CommandError(`Cloudflare's API could not be reached at ${base}: ${cause}`);
      });
      const content: unknown = await response.json().catch(() => undefined);
      const { success, data } = Success.safeParse(content);
      if (!response.ok || !success) throw errorOf(response.status, path, content);
      const read = result.safeParse(data.result ?? data.data);
      if (read.success) return read.data;
      const [issue] = read.error.issues;
      const found = issue === undefined ? "" : `: ${issue.path.join(".") || "the result"}: ${issue.message}`;
      throw new CloudflareError(
        response.status,
        `Cloudflare responded to ${pathOf(path)} in a form that this version does not know${found}.`,
      );
    };
    return {
      id,
      call,
      async list(path, item) {
        const all = [];
        for (let page = 1; ; page++) {
          const query = `${path.includes("?") ? "&" : "?"}page=${page}&per_page=${PER_PAGE}`;
          const items = await call(path + query, z.array(item));
          all.push(...items);
          if (items.length < PER_PAGE) return all;
        }
      },
      async wrangler(args) {
        const { ok, stdout, stderr } = await runWrangler(args, { ...environment, CLOUDFLARE_ACCOUNT_ID: id });
        if (ok) return stdout;
        const denied = DENIED.exec(stripVTControlCharacters(`${stdout}\n${stderr}`));
        const hint = denied ? ` ${hintOf(denied[1] ?? "queues")}` : "";
        throw new CommandError(`${stdout}${stderr}\nwrangler failed: see its output above.${hint}`);
      },
    };
  };
  return open(given ?? environment.CLOUDFLARE_ACCOUNT_ID ?? (await onlyAccount(open(""))));
}

/** `data` is of the analytics API, which also responds with errors under the status 200. */
const Success = z.object({
  result: z.unknown().optional(),
  data: z.unknown().optional(),
  errors: z.array(z.unknown()).max(0).nullish(),
});
const Failure = z.object({ errors: z.array(z.object({ code: z.number().optional(), message: z.string() })) });

/** Cloudflare's number for an account without R2; its message says what to do. */
const R2_TERMS_NOT_ACCEPTED = 10042;

function errorOf(status: number, path: string, content: unknown): CloudflareError {
  const errors = Failure.safeParse(content).data?.errors;
  const reasons = errors?.map(({ code, message }) => (code === undefined ? message : `${message} (${code})`));
  const isDenied =
    (status === 401 || status === 403) && !errors?.some(({ code }) => code === R2_TERMS_NOT_ACCEPTED);
  const hint = isDenied ? `. ${hintOf(path)}` : ".";
  const reason = reasons?.join(", ") ?? `an unexpected response (${status})`;
  const failed = status >= 500 || (status < 400 && errors === undefined);
  return new CloudflareError(
    status,
    `Cloudflare ${failed ? "failed at" : "rejected"} ${pathOf(path)}: ${reason}${hint}`,
  );
}

/**
 * What wrangler writes of a request without permission, with its path; without permission for Queues, it goes on, and binds queues that
 * it couldn't create.
 */
const DENIED =
  /API \((\/[^)\s]+)\) failed\.\s+(?:Authentication error|Unauthorized|Forbidden)|queue '?\S+'? not found/i;

/** The permissions of tokens by what they open. The first that matches a path applies. */
const PERMISSIONS: readonly (readonly [opens: RegExp, permission: string])[] = [
  [/\bd1\//, "Account, D1, Edit"],
  [/\bstorage\/kv\//, "Account, Workers KV Storage, Edit"],
  [/\br2\//, "Account, Workers R2 Storage, Edit"],
  [/\bqueues\b/, "Account, Queues, Edit"],
  [/^\/graphql/, "Account, Account Analytics, Read"],
  [/\bzones\/.*\bworkers\b/, "Zone, Workers Routes, Edit"],
  [/\bzones\b/, "Zone, Zone, Read"],
  [/\bworkers\//, "Account, Workers Scripts, Edit"],
];

/** What to do where Cloudflare denied a request for `path`. */
function hintOf(path: string): string {
  const [, permission] = PERMISSIONS.find(([opens]) => opens.test(path)) ?? [];
  const lacks = permission === undefined ? "permissions" : `the permission "${permission}"`;
  return `A token needs ${lacks} (docs/deploying.md); without a token, run \`npx wrangler login\` again.`;
}

/** Without the query. */
const pathOf = (path: string): string => path.split("?")[0] ?? path;

async function onlyAccount({ list }: Account): Promise<string> {
  const accounts = await list("/accounts", z.object({ id: z.string(), name: z.string() }));
  const [first, ...others] = accounts;
  if (first && others.length === 0) return first.id;
  const ids = accounts.map(({ id, name }) => `\n  ${id}  ${name}`).join("") || "\n  none";
  throw new CommandError(
    `Set CLOUDFLARE_ACCOUNT_ID. The sign-in or token has access to these accounts:${ids}`,
  );
}

const Signed = z.union([z.object({ token: z.string() }), z.object({ key: z.string(), email: z.string() })]);

/** The headers of CLOUDFLARE_API_TOKEN, else of wrangler's sign-in. Throws CommandError without both. */
async function signedHeaders(environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  if (environment.CLOUDFLARE_API_TOKEN)
    return { Authorization: `Bearer ${environment.CLOUDFLARE_API_TOKEN}` };
  const { ok, stdout } = await runWrangler(["auth", "token", "--json"], environment);
  if (!ok) {
    throw new CommandError(
      "Nobody is signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN to a token with the permissions in docs/deploying.md.",
    );
  }
  const signed = Signed.parse(JSON.parse(stdout));
  return "token" in signed
    ? { Authorization: `Bearer ${signed.token}` }
    : { "X-Auth-Key": signed.key, "X-Auth-Email": signed.email };
}

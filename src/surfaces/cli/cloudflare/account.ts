import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import { runWrangler } from "../wrangler/wrangler.ts";
import { type CloudflareApi, CloudflareError, cloudflareApi } from "./cloudflare-api.ts";

/** A Cloudflare account and the API that reaches it. */
export interface Account {
  api: CloudflareApi;
  id: string;
  /** The beginning of every path in this account. */
  path: string;
}

/**
 * The account to use: `given`, such as from the configuration, else CLOUDFLARE_ACCOUNT_ID, else the only account. Throws
 * CommandError if nobody is signed in, or there are several accounts.
 */
export async function openAccount(
  given: string | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<Account> {
  const api = cloudflareApi(await signedHeaders(environment), environment);
  const id = given ?? environment.CLOUDFLARE_ACCOUNT_ID ?? (await onlyAccount(api));
  return { api, id, path: `/accounts/${id}` };
}

async function onlyAccount(api: CloudflareApi): Promise<string> {
  const accounts = await api
    .list("/accounts", z.object({ id: z.string(), name: z.string() }))
    .catch((error: unknown) => {
      if (!(error instanceof CloudflareError) || error.status >= 500) throw error;
      throw new CommandError(
        "Cloudflare does not accept the sign-in or the token. Run `npx wrangler login`, or create a new token with the permissions in docs/deploying.md.",
      );
    });
  const [first, ...others] = accounts;
  if (first && others.length === 0) return first.id;
  const list = accounts.map(({ id, name }) => `\n  ${id}  ${name}`).join("");
  throw new CommandError(
    first
      ? `There are several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of them:${list}`
      : "The token has access to no account. Set CLOUDFLARE_ACCOUNT_ID to the account's id from the Cloudflare dashboard.",
  );
}

const FromWrangler = z.union([
  z.object({ token: z.string() }),
  z.object({ key: z.string(), email: z.string() }),
]);

/**
 * The headers that sign requests to Cloudflare's API: from CLOUDFLARE_API_TOKEN, else from wrangler's sign-in. Throws
 * CommandError if nobody is signed in.
 */
async function signedHeaders(environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const token = environment.CLOUDFLARE_API_TOKEN;
  if (token) return { Authorization: `Bearer ${token}` };
  const { ok, stdout } = await runWrangler(["auth", "token", "--json"], environment);
  const found = ok ? FromWrangler.safeParse(parseJson(stdout)).data : undefined;
  if (!found) {
    throw new CommandError(
      "Nobody is signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN to a token with the permissions in docs/deploying.md.",
    );
  }
  return "token" in found
    ? { Authorization: `Bearer ${found.token}` }
    : { "X-Auth-Key": found.key, "X-Auth-Email": found.email };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

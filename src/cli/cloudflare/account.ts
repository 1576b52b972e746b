import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import { type CloudflareApi, CloudflareError, cloudflareApi } from "./api.ts";
import { signedHeaders } from "./credentials.ts";

/** A Cloudflare account and the API that reaches it. */
export interface Account {
  api: CloudflareApi;
  id: string;
  /** The beginning of every path in this account. */
  path: string;
}

/**
 * The account to work on: the one that is given, such as by the configuration, else CLOUDFLARE_ACCOUNT_ID, else the only
 * one. Throws CommandError where nobody is signed in, or there are several to choose from.
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
        "Cloudflare does not accept the sign-in or the token. Run `npx wrangler login`, or make a new token: docs/deploying.md names its permissions.",
      );
    });
  const [first, ...others] = accounts;
  if (first && others.length === 0) return first.id;
  const list = accounts.map(({ id, name }) => `\n  ${id}  ${name}`).join("");
  throw new CommandError(
    first
      ? `There are several accounts. Set CLOUDFLARE_ACCOUNT_ID to the one that is meant:${list}`
      : "The token reaches no account. Set CLOUDFLARE_ACCOUNT_ID to the account's id, which its dashboard shows.",
  );
}

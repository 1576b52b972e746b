import * as z from "zod";
import { CommandError } from "../command-line/command.ts";
import { runWrangler } from "../wrangler/wrangler.ts";

const FromWrangler = z.union([
  z.object({ token: z.string() }),
  z.object({ key: z.string(), email: z.string() }),
]);

/**
 * The headers that sign requests to Cloudflare's API: of CLOUDFLARE_API_TOKEN, else of what wrangler is signed in with.
 * Throws CommandError where nobody is signed in.
 */
export async function signedHeaders(environment: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const token = environment.CLOUDFLARE_API_TOKEN;
  if (token) return { Authorization: `Bearer ${token}` };
  const { ok, stdout } = await runWrangler(["auth", "token", "--json"], environment);
  const found = ok ? FromWrangler.safeParse(parseJson(stdout)).data : undefined;
  if (!found) {
    throw new CommandError(
      "Nobody is signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN to a token with the permissions that docs/deploying.md names.",
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

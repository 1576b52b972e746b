import type { OAuthAuthorizationServer, OAuthHelpers } from "@cloudflare/workers-oauth-provider";
import type { Env } from "../../env.ts";
import { SCOPES } from "../../ground/core/vocabulary.ts";
import { log } from "../../ground/platform/log.ts";

/** The page on which a person lets an assistant in. */
export const CONSENT_PATH = "/dashboard/connect";
const TOKEN_PATH = "/oauth/token";
const REGISTRATION_PATH = "/oauth/register";
/** https://www.rfc-editor.org/rfc/rfc8414#section-3 */
const SERVER_METADATA_PATH = "/.well-known/oauth-authorization-server";
/** https://www.rfc-editor.org/rfc/rfc9728#section-3: that of /mcp, which is the only resource. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource/mcp";

/** The paths that the library answers. */
export const OAUTH_PATHS = [TOKEN_PATH, REGISTRATION_PATH, SERVER_METADATA_PATH];

/** How long an assistant stays connected without being used, in seconds. */
const IDLE_SECONDS = 90 * 86_400;

/** What a token stands for: an API key, which nobody sees. The library encrypts it with a key that only the token has. */
export interface TokenProps {
  key: string;
}

/** The library stores registrations, grants and tokens, all secrets as hashes, beside the repeats of writes. */
type OAuthEnv = Env & { OAUTH_KV: KVNamespace };
const withStorage = (env: Env): OAuthEnv => ({ ...env, OAUTH_KV: env.IDEMPOTENCY });

/** The URL of the MCP server at `origin`: the resource that tokens are for. */
export const resourceAt = (origin: string): string => `${origin}/mcp`;

/** The servers of the isolate, by origin: locally, several names lead here. */
const servers = new Map<string, Promise<OAuthAuthorizationServer<OAuthEnv>>>();
const MAX_SERVERS = 10;

function serverAt(origin: string): Promise<OAuthAuthorizationServer<OAuthEnv>> {
  const known = servers.get(origin);
  if (known) return known;
  if (servers.size >= MAX_SERVERS) servers.clear();
  const made = open(origin);
  servers.set(origin, made);
  return made;
}

/** Loaded when the first assistant connects. */
async function open(origin: string): Promise<OAuthAuthorizationServer<OAuthEnv>> {
  const { OAuthAuthorizationServer: Server } = await import("@cloudflare/workers-oauth-provider");
  return new Server<OAuthEnv>({
    issuer: origin,
    resources: [resourceAt(origin)],
    authorizeEndpoint: `${origin}${CONSENT_PATH}`,
    tokenEndpoint: `${origin}${TOKEN_PATH}`,
    clientRegistrationEndpoint: `${origin}${REGISTRATION_PATH}`,
    clientIdMetadataDocumentEnabled: true,
    scopesSupported: [...SCOPES],
    refreshTokenIdleTTL: IDLE_SECONDS,
    // The library's own line would have the client's text.
    onError: ({ code, status }) => {
      if (status >= 500) log("error", "oauth", { code, status });
    },
  });
}

/** The response of the library to a request for one of OAUTH_PATHS. */
export async function oauthResponse(
  request: Request,
  env: Env,
  context: ExecutionContext,
  origin: string,
): Promise<Response> {
  return (await serverAt(origin)).fetch(request, withStorage(env), context);
}

/** What the consent page needs of the library. */
export const oauthHelpers = async (env: Env, origin: string): Promise<OAuthHelpers> =>
  (await serverAt(origin)).getOAuthApi(withStorage(env));

/** The API key behind an access token of this MCP server; undefined for any other text. Throws if KV does not respond. */
export async function keyOfToken(token: string, env: Env, origin: string): Promise<string | undefined> {
  const server = await serverAt(origin);
  const found = await server.validateToken<TokenProps>(resourceAt(origin), token, withStorage(env));
  return found?.props.key;
}

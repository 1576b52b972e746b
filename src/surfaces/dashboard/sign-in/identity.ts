import { emailAddress } from "../../../features/access/member.ts";
import { serviceUnavailable } from "../../../ground/core/errors.ts";
import type { CloudflareAccess } from "../../../ground/platform/cloudflare-access.ts";
import { DEADLINES, within } from "../../../ground/platform/deadlines.ts";
import type { Log } from "../../../ground/platform/log.ts";
import { JWT_HEADER, verifiedClaims } from "./cloudflare-jwt.ts";
import { localRefusal } from "./local-identity.ts";

/** The dependencies of sign-in. */
export interface SignInDependencies {
  /** Null if no Cloudflare Access application is configured. Then no token is valid. */
  cloudflareAccess: CloudflareAccess | null;
  /** Hosts besides those of this machine on which the local identity is valid. */
  signInHosts: readonly string[];
  now: () => Date;
  log: Log;
}

/** Why nobody is signed in, for the log. It contains nothing from the request. */
export interface Refusal {
  reason: string;
  /** The wrong claim of a token. */
  claim?: string;
}

/** The email address of the person in lower case, or the reason for a 403. */
export type SignIn = { email: string } | { refusal: Refusal };

/**
 * The person that Cloudflare Access authenticated. The runtime's `context` is checked first, because a request can't forge
 * it; then the signed token. No other header is trusted: anyone who reaches the Worker without Access can send
 * `Cf-Access-Authenticated-User-Email`. An identity of the runtime for another application is that of the local
 * configuration, which is valid on trusted hosts only. A service token has no email address, so it signs nobody in. Throws
 * `service_unavailable` if Access does not respond.
 */
export async function signIn(
  request: Request,
  context: object,
  { cloudflareAccess, signInHosts, now, log }: SignInDependencies,
): Promise<SignIn> {
  // Hono's type of the context lacks this property.
  const runtime = (context as Pick<ExecutionContext, "access">).access;
  const isLocal = runtime !== undefined && runtime.aud !== cloudflareAccess?.audience;
  const refused = isLocal ? localRefusal(request, signInHosts) : null;
  const identity = runtime && refused === null ? await identityOf(runtime) : undefined;
  const email = emailIn(identity);
  if (email !== null) return { email };
  const token = request.headers.get(JWT_HEADER);
  if (token !== null && cloudflareAccess !== null) return byToken(token, cloudflareAccess, { now, log });
  if (identity instanceof Error) throw serviceUnavailable(identity);
  return { refusal: { reason: refused ?? "no_identity" } };
}

async function byToken(
  token: string,
  cloudflareAccess: CloudflareAccess,
  dependencies: Pick<SignInDependencies, "now" | "log">,
): Promise<SignIn> {
  const verified = await verifiedClaims(token, cloudflareAccess, dependencies);
  if ("refusal" in verified) return verified;
  const email = emailIn(verified.claims);
  return email === null ? { refusal: { reason: "no_address" } } : { email };
}

/** The identity from the runtime; an error if it does not respond. */
async function identityOf(runtime: CloudflareAccessContext): Promise<unknown> {
  try {
    return await within(DEADLINES.accessIdentity, runtime.getIdentity());
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The email address in an identity or in the claims of a token, or null. */
function emailIn(claims: unknown): string | null {
  if (typeof claims !== "object" || claims === null || !("email" in claims)) return null;
  return emailAddress.safeParse(claims.email).data ?? null;
}

import { emailAddress } from "../../access/member.ts";
import { serviceUnavailable } from "../../core/errors.ts";
import { DEADLINES, within } from "../../platform/deadlines.ts";
import type { Log } from "../../platform/log.ts";
import type { CloudflareAccess } from "../../settings/cloudflare-access.ts";
import { JWT_HEADER, verifiedClaims } from "./cloudflare-jwt.ts";
import { localRefusal } from "./local-identity.ts";

/** What sign-in depends on. */
export interface SignInDependencies {
  /** Null where no application of Cloudflare Access is configured: no token is valid then. */
  cloudflareAccess: CloudflareAccess | null;
  /** Hosts besides those of this machine on which the identity of the local configuration counts. */
  signInHosts: readonly string[];
  now: () => Date;
  log: Log;
}

/** Why nobody is signed in, in words for the log that hold nothing of the request. */
export interface Refusal {
  reason: string;
  /** The claim of a token that does not fit. */
  claim?: string;
}

/** The e-mail address, in lower case, of who has signed in; or why nobody has, which has to be answered with 403. */
export type SignIn = { email: string } | { refusal: Refusal };

/**
 * Whom Cloudflare Access vouches for. `context` is the runtime's context of the request. It is asked first, because
 * nothing in a request can forge what it says; then the signed token. No other header counts: anybody who reaches the
 * Worker by a way without Access can send `Cf-Access-Authenticated-User-Email`. An identity of the runtime that is not of
 * the configured application is that of the local configuration, which counts on trusted hosts alone. A service token
 * signs in no person, as it has no address. Throws `service_unavailable` where it can't be found out.
 */
export async function signIn(
  request: Request,
  context: object,
  { cloudflareAccess, signInHosts, now, log }: SignInDependencies,
): Promise<SignIn> {
  // Hono's type of the context leaves this property out.
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

/** What the runtime says of who has signed in; an error where it does not answer. */
async function identityOf(runtime: CloudflareAccessContext): Promise<unknown> {
  try {
    return await within(DEADLINES.accessIdentity, runtime.getIdentity());
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The address in an identity or in the claims of a token; null where there is none. */
function emailIn(claims: unknown): string | null {
  if (typeof claims !== "object" || claims === null || !("email" in claims)) return null;
  return emailAddress.safeParse(claims.email).data ?? null;
}

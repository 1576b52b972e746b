import { createLocalJWKSet, errors, jwtVerify } from "jose";
import { emailAddress } from "../../../features/access/member.ts";
import { ServiceError, serviceUnavailable } from "../../../ground/core/errors.ts";
import type { CloudflareAccess } from "../../../ground/platform/cloudflare-access.ts";
import { within } from "../../../ground/platform/deadlines.ts";
import type { Log } from "../../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../../ground/platform/service-deadlines.ts";
import { publishedKeys } from "./cloudflare-keys.ts";

/** Names that always resolve to this machine (RFC 6761). */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The host is not a name of this machine; or nothing proves that a browser of this machine sent the request. */
type LocalRefusal = "untrusted_host" | "no_fetch_metadata";

/**
 * Why the local identity does not sign this request in; null if it does. Anyone who can send a request gets that identity,
 * and so could any web page open on this machine, through its own domain name that resolves to this machine (DNS
 * rebinding). But the host of such a request is that domain, and a browser adds `Sec-Fetch-Site`, which no page can set,
 * only to requests to https and to loopback names. The host alone is not enough, because the local runtime takes the URL
 * from the header `MF-Original-URL`, which a page can set.
 *
 * The operator trusts `trustedHosts`, which have no ports. They need no `Sec-Fetch-Site`, because browsers don't send it
 * to another machine over http.
 */
function localRefusal(request: Request, trustedHosts: readonly string[]): LocalRefusal | null {
  const { hostname } = new URL(request.url);
  if (trustedHosts.includes(hostname)) return null;
  if (!LOOPBACK.test(hostname)) return "untrusted_host";
  return request.headers.has("Sec-Fetch-Site") ? null : "no_fetch_metadata";
}

// Tokens and keys follow the documentation of Cloudflare:
// https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/

/** The header with the signed token of Access. Anyone can send it. */
const JWT_HEADER = "Cf-Access-Jwt-Assertion";

/** The tolerated clock difference from Access, in seconds. */
const CLOCK_TOLERANCE = 5;

/**
 * The claims of an Access token, or why it is invalid: not signed with RS256 by a published key of the team, from another
 * issuer, for another application, expired, or not yet valid. Throws `service_unavailable` if the keys are unavailable.
 */
async function verifiedClaims(
  token: string,
  { issuer, audience }: CloudflareAccess,
  { now, log }: { now: () => Date; log: Log },
): Promise<{ claims: Record<string, unknown> } | { refusal: { reason: string; claim?: string } }> {
  try {
    const { payload } = await jwtVerify(
      token,
      async (header, jws) => {
        if (header.kid === undefined) throw new errors.JWKSNoMatchingKey();
        const keys = await publishedKeys(`${issuer}/cdn-cgi/access/certs`, header.kid, { now, log });
        return createLocalJWKSet(keys)(header, jws);
      },
      {
        algorithms: ["RS256"],
        issuer,
        audience,
        currentDate: now(),
        clockTolerance: CLOCK_TOLERANCE,
        requiredClaims: ["exp"],
      },
    );
    return { claims: payload };
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // Other errors come from an unusable published key.
    if (!(error instanceof errors.JOSEError)) throw serviceUnavailable(error);
    // The reason, such as a wrong audience, shows an operator what to fix. It contains nothing from the token.
    const claim = "claim" in error && typeof error.claim === "string" ? { claim: error.claim } : {};
    return { refusal: { reason: error.code, ...claim } };
  }
}

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
    return await within(SERVICE_DEADLINES.accessIdentity, runtime.getIdentity());
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The email address in an identity or in the claims of a token, or null. */
function emailIn(claims: unknown): string | null {
  if (typeof claims !== "object" || claims === null || !("email" in claims)) return null;
  return emailAddress.safeParse(claims.email).data ?? null;
}

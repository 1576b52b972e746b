import { createLocalJWKSet, errors, jwtVerify } from "jose";
import { ServiceError, serviceUnavailable } from "../../core/errors.ts";
import type { Log } from "../../platform/log.ts";
import type { CloudflareAccess } from "../../settings/cloudflare-access.ts";
import { publishedKeys } from "./cloudflare-keys.ts";

// Tokens and keys are as Cloudflare documents them:
// https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/

/** The header in which Access hands a signed token to what it protects. Anybody may send it. */
export const JWT_HEADER = "Cf-Access-Jwt-Assertion";

/** How far the clocks of Access and of this machine may be apart, in seconds. */
const CLOCK_TOLERANCE = 5;

/**
 * The claims of a token of Access, or why it is not valid: not signed with RS256 by a key that the team publishes,
 * of another issuer or for another application, expired or not valid yet. Throws `service_unavailable` if the keys
 * can't be had.
 */
export async function verifiedClaims(
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
    // Everything else is thrown for a published key that can't be used.
    if (!(error instanceof errors.JOSEError)) throw serviceUnavailable(error);
    // The reason, such as another audience, shows an operator what is configured wrongly. It holds nothing of the token.
    const claim = "claim" in error && typeof error.claim === "string" ? { claim: error.claim } : {};
    return { refusal: { reason: error.code, ...claim } };
  }
}

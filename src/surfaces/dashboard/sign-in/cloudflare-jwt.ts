import { createLocalJWKSet, errors, jwtVerify } from "jose";
import { ServiceError, serviceUnavailable } from "../../../ground/core/errors.ts";
import type { CloudflareAccess } from "../../../ground/platform/cloudflare-access.ts";
import type { Log } from "../../../ground/platform/log.ts";
import { publishedKeys } from "./cloudflare-keys.ts";

// Tokens and keys follow the documentation of Cloudflare:
// https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/

/** The header with the signed token of Access. Anyone can send it. */
export const JWT_HEADER = "Cf-Access-Jwt-Assertion";

/** The tolerated clock difference from Access, in seconds. */
const CLOCK_TOLERANCE = 5;

/**
 * The claims of an Access token, or why it is invalid: not signed with RS256 by a published key of the team, from another
 * issuer, for another application, expired, or not yet valid. Throws `service_unavailable` if the keys are unavailable.
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
    // Other errors come from an unusable published key.
    if (!(error instanceof errors.JOSEError)) throw serviceUnavailable(error);
    // The reason, such as a wrong audience, shows an operator what to fix. It contains nothing from the token.
    const claim = "claim" in error && typeof error.claim === "string" ? { claim: error.claim } : {};
    return { refusal: { reason: error.code, ...claim } };
  }
}

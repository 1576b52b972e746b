import { emailAddress } from "../../access/member.ts";
import { serviceUnavailable } from "../../core/errors.ts";
import { DEADLINES, within } from "../../platform/deadlines.ts";
import type { Log } from "../../platform/log.ts";
import type { AccessSettings } from "../../settings/access-settings.ts";
import { JWT_HEADER, verifiedClaims } from "./access-jwt.ts";

/** What sign-in depends on. */
export interface SignInDependencies {
  /** Null where no application of Cloudflare Access is configured: no token is valid then. */
  access: AccessSettings | null;
  now: () => Date;
  log: Log;
}

/**
 * The e-mail address, in lower case, that Cloudflare Access vouches for; null where nobody has signed in, which has to
 * be answered with 403. `context` is the runtime's context of the request. It is asked first, because nothing in a
 * request can forge what it says; then the signed token. No other header counts: anybody who reaches the Worker by a
 * way without Access can send `Cf-Access-Authenticated-User-Email`. A service token signs in no person, as it has no
 * address. Throws `service_unavailable` where it can't be found out.
 */
export async function signedInEmail(
  request: Request,
  context: object,
  { access, now, log }: SignInDependencies,
): Promise<string | null> {
  // Hono's type of the context leaves this property out.
  const runtime = (context as Pick<ExecutionContext, "access">).access;
  const identity = runtime && (await identityOf(runtime));
  const email = emailIn(identity);
  if (email !== null) return email;
  const token = request.headers.get(JWT_HEADER);
  if (token !== null && access !== null) return emailIn(await verifiedClaims(token, access, { now, log }));
  if (identity instanceof Error) throw serviceUnavailable(identity);
  return null;
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

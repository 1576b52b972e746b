import { HOUR_MS } from "../../ground/core/days.ts";
import { ServiceError } from "../../ground/core/errors.ts";
import { isToken, newToken, tokenHash } from "../../ground/core/ids.ts";
import type { Actor } from "../access/actor.ts";
import { findMemberships, getMember } from "../access/list-members.ts";
import { emailAddress } from "../access/member.ts";
import { requireOperator } from "../access/permissions.ts";
import type { Identity, Session } from "./identity.ts";
import { newSession, openMemberships, type SignInDependencies, signInActivities } from "./session.ts";

/** How long a one-time address can be used. */
export const ADDRESS_MINUTES = 20;
/** A person gets so many unused addresses in this time: more of those that somebody hands over than of those that are mailed. */
const LIMITS = { shown: 20, mailed: 5 };
export const ADDRESS_WINDOW_MS = HOUR_MS;

/** How an address reaches its person: `mailed` to their mailbox alone, or `shown` to the person who made it. */
type Delivery = keyof typeof LIMITS;

/** A new one-time address: `token` is the last part of its path, and is not stored. */
export interface OneTimeAddress extends Identity {
  token: string;
}

/** The URL of an address, below the sign-in page of the dashboard at `origin`. */
export const oneTimeUrl = (origin: string, { token }: Pick<OneTimeAddress, "token">): string =>
  `${origin}/dashboard/sign-in/${token}`;

/**
 * Makes an address that signs a member of the owner's organization in once. One that is shown to the owner opens only this
 * organization. Throws `not_found` and `rate_limited`.
 */
export async function makeMemberAddress(
  actor: Actor,
  { id, delivery }: { id: string; delivery: Delivery },
  dependencies: SignInDependencies,
): Promise<OneTimeAddress> {
  const { email, organizationId } = await getMember(actor, { id }, dependencies);
  const reach = delivery === "mailed" ? null : organizationId;
  return requireAddress(await store({ email, organizationId: reach }, delivery, dependencies));
}

/** Makes an address for any member: for the operator. Throws `not_found` and `rate_limited`. */
export async function makeAddress(
  actor: Actor,
  { email }: { email: string },
  dependencies: SignInDependencies,
): Promise<OneTimeAddress> {
  requireOperator(actor);
  const [membership] = await findMemberships(email, dependencies);
  if (!membership)
    throw new ServiceError("not_found", `No organization has a member with the address ${email}.`);
  return requireAddress(
    await store({ email: membership.email, organizationId: null }, "shown", dependencies),
  );
}

/**
 * Makes an address that is to be mailed to the person who asks for it. Returns null for somebody who is not a member, or who got
 * too many: the caller must not see the difference.
 */
export async function makeAskedAddress(
  { email }: { email: string },
  dependencies: SignInDependencies,
): Promise<OneTimeAddress | null> {
  const { data } = emailAddress.safeParse(email);
  if (data === undefined) return null;
  const [membership] = await findMemberships(data, dependencies);
  return membership ? store({ email: data, organizationId: null }, "mailed", dependencies) : null;
}

async function store(
  identity: Identity,
  delivery: Delivery,
  { sessions, now }: Pick<SignInDependencies, "sessions" | "now">,
): Promise<OneTimeAddress | null> {
  const token = newToken();
  const time = now().getTime();
  const [createdAt, expiresAt, since] = [time, time + ADDRESS_MINUTES * 60_000, time - ADDRESS_WINDOW_MS].map(
    (each) => new Date(each).toISOString(),
  ) as [string, string, string];
  const limit = { limit: LIMITS[delivery], since };
  const isStored = await sessions.addAddress(
    await tokenHash(token),
    identity,
    { createdAt, expiresAt },
    limit,
  );
  return isStored ? { ...identity, token } : null;
}

function requireAddress(made: OneTimeAddress | null): OneTimeAddress {
  if (made) return made;
  throw new ServiceError(
    "rate_limited",
    "This person got many addresses within an hour. Wait before you make another.",
    {
      retryAfterSeconds: ADDRESS_WINDOW_MS / 1000,
    },
  );
}

/** Whom the address with this token signs in; null if it was used, is too old or never existed. Uses nothing up. */
export const readAddress = async (
  token: string,
  { sessions, now }: Pick<SignInDependencies, "sessions" | "now">,
): Promise<Identity | null> => (isToken(token) ? sessions.findAddress(await tokenHash(token), now()) : null);

/**
 * Signs a person in by a one-time address, which is used up. Returns the session and the secret of its cookie; null if the
 * address can't be used.
 */
export async function signInByAddress(
  { token: addressToken, device }: { token: string; device: string },
  dependencies: SignInDependencies,
): Promise<{ session: Session; token: string } | null> {
  const { sessions, now } = dependencies;
  const identity = await readAddress(addressToken, dependencies);
  if (!identity) return null;
  // Somebody who was removed and added again is asked for a new address.
  if ((await openMemberships(identity, dependencies)).length === 0) return null;
  const { session, token, hash } = await newSession(identity, device, now());
  const signedIn = { field: "signedInBy", to: "one-time address" };
  const activities = await signInActivities(identity, signedIn, dependencies);
  const made = await sessions.startByAddress(await tokenHash(addressToken), { session, hash }, activities);
  return made && { session: made, token };
}

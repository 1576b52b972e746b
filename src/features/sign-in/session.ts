import { DAY_MS, HOUR_MS } from "../../ground/core/days.ts";
import { isToken, newId, newToken, tokenHash } from "../../ground/core/ids.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { memberActor } from "../access/actor.ts";
import { accessActivity } from "../access/key-activity.ts";
import { findMemberships } from "../access/list-members.ts";
import type { MemberStore, Membership } from "../access/member.ts";
import type { Activity, FieldChange } from "../writes/activity.ts";
import type { Identity, Session } from "./identity.ts";
import type { SessionStore } from "./session-store.ts";

export type SignInMethod = "passkey" | "one-time address";

/** A session ends so long after its last use, and so long after it began. */
const IDLE_MS = 30 * DAY_MS;
export const SESSION_MS = 90 * DAY_MS;
/** The use of a session is recorded once in this time, so that a request rarely writes. */
const RECORDED_EVERY = HOUR_MS;

/** The times between which a session must have begun and been used to be valid at `now`. */
export const sessionBounds = (now: Date): { begunAfter: string; usedAfter: string } => ({
  begunAfter: new Date(now.getTime() - SESSION_MS).toISOString(),
  usedAfter: new Date(now.getTime() - IDLE_MS).toISOString(),
});

export interface SignInDependencies {
  sessions: SessionStore;
  members: MemberStore;
  now: () => Date;
}

/** The organizations that the person is a member of and that are open, by name. */
export async function openMemberships(
  { email, organizationId }: Identity,
  dependencies: { members: MemberStore },
): Promise<Membership[]> {
  const memberships = await findMemberships(email, dependencies);
  return memberships.filter((each) => organizationId === null || each.organizationId === organizationId);
}

/** The activities that record something about a person's sign-in in each organization that it opens. */
export async function signInActivities(
  identity: Identity,
  change: FieldChange,
  { members, now }: Pick<SignInDependencies, "members" | "now">,
): Promise<Activity[]> {
  const author = { at: now().toISOString() };
  return (await openMemberships(identity, { members })).map((member) =>
    accessActivity(
      { ...author, actor: memberActor(member) },
      member.organizationId,
      { type: "member", id: member.id },
      [change],
    ),
  );
}

/** A new session that is not stored yet, with the secret of its cookie. */
export async function newSession(
  identity: Identity,
  device: string,
  now: Date,
): Promise<{ session: Session; token: string; hash: string }> {
  const token = newToken();
  const at = now.toISOString();
  const { email, organizationId } = identity;
  const session = { id: newId("ses", now), email, organizationId, device, createdAt: at, usedAt: at };
  return { session, token, hash: await tokenHash(token) };
}

/** The valid session with this token, or null. Throws `service_unavailable`. */
export async function findSession(
  token: string,
  { sessions, now, waitUntil }: Pick<SignInDependencies, "sessions" | "now"> & { waitUntil: WaitUntil },
): Promise<Session | null> {
  if (!isToken(token)) return null;
  const time = now();
  const session = await sessions.find(await tokenHash(token), time);
  if (session && time.getTime() - Date.parse(session.usedAt) > RECORDED_EVERY)
    waitUntil(sessions.recordUse(session.id, time));
  return session;
}

/** The person's sessions that are open where `identity` is, the last used first. */
export const listSessions = (
  identity: Identity,
  { sessions, now }: Pick<SignInDependencies, "sessions" | "now">,
): Promise<Session[]> => sessions.list(identity, now());

/** Ends one session of the person, or without an `id` all of them, from the next request on. */
export const endSessions = (
  identity: Identity,
  { id }: { id?: string | undefined },
  { sessions }: Pick<SignInDependencies, "sessions">,
): Promise<void> => sessions.end(identity, id ?? null);

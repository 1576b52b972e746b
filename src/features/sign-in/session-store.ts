import { allRows, firstRow, runBatch, runStatement, settle } from "../../ground/platform/d1.ts";
import type { Activity } from "../writes/activity.ts";
import { activityStatements } from "../writes/activity-statements.ts";
import type { Identity, Session } from "./identity.ts";
import { ADDRESS_WINDOW_MS } from "./one-time-address.ts";
import { sessionBounds } from "./session.ts";

const COLUMNS = `id, email, organization_id AS organizationId, device, created_at AS createdAt, used_at AS usedAt`;
const VALID = "created_at > ?2 AND used_at > ?3";
const FIND = `SELECT ${COLUMNS} FROM sessions WHERE token_hash = ?1 AND ${VALID}`;
/** The session with the id ?1. */
export const SESSION_BY_ID = `SELECT ${COLUMNS} FROM sessions WHERE id = ?1`;
const LIST = `SELECT ${COLUMNS} FROM sessions
  WHERE email = ?1 AND ${VALID} AND (?4 IS NULL OR organization_id = ?4) ORDER BY used_at DESC, id DESC LIMIT 100`;
const END = `DELETE FROM sessions
  WHERE email = ?1 AND (?2 IS NULL OR organization_id = ?2) AND (?3 IS NULL OR id = ?3)`;
const RECORD_USE = "UPDATE sessions SET used_at = ?2 WHERE id = ?1 AND used_at < ?2";
/** Makes a session of the person in a row of another table: what follows names it. */
export const INSERT_SESSION = `INSERT INTO sessions (id, token_hash, email, organization_id, device, created_at, used_at)
  SELECT ?1, ?2, email, organization_id, ?3, ?4, ?4`;
/** The address is used up by the same transaction that makes its session. */
const BY_ADDRESS = `${INSERT_SESSION} FROM one_time_addresses WHERE token_hash = ?5 AND expires_at > ?4`;
const USE_ADDRESS = "DELETE FROM one_time_addresses WHERE token_hash = ?1";
const FIND_ADDRESS = `SELECT email, organization_id AS organizationId FROM one_time_addresses
  WHERE token_hash = ?1 AND expires_at > ?2`;
/** Counted by reach, so that the owner of one organization uses up nothing of what opens others. */
const ADD_ADDRESS = `INSERT INTO one_time_addresses (token_hash, email, organization_id, created_at, expires_at)
  SELECT ?1, ?2, ?3, ?4, ?5
  WHERE ?6 > (SELECT count(*) FROM one_time_addresses WHERE email = ?2 AND organization_id IS ?3 AND created_at > ?7)`;

/** A new session with the hash of its token. */
export interface StoredSession {
  session: Session;
  hash: string;
}

/** Sessions and one-time addresses in D1, which has only hashes of their secrets. */
export type SessionStore = ReturnType<typeof sessionStore>;

/** The statements that record `activities`, if the session was made. */
export const sessionNotes = (
  db: D1Database,
  { id }: Session,
  activities: readonly Activity[],
): D1PreparedStatement[] =>
  activities.flatMap((activity) =>
    activityStatements(db, activity, { sql: "EXISTS (SELECT 1 FROM sessions WHERE id = ?)", values: [id] }),
  );

/** Each method may throw `service_unavailable`. */
export function sessionStore(db: D1Database) {
  const byId = (id: string): Promise<Session | null> => firstRow(db, SESSION_BY_ID, id);
  return {
    /** The session with this hash of its token, if it is valid at `now`. */
    find(hash: string, now: Date): Promise<Session | null> {
      const { begunAfter, usedAfter } = sessionBounds(now);
      return firstRow(db, FIND, hash, begunAfter, usedAfter);
    },
    byId,
    list({ email, organizationId }: Identity, now: Date): Promise<Session[]> {
      const { begunAfter, usedAfter } = sessionBounds(now);
      return allRows(db, LIST, email, begunAfter, usedAfter, organizationId);
    },
    async recordUse(id: string, now: Date): Promise<void> {
      await runStatement(db, RECORD_USE, id, now.toISOString());
    },
    async end({ email, organizationId }: Identity, id: string | null): Promise<void> {
      await runStatement(db, END, email, organizationId, id);
    },
    /** Whose address has this hash of its token, if it can be used at `now`; null otherwise. */
    findAddress: (hash: string, now: Date): Promise<Identity | null> =>
      firstRow(db, FIND_ADDRESS, hash, now.toISOString()),
    /** Stores an address, unless the person got `limit` since `since`. Returns whether it was stored. */
    async addAddress(
      hash: string,
      { email, organizationId }: Identity,
      times: { createdAt: string; expiresAt: string },
      { limit, since }: { limit: number; since: string },
    ): Promise<boolean> {
      const { createdAt, expiresAt } = times;
      const values = [hash, email, organizationId, createdAt, expiresAt, limit, since];
      return (await runStatement(db, ADD_ADDRESS, ...values)) > 0;
    },
    /** Turns the address with this hash into a session, once. Returns the session, or null if the address can't be used. */
    startByAddress(
      addressHash: string,
      { session, hash }: StoredSession,
      activities: readonly Activity[],
    ): Promise<Session | null> {
      const { id, device, createdAt } = session;
      const statements = [
        db.prepare(BY_ADDRESS).bind(id, hash, device, createdAt, addressHash),
        db.prepare(USE_ADDRESS).bind(addressHash),
        ...sessionNotes(db, session, activities),
        db.prepare(SESSION_BY_ID).bind(id),
      ];
      const write = async () => (await runBatch<Session>(db, statements)).at(-1)?.results[0] ?? null;
      return settle(write, () => byId(id));
    },
  };
}

/** Job: deletes what can no longer sign anybody in. Addresses stay while they count towards the limit of new ones. */
export async function forgetSignIns({ db, now }: { db: D1Database; now: () => Date }): Promise<void> {
  const time = now();
  const { begunAfter, usedAfter } = sessionBounds(time);
  const counted = new Date(time.getTime() - ADDRESS_WINDOW_MS).toISOString();
  await runBatch(db, [
    db.prepare("DELETE FROM one_time_addresses WHERE created_at < ?1").bind(counted),
    db.prepare("DELETE FROM passkey_challenges WHERE expires_at < ?1").bind(time.toISOString()),
    db.prepare("DELETE FROM sessions WHERE created_at < ?1 OR used_at < ?2").bind(begunAfter, usedAfter),
  ]);
}

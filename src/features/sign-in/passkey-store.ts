import { allRows, firstRow, isTaken, runBatch, runStatement, settle } from "../../ground/platform/d1.ts";
import type { Activity } from "../writes/activity.ts";
import { activityStatements } from "../writes/activity-statements.ts";
import type { Identity, Session } from "./identity.ts";
import { MAX_PASSKEYS, type Passkey, type PasskeyKey } from "./passkey.ts";

import { INSERT_SESSION, SESSION_BY_ID, type StoredSession, sessionNotes } from "./session-store.ts";

const COLUMNS = `id, email, organization_id AS organizationId, name, created_at AS createdAt, used_at AS usedAt`;
const OPEN = "email = ?1 AND (?2 IS NULL OR organization_id = ?2)";
const LIST = `SELECT ${COLUMNS} FROM passkeys WHERE ${OPEN} ORDER BY id`;
const CREDENTIALS = `SELECT credential_id AS id FROM passkeys WHERE ${OPEN}`;
const BY_CREDENTIAL = `SELECT ${COLUMNS}, credential_id AS credentialId, public_key AS publicKey, algorithm, counter
  FROM passkeys WHERE credential_id = ?1`;
/** Counted by reach: an owner in a colleague's name can use up only what opens the organization of that owner. */
const ADD = `INSERT INTO passkeys
    (id, email, organization_id, name, credential_id, public_key, algorithm, counter, created_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
  WHERE ${MAX_PASSKEYS} > (SELECT count(*) FROM passkeys WHERE email = ?2 AND organization_id IS ?3)`;
const EXISTS = "EXISTS (SELECT 1 FROM passkeys WHERE id = ?)";
/** Of two responses with one counter, the second one was copied. Authenticators without a counter send 0. */
const BY_PASSKEY = `${INSERT_SESSION} FROM passkeys WHERE id = ?5 AND (counter < ?6 OR ?6 = 0 AND counter = 0)`;
const RECORD_USE = `UPDATE passkeys SET counter = ?2, used_at = ?3
  WHERE id = ?1 AND EXISTS (SELECT 1 FROM sessions WHERE id = ?4)`;
const TAKE_CHALLENGE = "DELETE FROM passkey_challenges WHERE hash = ?1 AND email IS ?2 AND expires_at > ?3";

/** A passkey with what verifies its signatures. */
export interface StoredPasskey {
  passkey: Passkey;
  key: PasskeyKey;
}

/** Passkeys, and the challenges that they have to answer, in D1. */
export type PasskeyStore = ReturnType<typeof passkeyStore>;

/** Each method may throw `service_unavailable`. */
export function passkeyStore(db: D1Database) {
  const list = ({ email, organizationId }: Identity): Promise<Passkey[]> =>
    allRows(db, LIST, email, organizationId);
  return {
    list,
    async credentialIds({ email, organizationId }: Identity): Promise<string[]> {
      const rows = await allRows<{ id: string }>(db, CREDENTIALS, email, organizationId);
      return rows.map(({ id }) => id);
    },
    async findByCredential(credentialId: string): Promise<StoredPasskey | null> {
      const row = await firstRow<Passkey & PasskeyKey>(db, BY_CREDENTIAL, credentialId);
      if (!row) return null;
      const { publicKey, algorithm, counter, credentialId: id, ...passkey } = row;
      return { passkey, key: { credentialId: id, publicKey, algorithm, counter } };
    },
    async add(
      passkey: Passkey,
      { credentialId, publicKey, algorithm, counter }: PasskeyKey,
      activities: readonly Activity[],
    ): Promise<"added" | "known" | "full"> {
      const { id, email, organizationId, name, createdAt } = passkey;
      const values = [
        id,
        email,
        organizationId,
        name,
        credentialId,
        publicKey,
        algorithm,
        counter,
        createdAt,
      ];
      const statements = [
        db.prepare(ADD).bind(...values),
        ...activities.flatMap((activity) => activityStatements(db, activity, { sql: EXISTS, values: [id] })),
      ];
      const isThere = async () => (await list(passkey)).some((each) => each.id === id);
      try {
        await settle(
          () => runBatch(db, statements),
          async () => ((await isThere()) ? [] : null),
        );
      } catch (error) {
        if (isTaken(error, "passkeys.credential_id")) return "known";
        throw error;
      }
      return (await isThere()) ? "added" : "full";
    },
    async rename(id: string, name: string): Promise<void> {
      await runStatement(db, "UPDATE passkeys SET name = ?2 WHERE id = ?1", id, name);
    },
    async remove(id: string, activities: readonly Activity[]): Promise<void> {
      await runBatch(db, [
        ...activities.flatMap((activity) => activityStatements(db, activity, { sql: EXISTS, values: [id] })),
        db.prepare("DELETE FROM passkeys WHERE id = ?1").bind(id),
      ]);
    },
    /** Makes a session by a passkey, unless another response with this counter came first; then returns null. */
    startSession(
      { passkey: { id: passkeyId } }: StoredPasskey,
      counter: number,
      { session, hash }: StoredSession,
      activities: readonly Activity[],
    ): Promise<Session | null> {
      const { id, device, createdAt } = session;
      const statements = [
        db.prepare(BY_PASSKEY).bind(id, hash, device, createdAt, passkeyId, counter),
        db.prepare(RECORD_USE).bind(passkeyId, counter, createdAt, id),
        ...sessionNotes(db, session, activities),
        db.prepare(SESSION_BY_ID).bind(id),
      ];
      const write = async () => (await runBatch<Session>(db, statements)).at(-1)?.results[0] ?? null;
      return settle(write, () => firstRow<Session>(db, SESSION_BY_ID, id));
    },
    async addChallenge(hash: string, email: string | null, expiresAt: string): Promise<void> {
      await runStatement(
        db,
        "INSERT INTO passkey_challenges (hash, email, expires_at) VALUES (?1, ?2, ?3)",
        hash,
        email,
        expiresAt,
      );
    },
    /** Deletes the challenge, so that it is answered once. Returns whether it was there. */
    takeChallenge: async (hash: string, email: string | null, now: Date): Promise<boolean> =>
      (await runStatement(db, TAKE_CHALLENGE, hash, email, now.toISOString())) > 0,
  };
}

import { onD1 } from "../platform/d1.ts";
import type { PageLanguage } from "../short-links/choice.ts";
import { MAX_RECIPIENTS, type NewMail, type Recipient } from "./mail.ts";
import { ADDRESS, queueMail } from "./mail-statements.ts";

interface RecipientRow {
  organization_id: string;
  id: string;
  address: string | null;
  is_member: number;
  language: PageLanguage;
  origin: string;
  confirmed_at: string | null;
  stopped_because: "unsubscribed" | "bounced" | null;
}

const fromRow = (row: RecipientRow): Recipient => ({
  organizationId: row.organization_id,
  id: row.id,
  email: row.address,
  isMember: row.is_member === 1,
  language: row.language,
  origin: row.origin,
  problem:
    row.address === null
      ? "not_member"
      : (row.stopped_because ?? (row.confirmed_at === null ? "unconfirmed" : null)),
});

const SELECT = `SELECT r.organization_id, r.id, ${ADDRESS} AS address, r.email IS NULL AS is_member, r.language, r.origin,
    r.confirmed_at, r.stopped_because
  FROM mail_recipients AS r WHERE r.organization_id = ?1`;
const INSERT = `INSERT INTO mail_recipients (organization_id, id, email, language, origin, created_at, confirmed_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, iif(?3 IS NULL, ?6, NULL)
  WHERE (SELECT count(*) FROM mail_recipients WHERE organization_id = ?1) < ${MAX_RECIPIENTS}
    OR EXISTS (SELECT 1 FROM mail_recipients WHERE organization_id = ?1 AND id = ?2)
  ON CONFLICT (organization_id, id) DO UPDATE SET language = excluded.language, origin = excluded.origin`;
const OF_TOKEN = "(SELECT organization_id, recipient_id FROM mails WHERE token_hash = ?1)";
const CONFIRM = `UPDATE mail_recipients SET confirmed_at = coalesce(confirmed_at, ?2)
  WHERE (organization_id, id) = (SELECT organization_id, recipient_id FROM mails
    WHERE token_hash = ?1 AND kind = 'confirmation')`;
const STOP = `UPDATE mail_recipients SET stopped_because = coalesce(stopped_because, 'unsubscribed'),
    stopped_at = coalesce(stopped_at, ?2) WHERE (organization_id, id) = ${OF_TOKEN}`;
const RESUME = `UPDATE mail_recipients SET stopped_because = NULL, stopped_at = NULL
  WHERE (organization_id, id) = ${OF_TOKEN} AND stopped_because = 'unsubscribed'`;
const BY_TOKEN = `SELECT mails.kind, mails.cause, mails.organization_id AS organizationId, r.language,
    organizations.name AS organizationName, r.stopped_because IS NULL AND ${ADDRESS} IS NOT NULL AS isReached
  FROM mails JOIN mail_recipients AS r ON (r.organization_id, r.id) = (mails.organization_id, mails.recipient_id)
    JOIN organizations ON organizations.id = mails.organization_id
  WHERE mails.token_hash = ?1`;

/** A mail as what its links open needs it. */
export interface LinkedMail {
  kind: NewMail["kind"];
  cause: string;
  organizationId: string;
  /** 1 if the recipient still gets mail. */
  isReached: number;
  language: PageLanguage;
  organizationName: string;
}

/** Recipients of mail, in D1. Each call may throw `service_unavailable`. */
export type RecipientStore = ReturnType<typeof recipientStore>;

/** The recipients in `db`. */
export function recipientStore(db: D1Database) {
  const read = async (sql: string, ...values: string[]): Promise<Recipient[]> => {
    const { results } = await onD1(() =>
      db
        .prepare(sql)
        .bind(...values)
        .all<RecipientRow>(),
    );
    return results.map(fromRow);
  };
  const write = async (sql: string, ...values: string[]): Promise<boolean> => {
    const { meta } = await onD1(() =>
      db
        .prepare(sql)
        .bind(...values)
        .run(),
    );
    return meta.changes > 0;
  };
  return {
    /** The recipients of an organization, the oldest first. */
    list: (organizationId: string) => read(`${SELECT} ORDER BY r.created_at, r.id`, organizationId),
    async find(organizationId: string, id: string): Promise<Recipient | null> {
      return (await read(`${SELECT} AND r.id = ?2`, organizationId, id))[0] ?? null;
    },
    async findByEmail(organizationId: string, email: string): Promise<Recipient | null> {
      return (await read(`${SELECT} AND r.email = ?2`, organizationId, email))[0] ?? null;
    },
    /**
     * Adds a recipient, or changes its language and the origin of its URLs, and queues the mail that asks an address. Has no
     * effect if the organization has MAX_RECIPIENTS, or another recipient has the address.
     */
    async put(
      { organizationId, id, email, isMember, language, origin }: Recipient,
      confirmation: NewMail | null,
      now: Date,
    ): Promise<void> {
      const values = [organizationId, id, isMember ? null : email, language, origin, now.toISOString()];
      await onD1(() =>
        db.batch([
          db.prepare(INSERT).bind(...values),
          ...(confirmation ? [queueMail(db, confirmation, now)] : []),
        ]),
      );
    },
    /** The mail with this hash of a token. */
    findByToken: (hash: string): Promise<LinkedMail | null> =>
      onD1(() => db.prepare(BY_TOKEN).bind(hash).first<LinkedMail>()),
    /** Confirms the address that a mail asked. Returns whether there is such a mail. */
    confirm: (hash: string, now: Date) => write(CONFIRM, hash, now.toISOString()),
    /** Ends the mail of an organization to the recipient of this mail. Returns whether there is such a mail. */
    unsubscribe: (hash: string, now: Date) => write(STOP, hash, now.toISOString()),
    /** Undoes `unsubscribe`. Returns whether there was anything to undo. */
    resume: (hash: string) => write(RESUME, hash),
  };
}

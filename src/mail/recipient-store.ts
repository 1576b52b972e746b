import { onD1 } from "../platform/d1.ts";
import type { PageLanguage } from "../short-links/choice.ts";
import { MAX_RECIPIENTS, type NewMail, type Recipient, type RecipientProblem } from "./mail.ts";
import { ADDRESS, PROBLEM, queueMail } from "./mail-statements.ts";

const fromRow = ({ isMember, ...row }: RecipientRow): Recipient => ({ ...row, isMember: isMember === 1 });
type RecipientRow = Omit<Recipient, "isMember"> & { isMember: number };

const SELECT = `SELECT r.organization_id AS organizationId, r.id, ${ADDRESS} AS email, r.email IS NULL AS isMember, r.language,
    r.origin, ${PROBLEM} AS problem
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
const RESUME = `UPDATE mail_recipients SET stopped_because = NULL, stopped_at = NULL, confirmed_at = coalesce(confirmed_at, ?2)
  WHERE (organization_id, id) = ${OF_TOKEN} AND coalesce(stopped_because, 'unsubscribed') = 'unsubscribed'`;
const BY_TOKEN = `SELECT mails.kind, mails.cause, mails.organization_id AS organizationId, r.language,
    organizations.name AS organizationName, ${PROBLEM} AS problem
  FROM mails JOIN mail_recipients AS r ON (r.organization_id, r.id) = (mails.organization_id, mails.recipient_id)
    JOIN organizations ON organizations.id = mails.organization_id
  WHERE mails.token_hash = ?1`;

/** A mail as what its links open needs it. */
export interface LinkedMail {
  kind: NewMail["kind"];
  cause: string;
  organizationId: string;
  /** Why its recipient gets no mail; null if it does. */
  problem: RecipientProblem | null;
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
  const write = (sql: string, hash: string, now: Date): Promise<unknown> =>
    onD1(() => db.prepare(sql).bind(hash, now.toISOString()).run());
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
    /** Confirms the address that the mail with this hash of a token asked. */
    confirm: (hash: string, now: Date) => write(CONFIRM, hash, now),
    /** Ends the mail of an organization to the recipient of this mail. */
    unsubscribe: (hash: string, now: Date) => write(STOP, hash, now),
    /** Undoes `unsubscribe`, and confirms the address: who wants mail again consents to it. */
    resume: (hash: string, now: Date) => write(RESUME, hash, now),
  };
}

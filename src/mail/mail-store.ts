import { DAY_MS } from "../core/days.ts";
import { newId } from "../core/ids.ts";
import { onD1 } from "../platform/d1.ts";
import type { PageLanguage } from "../short-links/choice.ts";
import type { MailContent, MailKind } from "./mail.ts";
import { ADDRESS } from "./mail-statements.ts";

/** A mail that a run is sending, with its recipient as it is now. */
export interface LeasedMail {
  id: string;
  kind: MailKind;
  content: MailContent;
  /** With this one. */
  attempts: number;
  /** The hash of the token that only this attempt has. */
  hash: string;
  language: PageLanguage;
  origin: string;
  organizationName: string;
  /** Null for a member who was removed. */
  address: string | null;
  /** Why the recipient gets no mail any longer. */
  problem: "unsubscribed" | "bounced" | null;
}

/** The result of an attempt. */
export interface MailOutcome {
  state: "pending" | "sent" | "failed";
  /** Null if it was sent. */
  code: string | null;
  attempts: number;
  nextAttemptAt: string | null;
  /** Whether the recipient gets no further mail. */
  bounced: boolean;
}

/** A mail as screens show it. */
export interface StoredMail {
  recipientId: string;
  cause: string;
  state: MailOutcome["state"];
  code: string | null;
  createdAt: string;
  sentAt: string | null;
}

/** After so many milliseconds, a mail of a run that died is due again. */
const LEASE_MS = 5 * 60_000;
/** An older mail is no news any longer: mail was off, or over its limits. */
const MAX_AGE_MS = 2 * DAY_MS;

const LEASE = `UPDATE mails SET token_hash = ?1, attempts = attempts + 1, next_attempt_at = ?3
  WHERE id = (SELECT id FROM mails WHERE next_attempt_at <= ?2 AND created_at >= ?4 ORDER BY next_attempt_at LIMIT 1)`;
const LEASED = `SELECT mails.id, mails.kind, mails.content, mails.attempts, mails.token_hash AS hash, r.language, r.origin,
    organizations.name AS organizationName, ${ADDRESS} AS address, r.stopped_because AS problem
  FROM mails JOIN mail_recipients AS r ON (r.organization_id, r.id) = (mails.organization_id, mails.recipient_id)
    JOIN organizations ON organizations.id = mails.organization_id
  WHERE mails.token_hash = ?1 AND mails.state = 'pending'`;
const RECORD = `UPDATE mails SET state = ?3, code = ?4, attempts = ?5, next_attempt_at = ?6,
    sent_at = iif(?3 = 'sent', ?7, NULL), content = iif(?3 = 'pending', content, '{}')
  WHERE id = ?1 AND token_hash = ?2`;
const BOUNCE = `UPDATE mail_recipients SET stopped_because = 'bounced', stopped_at = ?3
  WHERE stopped_because IS NULL
    AND (organization_id, id) = (SELECT organization_id, recipient_id FROM mails WHERE id = ?1 AND token_hash = ?2)`;
const TOO_OLD = `UPDATE mails SET state = 'failed', code = coalesce(code, 'too_old'), next_attempt_at = NULL, content = '{}'
  WHERE id IN (SELECT id FROM mails WHERE next_attempt_at IS NOT NULL AND created_at < ?1 LIMIT 100)`;
const FORGET = "DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE id < ?1 LIMIT 1000)";
const LATEST = `SELECT recipient_id AS recipientId, cause, state, code, created_at AS createdAt, sent_at AS sentAt
  FROM mails WHERE organization_id = ?1 AND kind = ?2 AND cause >= ?3 AND cause < ?3 || '~' ORDER BY id DESC LIMIT ?4`;

/** The mails on their way, and their results, in D1. Each call may throw `service_unavailable`. */
export type MailStore = ReturnType<typeof mailStore>;

/** The mails in `db`. */
export function mailStore(db: D1Database) {
  return {
    /** Takes the mail that has been due for longest, with the hash of its token; null if no mail is due. */
    async lease(hash: string, now: Date): Promise<LeasedMail | null> {
      const [time, until] = [now.toISOString(), new Date(now.getTime() + LEASE_MS).toISOString()];
      const oldest = new Date(now.getTime() - MAX_AGE_MS).toISOString();
      const [, read] = await onD1(() =>
        db.batch<Omit<LeasedMail, "content"> & { content: string }>([
          db.prepare(LEASE).bind(hash, time, until, oldest),
          db.prepare(LEASED).bind(hash),
        ]),
      );
      const row = read?.results[0];
      // Only `queueMail` writes contents.
      return row ? { ...row, content: JSON.parse(row.content) as MailContent } : null;
    },
    /** Records the result of an attempt, unless a later attempt has begun. */
    async record({ id, hash }: LeasedMail, outcome: MailOutcome, now: Date): Promise<void> {
      const { state, code, attempts, nextAttemptAt, bounced } = outcome;
      const at = now.toISOString();
      await onD1(() =>
        db.batch([
          ...(bounced ? [db.prepare(BOUNCE).bind(id, hash, at)] : []),
          db.prepare(RECORD).bind(id, hash, state, code, attempts, nextAttemptAt, at),
        ]),
      );
    },
    /** Deletes mails from before `time`, and gives up those that are too old to be sent. */
    async forget(time: Date, now: Date): Promise<void> {
      const first = newId("eml", time, (length) => new Uint8Array(length));
      const oldest = new Date(now.getTime() - MAX_AGE_MS).toISOString();
      await onD1(() => db.batch([db.prepare(TOO_OLD).bind(oldest), db.prepare(FORGET).bind(first)]));
    },
    /** The newest mails of a kind of an organization whose causes begin with `cause`. */
    latest: (organizationId: string, kind: MailKind, cause: string, limit: number): Promise<StoredMail[]> =>
      onD1(async () => {
        const statement = db.prepare(LATEST).bind(organizationId, kind, cause, limit);
        return (await statement.all<StoredMail>()).results;
      }),
  };
}

import { DAY_MS } from "../../ground/core/days.ts";
import { newId } from "../../ground/core/ids.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { allRows, firstRow, runBatch } from "../../ground/platform/d1.ts";
import { ALWAYS, type Guard, guardSql } from "../../ground/platform/guard.ts";
import { CONFIRMATION, type MailContent, type NewMail, type RecipientProblem } from "./mail.ts";

/** The address of a recipient with this alias; NULL for a member who was removed. */
export const addressOf = (
  alias: string,
): string => `coalesce(${alias}.email, (SELECT members.email FROM members
  WHERE members.id = ${alias}.id AND members.organization_id = ${alias}.organization_id))`;

/** Why a recipient `r` gets no mail, as a `RecipientProblem`; NULL if it does. */
export const PROBLEM = `CASE WHEN ${addressOf("r")} IS NULL THEN 'not_member' WHEN r.stopped_because IS NOT NULL THEN r.stopped_because
  WHEN r.confirmed_at IS NULL THEN iif(EXISTS (SELECT 1 FROM mails AS asking WHERE asking.organization_id = r.organization_id
    AND asking.recipient_id = r.id AND asking.cause = '${CONFIRMATION}' AND coalesce(asking.next_attempt_at, asking.sent_at) IS NULL), 'not_asked', 'unconfirmed') END`;

const QUEUE = (guard: Guard) => `INSERT INTO mails
    (id, organization_id, recipient_id, cause, content, attempts, next_attempt_at, created_at)
  SELECT ?1, ?2, ?3, ?4, ?5, 0, ?6, ?6
  WHERE EXISTS (SELECT 1 FROM mail_recipients AS r WHERE r.organization_id = ?2 AND r.id = ?3 AND ${PROBLEM} IS NULL)
    AND ${guardSql(guard, 7)}
  ON CONFLICT (organization_id, recipient_id, cause) DO NOTHING`;

/**
 * The statement that queues a mail in the transaction of a change, if `guard` is true. It has no effect if the recipient got a
 * mail for this cause, or gets no mail.
 */
export const queueMail = (
  db: D1Database,
  { organizationId, recipientId, cause, content }: NewMail,
  now: Date,
  guard: Guard = ALWAYS,
): D1PreparedStatement =>
  db
    .prepare(QUEUE(guard))
    .bind(
      newId("eml", now),
      organizationId,
      recipientId,
      cause,
      JSON.stringify(content),
      now.toISOString(),
      ...guard.values,
    );

/** The mail with a token, and its recipient as it is now. */
export interface TokenMail {
  id: string;
  organizationId: string;
  recipientId: string;
  organizationName: string;
  cause: string;
  content: MailContent;
  attempts: number;
  hash: string;
  language: PageLanguage;
  origin: string;
  /** Null for a member who was removed. */
  address: string | null;
  /** Why the recipient gets no mail; one that is asked is unconfirmed. */
  problem: RecipientProblem | null;
}

/** The result of an attempt. */
export interface MailOutcome {
  /** Null if the mail was sent. */
  code: string | null;
  attempts: number;
  /** Null if there is no other attempt. */
  nextAttemptAt: string | null;
  /** Whether the recipient gets no further mail. */
  bounced: boolean;
}

/** A mail as screens show it. */
export interface StoredMail {
  recipientId: string;
  cause: string;
  state: "pending" | "sent" | "failed";
  code: string | null;
  sentAt: string | null;
}

/** After so many milliseconds, a mail of a run that died is due again. */
const LEASE_MS = 5 * 60_000;
/** An older mail is no news any longer: mail was off, or over its limits. */
const MAX_AGE_MS = 2 * DAY_MS;
/** Attempts until a mail has failed, also if runs die: the last one is 17 hours after the first. */
export const MAX_ATTEMPTS = 11;

const LEASE = `UPDATE mails SET former_hash = token_hash, token_hash = ?1, attempts = attempts + 1, next_attempt_at = ?3
  WHERE id = (SELECT id FROM mails WHERE next_attempt_at <= ?2 AND created_at >= ?4 AND attempts < ${MAX_ATTEMPTS}
    ORDER BY next_attempt_at LIMIT 1)`;
const BY_TOKEN = `SELECT mails.id, mails.organization_id AS organizationId, recipient_id AS recipientId,
    organizations.name AS organizationName, mails.cause,
    mails.content, mails.attempts, mails.token_hash AS hash, r.language, r.origin, ${addressOf("r")} AS address,
    ${PROBLEM} AS problem
  FROM mails JOIN mail_recipients AS r ON (r.organization_id, r.id) = (mails.organization_id, mails.recipient_id)
    JOIN organizations ON organizations.id = mails.organization_id
  WHERE mails.id IN (SELECT id FROM mails WHERE token_hash = ?1 UNION ALL SELECT id FROM mails WHERE former_hash = ?1)`;
const RECORD = `UPDATE mails SET code = ?3, attempts = ?4, next_attempt_at = ?5, sent_at = iif(?3 IS NULL, ?6, NULL),
    content = iif(?5 IS NULL, '{}', content)
  WHERE id = ?1 AND token_hash = ?2`;
const BOUNCE = `UPDATE mail_recipients SET stopped_because = 'bounced' WHERE stopped_because IS NULL
    AND (organization_id, id) = (SELECT organization_id, recipient_id FROM mails WHERE id = ?1 AND token_hash = ?2)`;
const GIVE_UP = `UPDATE mails SET code = coalesce(code, iif(created_at < ?1, 'too_old', 'no_response')), next_attempt_at = NULL,
    content = '{}'
  WHERE id IN (SELECT id FROM mails WHERE next_attempt_at IS NOT NULL
    AND (created_at < ?1 OR attempts >= ${MAX_ATTEMPTS} AND next_attempt_at <= ?2) LIMIT 100)`;
/** Those that ask stay, so that nobody is asked twice. */
const FORGET = `DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE id < ?1 AND cause <> '${CONFIRMATION}' LIMIT 1000)`;
const LATEST = `SELECT recipient_id AS recipientId, cause, code, sent_at AS sentAt,
    iif(next_attempt_at IS NOT NULL, 'pending', iif(sent_at IS NULL, 'failed', 'sent')) AS state
  FROM mails WHERE organization_id = ?1 AND cause >= ?2 AND cause < ?2 || '~' ORDER BY id DESC LIMIT ?3`;

/** The mails on their way, and their results, in D1. */
export type MailStore = ReturnType<typeof mailStore>;

export function mailStore(db: D1Database) {
  const oldest = (now: Date): string => new Date(now.getTime() - MAX_AGE_MS).toISOString();
  // Only our own statements write contents.
  const mailIn = (row: (Omit<TokenMail, "content"> & { content: string }) | null | undefined) =>
    row ? { ...row, content: JSON.parse(row.content) as MailContent } : null;
  return {
    /** Takes the mail that has been due for longest, with the hash of its token; null if no mail is due. */
    async lease(hash: string, now: Date): Promise<TokenMail | null> {
      const until = new Date(now.getTime() + LEASE_MS).toISOString();
      const lease = db.prepare(LEASE).bind(hash, now.toISOString(), until, oldest(now));
      const [, read] = await runBatch<Omit<TokenMail, "content"> & { content: string }>(db, [
        lease,
        db.prepare(BY_TOKEN).bind(hash),
      ]);
      return mailIn(read?.results[0]);
    },
    /** The mail with this hash of a token, in its last attempt or the one before. */
    findByToken: async (hash: string): Promise<TokenMail | null> =>
      mailIn(await firstRow(db, BY_TOKEN, hash)),
    /** Records the result of an attempt, unless a later attempt has begun. */
    async record(
      { id, hash }: TokenMail,
      { code, attempts, nextAttemptAt, bounced }: MailOutcome,
      now: Date,
    ): Promise<void> {
      const record = db.prepare(RECORD).bind(id, hash, code, attempts, nextAttemptAt, now.toISOString());
      await runBatch(db, [...(bounced ? [db.prepare(BOUNCE).bind(id, hash)] : []), record]);
    },
    /** Deletes mails from before `time`, and gives up those that are too old, or whose runs died. */
    async forget(time: Date, now: Date): Promise<void> {
      const first = newId("eml", time, (length) => new Uint8Array(length));
      const giveUp = db.prepare(GIVE_UP).bind(oldest(now), now.toISOString());
      await runBatch(db, [giveUp, db.prepare(FORGET).bind(first)]);
    },
    /** The newest mails of an organization whose causes begin with `cause`. */
    latest: (organizationId: string, cause: string, limit: number): Promise<StoredMail[]> =>
      allRows<StoredMail>(db, LATEST, organizationId, cause, limit),
  };
}

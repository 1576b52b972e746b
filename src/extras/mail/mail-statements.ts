import { newId } from "../../ground/core/ids.ts";
import { ALWAYS, type Guard, guardSql } from "../../ground/platform/guard.ts";
import { CONFIRMATION, type NewMail } from "./mail.ts";

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
      ...[newId("eml", now), organizationId, recipientId, cause, JSON.stringify(content)],
      ...[now.toISOString(), ...guard.values],
    );

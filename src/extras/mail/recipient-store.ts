import type { MemberActor, Projects } from "../../features/access/actor.ts";
import { emailAddress } from "../../features/access/member.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { DAY_MS } from "../../ground/core/days.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { newId } from "../../ground/core/ids.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { allRows, runBatch, runStatement } from "../../ground/platform/d1.ts";
import {
  CONFIRMATION,
  MAX_ASKED_PER_DAY,
  MAX_RECIPIENTS,
  type MailSender,
  type NewMail,
  type Recipient,
} from "./mail.ts";
import { addressOf, PROBLEM } from "./mail-store.ts";

const LIST = `SELECT r.organization_id AS organizationId, r.id, ${addressOf("r")} AS email, r.language, r.origin,
    ${PROBLEM} AS problem, (SELECT coalesce(members.projects, '"all"') FROM members
      WHERE members.id = r.id AND members.organization_id = r.organization_id) AS projects
  FROM mail_recipients AS r WHERE r.organization_id = ?1 ORDER BY r.created_at, r.id`;

/** An address without the part behind a plus, which most mail servers ignore. */
const mailbox = (email: string): string =>
  `iif(instr(${email}, '+') > 0, substr(${email}, 1, instr(${email}, '+') - 1) || substr(${email}, instr(${email}, '@')), ${email})`;
/** Whether an address may be asked: ?5 is now, ?6 a day before. A mailbox that has not consented is not asked by another name. */
const MAY_BE_ASKED = `?8 AND ${MAX_ASKED_PER_DAY} > (SELECT count(*) FROM mails
    WHERE organization_id = ?1 AND cause = '${CONFIRMATION}' AND created_at > ?6)
  AND NOT EXISTS (SELECT 1 FROM mail_recipients AS r
    WHERE r.organization_id = ?1 AND ${mailbox("r.email")} = ${mailbox("?2")} AND ${PROBLEM} IS NOT NULL)`;
/** A member who wanted no mail as an address wants none as a member. Recipients who get none any longer leave their places. */
const PUT = `INSERT INTO mail_recipients
    (organization_id, id, email, language, origin, created_at, confirmed_at, stopped_because)
  SELECT ?1, coalesce(m.id, known.id, ?7), iif(m.id IS NULL, ?2, NULL), ?3, ?4, ?5, iif(m.id IS NULL, NULL, ?5),
    known.stopped_because
  FROM (SELECT 1) LEFT JOIN members AS m ON m.organization_id = ?1 AND m.email = ?2
    LEFT JOIN mail_recipients AS known ON known.organization_id = ?1 AND known.email = ?2
  WHERE EXISTS (SELECT 1 FROM mail_recipients WHERE organization_id = ?1 AND id = coalesce(m.id, known.id))
    OR ${MAX_RECIPIENTS} > (SELECT count(*) FROM mail_recipients AS r
        WHERE r.organization_id = ?1 AND r.stopped_because IS NULL AND ${addressOf("r")} IS NOT NULL)
      AND (m.id IS NOT NULL OR ${MAY_BE_ASKED})
  ON CONFLICT (organization_id, id) DO UPDATE SET language = excluded.language, origin = excluded.origin`;
/** Asks again only if the mail that asked was never accepted. */
const ASK = `INSERT INTO mails (id, organization_id, recipient_id, cause, content, attempts, next_attempt_at, created_at)
  SELECT ?4, organization_id, id, '${CONFIRMATION}', '{}', 0, ?3, ?3 FROM mail_recipients
  WHERE organization_id = ?1 AND email = ?2 AND confirmed_at IS NULL AND stopped_because IS NULL
    AND NOT EXISTS (SELECT 1 FROM members WHERE organization_id = ?1 AND email = ?2)
  ON CONFLICT (organization_id, recipient_id, cause) DO UPDATE SET attempts = 0, next_attempt_at = excluded.next_attempt_at,
    created_at = excluded.created_at WHERE coalesce(next_attempt_at, sent_at) IS NULL`;

const CONFIRM = `UPDATE mail_recipients SET confirmed_at = coalesce(confirmed_at, ?3) WHERE organization_id = ?1 AND id = ?2`;
/** A recipient, also as a member or an address beside. */
const ALL_OF = `organization_id = ?1 AND id IN (SELECT twin.id FROM mail_recipients AS r JOIN mail_recipients AS twin
  ON twin.organization_id = r.organization_id AND ${addressOf("twin")} = ${addressOf("r")}
  WHERE r.organization_id = ?1 AND r.id = ?2)`;
const STOP = `UPDATE mail_recipients SET stopped_because = coalesce(stopped_because, 'unsubscribed') WHERE ${ALL_OF}`;
const RESUME = `UPDATE mail_recipients SET stopped_because = NULL, confirmed_at = coalesce(confirmed_at, ?3)
  WHERE ${ALL_OF} AND coalesce(stopped_because, 'unsubscribed') = 'unsubscribed'`;

type Addressee = Pick<NewMail, "organizationId" | "recipientId">;

/** Recipients of mail, in D1. */
export type RecipientStore = ReturnType<typeof recipientStore>;

export function recipientStore(db: D1Database) {
  const write = async (sql: string, { organizationId, recipientId }: Addressee, ...rest: string[]) => {
    await runStatement(db, sql, organizationId, recipientId, ...rest);
  };
  return {
    /** The recipients of an organization, the oldest first. */
    async list(organizationId: string): Promise<Recipient[]> {
      type Row = Omit<Recipient, "projects"> & { projects: string | null };
      const results = await allRows<Row>(db, LIST, organizationId);
      // As access/ wrote it.
      return results.map((row) => ({
        ...row,
        projects: JSON.parse(row.projects ?? "null") as Projects | null,
      }));
    },
    /**
     * Adds members and other addresses, or changes their language and the origin of their URLs, and queues the mails that ask
     * addresses, if `mayAsk`. Has no effect for an address that may not be asked, or at the limit of addresses.
     */
    async put(
      { organizationId, language, origin }: Pick<Recipient, "organizationId" | "language" | "origin">,
      addresses: readonly string[],
      mayAsk: boolean,
      now: Date,
    ): Promise<void> {
      const [at, before] = [now, new Date(now.getTime() - DAY_MS)].map((time) => time.toISOString());
      const statements = addresses.flatMap((email) => [
        db
          .prepare(PUT)
          .bind(organizationId, email, language, origin, at, before, newId("rcp", now), mayAsk ? 1 : 0),
        db.prepare(ASK).bind(organizationId, email, at, newId("eml", now)),
      ]);
      await runBatch(db, statements);
    },
    confirm: (mail: Addressee, now: Date) => write(CONFIRM, mail, now.toISOString()),
    /** Ends the mail of an organization to a recipient. */
    unsubscribe: (mail: Addressee) => write(STOP, mail),
    /** Undoes `unsubscribe`, and confirms the address: who wants mail again consents to it. */
    resume: (mail: Addressee, now: Date) => write(RESUME, mail, now.toISOString()),
  };
}

/**
 * Adds recipients of mail: members of the actor's organization, and other addresses, each of which gets one mail that asks
 * for confirmation, now or never again. Known recipients get the language. Throws `validation_failed` for `recipients` and
 * `quota_exceeded`.
 */
export async function addRecipients(
  actor: MemberActor,
  { addresses, language, origin }: { addresses: readonly string[]; language: PageLanguage; origin: string },
  dependencies: { recipients: RecipientStore; mailSender: MailSender | null; now: () => Date },
): Promise<Recipient[]> {
  requireScope(actor, "links:write");
  const { recipients, mailSender, now } = dependencies;
  const parsed = addresses.map((email) => ({ email, ...emailAddress.safeParse(email) }));
  requireNone(parsed.flatMap(({ email, error }) => (error ? [[email, error.issues[0]?.message]] : [])));
  const emails = parsed.flatMap(({ data }) => data ?? []);
  if (emails.length === 0) return [];
  const { organizationId } = actor;
  await recipients.put({ organizationId, language, origin }, emails, mailSender !== null, now());
  const all = await recipients.list(organizationId);
  // Who became a member may be both.
  const [others, members] = [all.filter((each) => !each.projects), all.filter((each) => each.projects)];
  const stored = new Map([...others, ...members].map((each) => [each.email, each]));
  const missing = emails.filter((email) => !stored.has(email));
  if (mailSender === null)
    requireNone(missing.map((email) => [email, "can't be asked, because this service sends no mail"]));
  if (missing.length > 0)
    throw new ServiceError(
      "quota_exceeded",
      `An organization can have ${MAX_RECIPIENTS} recipients of mail, and asks at most ${MAX_ASKED_PER_DAY} addresses a day, each mailbox once.`,
    );
  return emails.flatMap((email) => stored.get(email) ?? []);
}

/** Throws unless no address has a problem. */
function requireNone(problems: readonly [email: string, message: string | undefined][]): void {
  const messages = problems.map(([email, message]) => `can't include ${email}: it ${message}`);
  if (messages.length > 0)
    throw validationFailed(messages.map((message) => ({ field: "recipients", message })));
}

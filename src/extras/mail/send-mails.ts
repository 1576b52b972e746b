import { backoff, DAY_MS } from "../../ground/core/days.ts";
import { newToken, tokenHash } from "../../ground/core/ids.ts";
import { within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import { CONFIRMATION, type MailSender } from "./mail.ts";
import { MAX_ATTEMPTS, type MailOutcome, type MailStore, type TokenMail } from "./mail-store.ts";
import { renderMail } from "./render-mail.ts";

/** The most mails of a run: each takes two calls of D1, and a run of all jobs may have 50 on the Free plan. */
const MAX_MAILS = 15;
/** A run starts no mail after so many milliseconds, so that runs of the cron don't pile up. */
const SENDS_FOR = 30_000;
/** How long a mail that this service or its account can't send now waits. */
const PAUSE = 15 * 60_000;
/** The shortest and the longest wait after a failure. */
const WAITS = { first: 60_000, most: DAY_MS };
/** How long mails are stored, and their causes. */
const RETENTION_MS = 400 * DAY_MS;

/**
 * The error codes of the binding: https://developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes.
 * This one says that the recipient never gets mail,
 */
const BOUNCED = "E_RECIPIENT_SUPPRESSED";
/** these, that no mail can be sent now, */
const PAUSED = [
  "E_RATE_LIMIT_EXCEEDED",
  "E_DAILY_LIMIT_EXCEEDED",
  "E_SENDER_NOT_VERIFIED",
  "E_SENDER_DOMAIN_NOT_AVAILABLE",
];
/**
 * and these, as our own for recipients who get no mail any longer, that this mail can't be sent; E_RECIPIENT_NOT_ALLOWED is about
 * the account's configuration. All others may pass; E_DELIVERY_FAILED bounces after the last attempt.
 */
const FINAL = /^(?:recipient_|E_(?:VALIDATION_ERROR|FIELD_MISSING|CONTENT_TOO_LARGE|HEADER|RECIPIENT))/;

interface MailDependencies {
  mails: MailStore;
  /** Null: mail is off. */
  mailSender: MailSender | null;
  /** The binding `send_email`; undefined if the configuration has none. */
  email: Pick<SendEmail, "send"> | undefined;
  now: () => Date;
  random: () => number;
  log: Log;
}

/**
 * Job: sends what is due, one mail after the other, and records each result before the next mail. A run that dies after a mail
 * was accepted and before that was recorded sends it again. Deletes old mails.
 */
export async function sendMails({ mails, mailSender, email, ...context }: MailDependencies): Promise<void> {
  const { now, random, log } = context;
  const end = now().getTime() + SENDS_FOR;
  for (let count = 0; mailSender && email && count < MAX_MAILS && now().getTime() < end; count++) {
    const token = newToken();
    const mail = await mails.lease(await tokenHash(token), now());
    if (!mail) break;
    const code = await attempt(mail, token, mailSender, email);
    if (code !== null) log("error", "mail", { mailId: mail.id, code });
    await mails.record(mail, outcomeOf(mail, code, now(), random), now());
    if (code !== null && PAUSED.includes(code)) break;
  }
  await mails.forget(new Date(now().getTime() - RETENTION_MS), now());
}

/** Sends a mail once. Returns null if it was accepted, or the code of the error: messages can contain the address. */
async function attempt(
  mail: TokenMail,
  token: string,
  from: MailSender,
  email: Pick<SendEmail, "send">,
): Promise<string | null> {
  const { address } = mail;
  const problem = mail.cause === CONFIRMATION && mail.problem === "unconfirmed" ? null : mail.problem;
  if (address === null || problem !== null) return `recipient_${problem ?? "not_member"}`;
  const unsubscribe = `${mail.origin}/mail/${token}/unsubscribe`;
  const headers = {
    // RFC 8058.
    "List-Unsubscribe": `<${unsubscribe}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  try {
    const rendered = await renderMail(mail, token, unsubscribe);
    await within(SERVICE_DEADLINES.mail, email.send({ from, to: address, ...rendered, headers }));
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return /^E_[A-Z_]+$/.test(code) ? code : "no_response";
  }
}

/** What follows from an attempt with this error. */
function outcomeOf(
  { attempts }: TokenMail,
  code: string | null,
  now: Date,
  random: () => number,
): MailOutcome {
  const after = (wait: number): string => new Date(now.getTime() + wait).toISOString();
  // A pause does not count as an attempt.
  if (code !== null && PAUSED.includes(code))
    return { code, attempts: attempts - 1, nextAttemptAt: after(PAUSE), bounced: false };
  const isOver = code === null || FINAL.test(code) || attempts >= MAX_ATTEMPTS;
  const bounced = code === BOUNCED || (isOver && code === "E_DELIVERY_FAILED");
  return {
    code,
    attempts,
    nextAttemptAt: isOver ? null : after(backoff(attempts, WAITS, { random })),
    bounced,
  };
}

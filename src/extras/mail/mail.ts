import type { Projects } from "../../features/access/actor.ts";
import { emailAddress } from "../../features/access/member.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import type { VariableReader } from "../../ground/platform/variable-reader.ts";

/** The cause of the mail that asks an address whether it wants mail. */
export const CONFIRMATION = "confirmation";

/** A part of a mail. All texts are plain: HTML is escaped when the mail is sent. */
export type MailBlock = { title?: string } & (
  | { type: "text"; text: string }
  /** The first cell of a row names it; the others are right-aligned numbers. */
  | { type: "table"; columns: string[]; rows: string[][] }
  /** A plot as a table, which every mail program shows. `share` is 0 to 1. */
  | { type: "bars"; rows: { label: string; value: string; share: number }[] }
  | { type: "list"; items: { text: string; url?: string | undefined }[] }
  /** `{token}` in the URL stands for the secret of the mail, which exists only once the mail is sent. */
  | { type: "button"; text: string; url: string }
);

/** The content of a mail, in the language of its recipient. Every mail gets a reason and a link to unsubscribe below it. */
export interface MailContent {
  subject: string;
  /** The name above the heading, and a color as in `#0b6b3a`: of the project's brand. */
  brand?: { name: string; accent?: string | undefined } | undefined;
  heading: string;
  blocks: MailBlock[];
}

export interface NewMail {
  organizationId: string;
  recipientId: string;
  /** The cause of the mail. A recipient gets one mail for a cause. */
  cause: string;
  content: MailContent;
}

export interface MailSender {
  name: string;
  email: string;
}

/** The sender in MAIL_FROM, as in `Reports <reports@example.com>` or without a name; null if it is not set or invalid. */
export function mailSenderIn({ text, complain }: VariableReader): MailSender | null {
  const value = text("MAIL_FROM");
  if (value === undefined) return null;
  const [, name = "Shoppable Links", address = value] = /^([^<>"\p{Cc}]+?)\s*<([^<>]+)>$/u.exec(value) ?? [];
  const { data: email } = emailAddress.safeParse(address);
  return email === undefined ? complain("MAIL_FROM", "is not an email address") : { name, email };
}

/** Why a recipient gets no mail. `not_asked`: the mail that asks could not be sent. */
export type RecipientProblem = "unconfirmed" | "not_asked" | "unsubscribed" | "bounced" | "not_member";

/** A member, or another address, to which an organization sends mail. */
export interface Recipient {
  organizationId: string;
  id: string;
  /** Null for a member who was removed. */
  email: string | null;
  /** Those that a member may use; null for everyone else. */
  projects: Projects | null;
  language: PageLanguage;
  /** The origin of the URLs in its mail. */
  origin: string;
  /** Null if it gets mail. */
  problem: RecipientProblem | null;
}

/** The most recipients of an organization, without those who get no mail any longer. */
export const MAX_RECIPIENTS = 100;
/** The most addresses that an organization asks within 24 hours. */
export const MAX_ASKED_PER_DAY = 50;

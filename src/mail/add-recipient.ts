import * as z from "zod";
import type { MemberActor } from "../access/actor.ts";
import { emailAddress } from "../access/member.ts";
import type { MemberStore } from "../access/member-store.ts";
import { requireScope } from "../access/permissions.ts";
import { ServiceError, serviceUnavailable, validationFailed } from "../core/errors.ts";
import { newId } from "../core/ids.ts";
import { parse } from "../core/validation.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "../short-links/choice.ts";
import { MAX_RECIPIENTS, type MailContent, type MailSender, type NewMail, type Recipient } from "./mail.ts";
import { filled, MAIL_MESSAGES } from "./mail-messages.ts";
import type { RecipientStore } from "./recipient-store.ts";

const newRecipient = z.object({ email: emailAddress, language: z.enum(PAGE_LANGUAGES) });

function confirmationOf({ organizationId, id, language, origin }: Recipient, organization: string): NewMail {
  const { confirmSubject, confirmText, confirm } = MAIL_MESSAGES[language];
  const subject = filled(confirmSubject, organization);
  const content: MailContent = {
    subject,
    heading: subject,
    blocks: [
      { type: "text", text: filled(confirmText, organization) },
      { type: "button", text: confirm, url: `${origin}/mail/{token}/confirm` },
    ],
  };
  return { organizationId, recipientId: id, kind: "confirmation", cause: "confirmation", content };
}

/**
 * Adds a recipient of mail: a member of the actor's organization, or another address, which gets one mail that asks for
 * confirmation, now or never again. A known recipient gets the language. Throws `insufficient_scope`, `validation_failed`,
 * `quota_exceeded` (MAX_RECIPIENTS) and `service_unavailable`.
 */
export async function addRecipient(
  actor: MemberActor,
  input: { email: string; language: PageLanguage; origin: string; organizationName: string },
  dependencies: {
    recipients: RecipientStore;
    members: MemberStore;
    mailSender: MailSender | null;
    now: () => Date;
  },
): Promise<Recipient> {
  requireScope(actor, "links:write");
  const { recipients, members } = dependencies;
  const { origin, organizationName } = input;
  const { email, language } = parse(newRecipient, { email: input.email, language: input.language });
  const { organizationId } = actor;
  const now = dependencies.now();
  const member = await members.findByEmail(organizationId, email);
  const known = member ? null : await recipients.findByEmail(organizationId, email);
  const id = member?.id ?? known?.id ?? newId("rcp", now);
  const isMember = member !== null;
  if (!isMember && !known && dependencies.mailSender === null)
    throw validationFailed([
      { field: "email", message: "can't be asked, because this service sends no mail" },
    ]);
  const recipient: Recipient = { organizationId, id, email, isMember, language, origin, problem: null };
  await recipients.put(recipient, isMember ? null : confirmationOf(recipient, organizationName), now);
  const stored = isMember
    ? await recipients.find(organizationId, id)
    : await recipients.findByEmail(organizationId, email);
  if (stored) return stored;
  if ((await recipients.list(organizationId)).length < MAX_RECIPIENTS)
    throw serviceUnavailable(new Error("the obstacle to adding a recipient has disappeared"));
  throw new ServiceError("quota_exceeded", `An organization can have ${MAX_RECIPIENTS} recipients of mail.`);
}

import type { MemberActor } from "../../features/access/actor.ts";
import { emailAddress } from "../../features/access/member.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import { MAX_ASKED_PER_DAY, MAX_RECIPIENTS, type MailSender, type Recipient } from "./mail.ts";
import type { RecipientStore } from "./recipient-store.ts";

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

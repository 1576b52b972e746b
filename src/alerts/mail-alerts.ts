import type { MailSender, NewMail } from "../mail/mail.ts";
import { ALERT_MESSAGES, sentenceOf } from "./alert-messages.ts";
import type { AlertRecipient, AlertStore, Unread } from "./alert-store.ts";
import { type Alert, alertPath } from "./alerts.ts";

/** The organizations of a run, the alerts that it reads for each, and how many of them a mail names. */
const ORGANIZATIONS = 3;
const ALERTS = 500;
const NAMED = 20;

/** Job: queues mails about new alerts. A recipient gets one mail about what happened since the last run. */
export async function mailAlerts({
  alerts: store,
  mailSender,
  now,
}: {
  alerts: AlertStore;
  mailSender: MailSender | null;
  now: () => Date;
}): Promise<void> {
  for (const unread of await store.unread(ORGANIZATIONS)) {
    const { alerts, recipients } = await store.read(unread, ALERTS);
    // Without a sender, the mails would come late, all at once.
    const mails = mailSender === null ? [] : recipients.flatMap((each) => mailTo(each, unread, alerts));
    await store.queue(unread, mails, alerts.at(-1)?.sequence ?? unread.position, now());
  }
}

/** The mail about the alerts that a recipient wants and may see, if there are any. */
function mailTo(
  { id, language, origin, projects }: AlertRecipient,
  { organizationId, mailOff }: Unread,
  alerts: readonly Alert[],
): NewMail[] {
  const own = alerts.filter(
    ({ type, projectId }) =>
      !mailOff.includes(type) && (projects === "all" || (projectId !== null && projects.includes(projectId))),
  );
  const [first] = own;
  if (!first) return [];
  const { open, more } = ALERT_MESSAGES[language];
  const base = `${origin}/dashboard/o/${encodeURIComponent(organizationId)}`;
  const heading = sentenceOf(first, language);
  const rest = own.length - NAMED;
  const items = [
    ...own
      .slice(0, NAMED)
      .map((alert) => ({ text: sentenceOf(alert, language), url: base + alertPath(alert) })),
    ...(rest > 0 ? [{ text: more.replace("{more}", String(rest)) }] : []),
  ];
  const content = {
    subject: own.length === 1 ? heading : `${heading} (+${own.length - 1})`,
    heading,
    blocks:
      own.length === 1
        ? [{ type: "button" as const, text: open, url: base + alertPath(first) }]
        : [{ type: "list" as const, items }],
  };
  return [{ organizationId, recipientId: id, kind: "alert", cause: `alert ${first.id}`, content }];
}

import type { ZoneStore } from "../../features/access/zone-store.ts";
import type { Zone } from "../../ground/core/zone.ts";
import type { MailSender, NewMail, Recipient } from "../mail/mail.ts";
import type { RecipientStore } from "../mail/recipient-store.ts";
import { alertMessages, sentenceOf } from "./alert-messages.ts";
import type { AlertStore, Unread } from "./alert-store.ts";
import { type Alert, alertPath } from "./alerts.ts";

/** The organizations of a run, the alerts that it reads for each, and how many of them a mail names. */
const ORGANIZATIONS = 3;
const ALERTS = 500;
const NAMED = 20;

/** After a mail, later alerts wait so long for the next, which has them all. */
const PAUSE_MS = 15 * 60_000;

/** Job: queues mails about new alerts. A recipient gets one mail about all alerts since the last. */
export async function mailAlerts({
  alerts: store,
  recipients,
  zones,
  mailSender,
  now,
}: {
  alerts: AlertStore;
  recipients: RecipientStore;
  zones: ZoneStore;
  mailSender: MailSender | null;
  now: () => Date;
}): Promise<void> {
  for (const unread of await store.unread(ORGANIZATIONS, new Date(now().getTime() - PAUSE_MS))) {
    const alerts = await store.read(unread, ALERTS);
    const zone = await zones.find(unread.organizationId);
    // Without a sender, the mails would come late, all at once.
    const all = mailSender === null ? [] : await recipients.list(unread.organizationId);
    const mails = all.flatMap((each) => mailTo(each, unread, alerts, zone));
    await store.queue(unread, mails, alerts.at(-1)?.sequence ?? unread.position, now());
  }
}

/** The mail to a recipient, if it is a chosen member, about the alerts that the member may see, if there are any. */
function mailTo(
  { id, language, origin, projects }: Recipient,
  { organizationId, settings: { members, mailOff } }: Unread,
  alerts: readonly Alert[],
  zone: Zone,
): NewMail[] {
  if (projects === null || !members.includes(id)) return [];
  const own = alerts.filter(
    ({ type, projectId }) =>
      !mailOff.includes(type) && (projects === "all" || (projectId !== null && projects.includes(projectId))),
  );
  const [first] = own;
  if (!first) return [];
  const { open, more } = alertMessages[language];
  const base = `${origin}/dashboard/o/${encodeURIComponent(organizationId)}`;
  const heading = sentenceOf(first, language, zone);
  const rest = own.length - NAMED;
  const items = [
    ...own
      .slice(0, NAMED)
      .map((alert) => ({ text: sentenceOf(alert, language, zone), url: base + alertPath(alert) })),
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
  return [{ organizationId, recipientId: id, cause: `alert ${first.id}`, content }];
}

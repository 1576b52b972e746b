import { CONFIRMATION, type MailContent, type NewMail, type Recipient } from "../../src/extras/mail/mail.ts";
import { queueMail } from "../../src/extras/mail/mail-store.ts";
import { addRecipients } from "../../src/extras/mail/recipient-store.ts";
import { sendMails } from "../../src/extras/mail/send-mails.ts";
import type { Wiring } from "../../src/wiring.ts";
import { openDependencies } from "../../src/wiring.ts";
import { memberOf } from "../actors.ts";
import type { SharedService } from "../use-service.ts";

/** A mail as the binding gets it. */
export interface SentMail {
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

export const SENDER = { name: "Reports", email: "reports@service.example" };
export const ORIGIN = "https://api.example";
export const CONTENT: MailContent = {
  subject: "March",
  heading: "March",
  blocks: [{ type: "text", text: "12 scans" }],
};

/** Mail over the storage of a service, with a clock of the test's own and a stand-in for the binding; acme has an owner. */
export async function mailing(service: SharedService) {
  const { env } = service;
  await service.issueKey({ organization: "acme", createProjects: ["main"] });
  let time = Date.now();
  let failure: string | null = null;
  const sent: SentMail[] = [];
  const logged: unknown[] = [];
  const dependencies: Wiring = {
    ...openDependencies(
      env,
      () => {},
      () => new Date(time),
    ),
    random: () => 0,
    mailSender: SENDER,
    log: (...line) => void logged.push(line),
    email: {
      // As the documentation of the binding has it: an error has a code, and a message that may name the address.
      send: async (mail: object) => {
        const built = mail as SentMail; // we send only mails of this form
        if (failure !== null)
          throw Object.assign(new Error(`could not send to ${built.to}`), { code: failure });
        sent.push(built);
        return { messageId: crypto.randomUUID() };
      },
    } as SendEmail,
  };
  return {
    dependencies,
    sent,
    logged,
    pass(milliseconds: number) {
      time += milliseconds;
    },
    now: () => new Date(time),
    /** Sets the clock a minute ahead of the Worker's, for what the Worker queues. */
    aheadOfWorker() {
      time = Date.now() + 60_000;
    },
    /** From now on, the binding refuses every mail with this code; null: it accepts them. */
    failWith(code: string | null) {
      failure = code;
    },
    run: (changes: Partial<Wiring> = {}) => sendMails({ ...dependencies, ...changes }),
    async addRecipient(email: string, language: Recipient["language"] = "en"): Promise<Recipient> {
      const input = { addresses: [email], language, origin: ORIGIN };
      const [added] = await addRecipients(memberOf("editor"), input, dependencies);
      if (!added) throw new Error(`${email} was not added`);
      return added;
    },
    find: async (email: string) =>
      (await dependencies.recipients.list("acme")).find((each) => each.email === email),
    /** Adds an address that confirms by the link in its mail. */
    async confirmed(email: string, language: Recipient["language"] = "en"): Promise<Recipient> {
      const recipient = await this.addRecipient(email, language);
      await this.run();
      const mail = sent.find(({ to }) => to === email);
      await service.fetch(new URL(linkIn(mail, "confirm")).pathname, { method: "POST" });
      return recipient;
    },
    queue: (recipientId: string, cause: string, changes: Partial<NewMail> = {}) =>
      queueMail(
        env.DB,
        { organizationId: "acme", recipientId, cause, content: CONTENT, ...changes },
        new Date(time),
      ).run(),
    /** All mails but those that ask, the newest first. */
    mails: async () =>
      (await dependencies.mails.latest("acme", "", 100)).filter(({ cause }) => cause !== CONFIRMATION),
    async empty() {
      failure = null;
      sent.length = 0;
      logged.length = 0;
      await env.DB.batch(["mails", "mail_recipients"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
    },
  };
}

/** The URL in a mail at which its recipient confirms or unsubscribes. */
export const linkIn = (mail: SentMail | undefined, page: "confirm" | "unsubscribe"): string =>
  new RegExp(`${ORIGIN}/mail/[\\w-]{43}/${page}`).exec(mail?.text ?? "")?.[0] ?? `${ORIGIN}/no-link`;

import type { AddressMailer } from "../../features/sign-in/address-mailer.ts";
import { ADDRESS_MINUTES, oneTimeUrl } from "../../features/sign-in/one-time-address.ts";
import { within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { MailContent, MailSender } from "./mail.ts";
import { renderContent } from "./render-mail.ts";

/** What sends mail now: nobody waits a minute for the next run of the jobs to sign in. */
interface MailerDependencies {
  /** Null: mail is off. */
  mailSender: MailSender | null;
  email: Pick<SendEmail, "send"> | undefined;
  log: Log;
}

/** Mails one-time addresses; null if mail is off. The log has the reason of a failure, without the person's email address. */
export function addressMailer({ mailSender, email, log }: MailerDependencies): AddressMailer | null {
  if (!mailSender || !email) return null;
  const contentOf = (url: string): MailContent => ({
    subject: `Sign in to ${new URL(url).host}`,
    heading: `Sign in to ${new URL(url).host}`,
    blocks: [
      { type: "text", text: `This address signs you in once, within ${ADDRESS_MINUTES} minutes.` },
      { type: "button", text: "Sign in", url },
      {
        type: "text",
        text: "If you did not expect this mail, ignore it: without it, nobody can sign in as you.",
      },
    ],
  });
  return {
    async mail(address, origin) {
      try {
        const content = contentOf(oneTimeUrl(origin, address));
        const rendered = await renderContent(content, "en", { reason: "", unsubscribe: null });
        const sent = email.send({ from: mailSender, to: address.email, ...rendered });
        await within(SERVICE_DEADLINES.mail, sent);
        return true;
      } catch (cause) {
        log("error", "sign-in mail", {
          code: cause instanceof Error && "code" in cause ? String(cause.code) : "",
        });
        return false;
      }
    },
  };
}

import type { MailContent, MailSender } from "../../../extras/mail/mail.ts";
import { renderContent } from "../../../extras/mail/render-mail.ts";
import {
  ADDRESS_MINUTES,
  makeAskedAddress,
  type OneTimeAddress,
  oneTimeUrl,
} from "../../../features/sign-in/one-time-address.ts";
import type { SignInDependencies } from "../../../features/sign-in/session.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import { within } from "../../../ground/platform/deadlines.ts";
import type { Log } from "../../../ground/platform/log.ts";
import { SERVICE_DEADLINES } from "../../../ground/platform/service-deadlines.ts";

/** What sends mail now: nobody waits a minute for the next run of the jobs to sign in. */
export interface AddressMailer {
  /** Null: mail is off. */
  mailSender: MailSender | null;
  email: Pick<SendEmail, "send"> | undefined;
  log: Log;
  /** Of the addresses in mails. */
  origins: Pick<Origins, "api">;
}

/**
 * Mails a one-time address to its person. Returns whether the mail was accepted. The log has the reason, without the person's
 * email address.
 */
export async function mailAddress(
  address: OneTimeAddress,
  { mailSender, email, log, origins: { api: origin } }: AddressMailer,
): Promise<boolean> {
  if (!mailSender || !email) return false;
  const host = new URL(origin).host;
  const content: MailContent = {
    subject: `Sign in to ${host}`,
    heading: `Sign in to ${host}`,
    blocks: [
      { type: "text", text: `This address signs you in once, within ${ADDRESS_MINUTES} minutes.` },
      { type: "button", text: "Sign in", url: oneTimeUrl(origin, address) },
      {
        type: "text",
        text: "If you did not expect this mail, ignore it: without it, nobody can sign in as you.",
      },
    ],
  };
  try {
    const rendered = await renderContent(content, "en", { reason: "", unsubscribe: null });
    await within(SERVICE_DEADLINES.mail, email.send({ from: mailSender, to: address.email, ...rendered }));
    return true;
  } catch (cause) {
    log("error", "sign-in mail", {
      code: cause instanceof Error && "code" in cause ? String(cause.code) : "",
    });
    return false;
  }
}

/** Mails an address to somebody who asks for it, if they are a member. Never throws. */
export async function mailAskedAddress(
  email: string,
  dependencies: SignInDependencies & AddressMailer,
): Promise<void> {
  try {
    const made = await makeAskedAddress({ email }, dependencies);
    if (made) await mailAddress(made, dependencies);
  } catch (cause) {
    dependencies.log("error", "sign-in mail", { cause });
  }
}

import type { OneTimeAddress } from "./one-time-address.ts";

/** Mails one-time addresses. */
export interface AddressMailer {
  /** Mails an address of the dashboard at `origin` to its person. Returns whether the mail was accepted; never throws. */
  mail(address: OneTimeAddress, origin: string): Promise<boolean>;
}

/** The mailer of a service; null where mail is off, or is not part of it. */
export const mailerOf = (dependencies: {
  now: () => Date;
  addressMailer?: AddressMailer | null;
}): AddressMailer | null => dependencies.addressMailer ?? null;

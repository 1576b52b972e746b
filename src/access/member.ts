import * as z from "zod";
import type { Role } from "./actor.ts";

/** A person in one organization. Only this record holds the e-mail address; everything else names a member by id. */
export interface Member {
  id: string;
  organizationId: string;
  /** In the form that `emailAddress` gives it. */
  email: string;
  role: Role;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** The longest address that mail can be sent to (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

/**
 * An e-mail address, as browsers check one in a form, trimmed and in lower case. It is checked before its case is
 * changed: some letters outside of ASCII, such as the Kelvin sign, have an ASCII letter as their lower case, and would
 * make somebody else's address out of one.
 */
export const emailAddress = z
  .string()
  .trim()
  .refine((text) => text.length <= MAX_EMAIL_LENGTH, {
    error: `must have at most ${MAX_EMAIL_LENGTH} characters`,
    abort: true,
  })
  .regex(z.regexes.html5Email, { error: "must be an e-mail address, such as ada@example.com" })
  .toLowerCase();

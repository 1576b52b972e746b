import * as z from "zod";
import { text } from "../core/text.ts";
import type { Projects, Role } from "./actor.ts";
import { MAX_ID } from "./project.ts";

/** The most projects to which a member can be limited. */
const MAX_MEMBER_PROJECTS = 100;

/** A person in one organization. Only this record holds the e-mail address; everything else names a member by id. */
export interface Member {
  id: string;
  organizationId: string;
  /** In the form that `emailAddress` gives it. */
  email: string;
  role: Role;
  /** An owner has all of them. */
  projects: Projects;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** The projects of a member, in the order of their ids. */
export const memberProjects: z.ZodType<Projects> = z.union([
  z.literal("all"),
  z
    .array(text(1, MAX_ID))
    .min(1, { error: "must name at least one project" })
    .max(MAX_MEMBER_PROJECTS)
    .transform((ids) => [...new Set(ids)].sort()),
]);

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

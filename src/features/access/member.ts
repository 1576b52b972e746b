import * as z from "zod";
import type { ServiceError } from "../../ground/core/errors.ts";
import { text } from "../../ground/core/text.ts";
import type { Scope } from "../../ground/core/vocabulary.ts";
import type { Activity } from "../writes/activity.ts";
import { hasScope, memberActor, type Projects, type Role } from "./actor.ts";
import { MAX_ID } from "./project.ts";

/** The maximum of projects to which a member can be limited. */
const MAX_MEMBER_PROJECTS = 100;

/** A person in one organization. Only this record has the email address; everything else names a member by id. */
export interface Member {
  id: string;
  organizationId: string;
  /** Normalized by `emailAddress`. */
  email: string;
  role: Role;
  /** An owner has all projects. */
  projects: Projects;
  /** ISO 8601 in UTC. */
  createdAt: string;
}

/** Why a member, as it is now, may not continue what it started in the organization; null if it may. */
export function lostRight(
  member: Member | null,
  organizationId: string,
  scope: Scope,
): "member_removed" | "role_changed" | null {
  if (member?.organizationId !== organizationId) return "member_removed";
  return hasScope(memberActor(member), scope) ? null : "role_changed";
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

/** The maximum length of an email address (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const MAX_EMAIL_LENGTH = 254;

/**
 * An email address, validated as browsers validate form fields, trimmed and in lower case. Validation comes before
 * lower-casing: some non-ASCII letters, such as the Kelvin sign, become ASCII letters in lower case, and would turn into
 * somebody else's address.
 */
export const emailAddress = z
  .string()
  .trim()
  .refine((text) => text.length <= MAX_EMAIL_LENGTH, {
    error: `must have at most ${MAX_EMAIL_LENGTH} characters`,
    abort: true,
  })
  .regex(z.regexes.html5Email, { error: "must be an email address, such as ada@example.com" })
  .toLowerCase();

export type Rights = Pick<Member, "role" | "projects">;

/** A membership as its member sees it. */
export interface Membership extends Member {
  organizationName: string;
  /** Null: not chosen yet. */
  timeZone: string | null;
}

/** Whether a change was made, and the member as it is afterwards; null if it does not exist. */
export interface MemberChange {
  made: boolean;
  member: Member | null;
}

/** Members in D1. Isolates don't cache them: a removal or another role applies immediately. */
export interface MemberStore {
  organizationLike(id: string): Promise<string | null>;
  find(id: string): Promise<Member | null>;
  /** The member of an organization with this email address, in lower case. */
  findByEmail(organizationId: string, email: string): Promise<Member | null>;
  /** Every membership of a person, by the name of the organization. */
  membershipsOf(email: string): Promise<Membership[]>;
  /** Up to `limit` members of an organization (null: of all), oldest first, after `after`. */
  list(organizationId: string | null, after: string | null, limit: number): Promise<Member[]>;
  /** The error if a quota refused the member; null if something else was in the way. */
  quotaError(member: Member, activity: Activity): Promise<ServiceError | null>;
  /** Writes the member, unless the organization has one with this address, or a quota is used up. */
  add(member: Member, createOrganization: boolean, activity: Activity): Promise<MemberChange>;
  /** Changes the rights, unless the member has changed since it was read, or is the last owner. */
  change(member: Member, to: Rights, activity: Activity): Promise<MemberChange>;
  /** Deletes the member, unless it has changed since it was read, or is the last owner. */
  remove(member: Member, activity: Activity): Promise<MemberChange>;
}

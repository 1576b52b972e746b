import * as z from "zod";
import { text } from "../../ground/core/text.ts";
import { parse } from "../../ground/core/validation.ts";
import type { Actor } from "./actor.ts";
import { emailAddress, type Member, type MemberStore, type Membership } from "./member.ts";
import { requireManagedMember, requireMemberManager } from "./permissions.ts";
import { MAX_ID } from "./project.ts";

/** The maximum of members on a page. */
export const MAX_MEMBERS_PER_PAGE = 100;

interface MemberQuery {
  /** Null means the owner's own organization, or, for a job, every organization. */
  organization: string | null;
  limit: number;
  /** `next` of the previous page; null for the first page. */
  after: string | null;
}

const memberQuery: z.ZodType<MemberQuery> = z.object({
  organization: text(1, MAX_ID).nullable(),
  limit: z.int().min(1).max(MAX_MEMBERS_PER_PAGE),
  after: text(1, 64).nullable(),
});

interface MemberPage {
  members: Member[];
  /** The id after which the next page begins; null on the last page. */
  next: string | null;
}

/**
 * A page of an organization's members, oldest first. Throws `not_found` (another organization than the actor's) and
 * `validation_failed`.
 */
export async function listMembers(
  actor: Actor,
  input: MemberQuery,
  { members }: { members: MemberStore },
): Promise<MemberPage> {
  requireMemberManager(actor, input.organization);
  const { organization, limit, after } = parse(memberQuery, input);
  const own = actor.type === "job" ? organization : actor.organizationId;
  // One more than requested shows whether there is a next page.
  const found = await members.list(own, after, limit + 1);
  const page = found.slice(0, limit);
  return { members: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** One member. Throws `not_found`. */
export async function getMember(
  actor: Actor,
  { id }: { id: string },
  { members }: { members: MemberStore },
): Promise<Member> {
  requireMemberManager(actor);
  return requireManagedMember(actor, await members.find(id));
}

/**
 * The organizations of a signed-in person, by name, with the person's role in each. There is no actor yet: memberships make
 * the actor. Empty for an invalid email address.
 */
export async function findMemberships(
  email: string,
  { members }: { members: MemberStore },
): Promise<Membership[]> {
  const { data } = emailAddress.safeParse(email);
  return data === undefined ? [] : members.membershipsOf(data);
}

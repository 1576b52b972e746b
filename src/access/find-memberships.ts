import { emailAddress } from "./member.ts";
import type { MemberStore, Membership } from "./member-store.ts";

/**
 * The organizations that a person who has signed in is a member of, with the role in each, by name. There is no actor
 * yet: this is what makes one. Empty also for what is no e-mail address. Throws `service_unavailable`.
 */
export async function findMemberships(
  email: string,
  { members }: { members: MemberStore },
): Promise<Membership[]> {
  const { data } = emailAddress.safeParse(email);
  return data === undefined ? [] : members.membershipsOf(data);
}

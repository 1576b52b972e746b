import { emailAddress } from "./member.ts";
import type { MemberStore, Membership } from "./member-store.ts";

/**
 * The organizations of a signed-in person, by name, with the person's role in each. There is no actor yet: memberships
 * make the actor. Empty for an invalid email address. Throws `service_unavailable`.
 */
export async function findMemberships(
  email: string,
  { members }: { members: MemberStore },
): Promise<Membership[]> {
  const { data } = emailAddress.safeParse(email);
  return data === undefined ? [] : members.membershipsOf(data);
}

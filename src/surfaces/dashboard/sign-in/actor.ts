import { type MemberActor, memberActor } from "../../../features/access/actor.ts";
import { findMemberships } from "../../../features/access/list-members.ts";
import type { MemberStore, Membership } from "../../../features/access/member-store.ts";
import { ServiceError } from "../../../ground/core/errors.ts";

/** Who a person is on the dashboard. `memberships` are sorted by name. */
export type Person =
  /** A member of no organization. */
  | { kind: "stranger" }
  /** A member of several organizations, without one in the URL. */
  | { kind: "undecided"; memberships: readonly Membership[] }
  | {
      kind: "member";
      /** For the verbs. */
      actor: MemberActor;
      membership: Membership;
      memberships: readonly Membership[];
    };

/**
 * Who the person with this email address is in the organization of the URL, or in their only one. It is read with every
 * request, so that a removal or a new role takes effect immediately. Throws `not_found` if the person is not a member,
 * whether the organization exists or not, and `service_unavailable`.
 */
export async function personOf(
  email: string,
  organizationId: string | null,
  dependencies: { members: MemberStore },
): Promise<Person> {
  const memberships = await findMemberships(email, dependencies);
  const [first] = memberships;
  if (!first) return { kind: "stranger" };
  if (organizationId === null && memberships.length > 1) return { kind: "undecided", memberships };
  const wanted = organizationId ?? first.organizationId;
  const membership = memberships.find((each) => each.organizationId === wanted);
  if (!membership)
    throw new ServiceError("not_found", "This organization doesn't exist, or you are not a member.");
  return {
    kind: "member",
    actor: memberActor(membership),
    membership,
    memberships,
  };
}

import { type MemberActor, memberActor } from "../../access/actor.ts";
import { findMemberships } from "../../access/find-memberships.ts";
import type { MemberStore, Membership } from "../../access/member-store.ts";
import { ServiceError } from "../../core/errors.ts";

/** Who a person is on the dashboard. `memberships` are the person's organizations, by name. */
export type Person =
  /** A member of no organization. */
  | { kind: "stranger" }
  /** The address names no organization, and the person is a member of several. */
  | { kind: "undecided"; memberships: readonly Membership[] }
  | {
      kind: "member";
      /** For the verbs. */
      actor: MemberActor;
      membership: Membership;
      memberships: readonly Membership[];
    };

/**
 * Who the person with this e-mail address is in an organization: the one that the URL names, or, where it names none,
 * the person's only one. It is read with every request, so that a removal or another role holds at once. Throws
 * `not_found` if the organization is not one of the person's, whether it exists or not, and `service_unavailable`.
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
  if (!membership) throw new ServiceError("not_found", "There is no such organization.");
  return {
    kind: "member",
    actor: memberActor(membership),
    membership,
    memberships,
  };
}

import type { MemberActor } from "../../../features/access/actor.ts";
import { mayKnowMember } from "../../../features/access/permissions.ts";

/** What a member without a name is called: one who has left, or one whom this person may not see. */
export const nameless = (actor: MemberActor, memberId: string): string =>
  mayKnowMember(actor, memberId) ? "A member who has left" : "A member";

import type { MemberActor } from "../../access/actor.ts";
import { mayKnowMember } from "../../access/permissions.ts";

/** What a member without a name is called: one who is gone, or one whom the person who looks may not know. */
export const nameless = (actor: MemberActor, memberId: string): string =>
  mayKnowMember(actor, memberId) ? "A member who has left" : "A member";

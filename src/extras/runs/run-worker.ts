import { type MemberActor, memberActor } from "../../features/access/actor.ts";
import { lostRight, type MemberStore } from "../../features/access/member.ts";
import type { Scope } from "../../ground/core/vocabulary.ts";
import { type RunHead, RunStopped } from "./run.ts";

/** The member of a run. Throws `RunStopped` if the member left or lost the right. */
export async function workerOf(
  { organizationId, memberId }: Pick<RunHead, "organizationId" | "memberId">,
  scope: Scope,
  { members }: { members: MemberStore },
): Promise<MemberActor> {
  const member = await members.find(memberId);
  const because = lostRight(member, organizationId, scope);
  if (because !== null || !member) throw new RunStopped(because ?? "member_removed");
  return memberActor(member);
}

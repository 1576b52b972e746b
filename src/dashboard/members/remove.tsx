import type { Member } from "../../access/member.ts";
import { removeMember } from "../../access/remove-member.ts";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { loadMember, memberId } from "./member.tsx";
import { RemoveMemberPage } from "./member-page.tsx";

/** Removes a member, after asking. */
export const removal: FormScreen<Member> = {
  load: loadMember,
  page: (c, member, _, problems) => (
    <RemoveMemberPage place={c.var.place} member={member} problems={problems} />
  ),
  async save(c) {
    const { place, dependencies } = c.var;
    await removeMember(place.actor, memberId(c), dependencies);
    return seeOther(`${place.base}/members?done=removed`);
  },
};

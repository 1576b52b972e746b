import { changeMemberRole } from "../../access/change-member-role.ts";
import { getMember } from "../../access/get-member.ts";
import type { Member } from "../../access/member.ts";
import { seeOther } from "../frame/answers.ts";
import type { DashboardContext } from "../frame/context.ts";
import type { FormScreen } from "../frame/form-screen.ts";
import { MemberPage } from "./member-page.tsx";
import { roleIn } from "./roles.ts";

/** The id of the member that the address names. */
export const memberId = (c: DashboardContext): { id: string } => ({ id: c.req.param("member") ?? "" });

/** That member. Throws `insufficient_scope` and `not_found`. */
export const loadMember = (c: DashboardContext): Promise<Member> =>
  getMember(c.var.place.actor, memberId(c), c.var.dependencies);

/** One member, whose role can be changed. */
export const oneMember: FormScreen<Member> = {
  fields: ["role"],
  load: loadMember,
  page: (c, member, _, problems) => <MemberPage place={c.var.place} member={member} problems={problems} />,
  async save(c, values) {
    const { place, dependencies } = c.var;
    await changeMemberRole(place.actor, { ...memberId(c), role: roleIn(values) }, dependencies);
    return seeOther(`${place.base}/members?done=changed`);
  },
};

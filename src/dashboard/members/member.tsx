import { changeMember } from "../../access/change-member.ts";
import { getMember } from "../../access/get-member.ts";
import type { Member } from "../../access/member.ts";
import type { Project } from "../../access/project.ts";
import { REACH_FIELDS, reachIn, reachValues } from "../components/reach-field.tsx";
import { seeOther } from "../frame/answers.ts";
import type { DashboardContext } from "../frame/context.ts";
import type { FormScreen } from "../frame/form-screen.ts";
import { openProjects } from "../frame/open-projects.ts";
import { invitationOf } from "./invitation.tsx";
import { MemberPage } from "./member-page.tsx";
import { roleIn } from "./roles.ts";

/** The id of the member that the address names. */
export const memberId = (c: DashboardContext): { id: string } => ({ id: c.req.param("member") ?? "" });

/** That member. Throws `insufficient_scope` and `not_found`. */
export const loadMember = (c: DashboardContext): Promise<Member> =>
  getMember(c.var.place.actor, memberId(c), c.var.dependencies);

/** One member, whose role and projects can be changed. */
export const oneMember: FormScreen<{ member: Member; projects: readonly Project[] }> = {
  fields: ["role", ...REACH_FIELDS],
  async load(c) {
    const [member, projects] = await Promise.all([
      loadMember(c),
      openProjects(c.var.place, c.var.dependencies),
    ]);
    return { member, projects };
  },
  initial: ({ member }) => [["role", member.role], ...reachValues(member.projects)],
  page: (c, { member, projects }, values, problems) => (
    <MemberPage
      place={c.var.place}
      member={member}
      projects={projects}
      values={values}
      problems={problems}
      invitation={c.req.query("done") === "added" ? invitationOf(c, member) : null}
    />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const input = { ...memberId(c), role: roleIn(values), projects: reachIn(values) };
    await changeMember(place.actor, input, dependencies);
    return seeOther(`${place.base}/members?done=changed`);
  },
};

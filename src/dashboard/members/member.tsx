import { changeMember } from "../../access/change-member.ts";
import { getMember } from "../../access/list-members.ts";
import type { Member } from "../../access/member.ts";
import type { Project } from "../../access/project.ts";
import type { ProjectStore } from "../../access/project-store.ts";
import { Notice } from "../components/notice.tsx";
import { REACH_FIELDS, reachIn, reachValues } from "../components/reach-field.tsx";
import { type Markup, seeOther } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { openProjects } from "../layout/open-projects.ts";
import { invitationOf, Rights } from "./invitation.tsx";
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
    const { place, dependencies } = c.var;
    const [member, open] = await Promise.all([loadMember(c), openProjects(place, dependencies)]);
    // Those that the member has stay to be chosen, also if they are archived by now.
    const others = await projectsBeside(open, member, dependencies);
    return { member, projects: [...open, ...others] };
  },
  initial: ({ member }) => [["role", member.role], ...reachValues(member.projects)],
  page: (c, { member, projects }, values, problems) => (
    <MemberPage
      place={c.var.place}
      member={member}
      projects={projects}
      values={values}
      problems={problems}
      notice={noticeOf(c, member, projects)}
    />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const input = { ...memberId(c), role: roleIn(values), projects: reachIn(values) };
    const { id } = await changeMember(place.actor, input, dependencies);
    return seeOther(`${place.base}/members/${id}?done=changed`);
  },
};

/** The projects that a member has besides these. */
async function projectsBeside(
  known: readonly Project[],
  { organizationId, projects }: Member,
  dependencies: { projects: ProjectStore },
): Promise<Project[]> {
  const ids = new Set(known.map(({ id }) => id));
  const others = projects === "all" ? [] : projects.filter((id) => !ids.has(id));
  if (others.length === 0) return [];
  return [...(await dependencies.projects.findAll(organizationId, others)).values()];
}

function noticeOf(c: DashboardContext, member: Member, projects: readonly Project[]): Markup | null {
  const done = c.req.query("done");
  if (done === "added") return invitationOf(c, member, projects);
  if (done !== "changed") return null;
  return (
    <Notice kind="done" focus>
      <Rights member={member} projects={projects} />
    </Notice>
  );
}

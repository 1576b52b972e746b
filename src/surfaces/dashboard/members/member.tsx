import { changeMember } from "../../../features/access/change-member.ts";
import { getMember } from "../../../features/access/list-members.ts";
import type { Member } from "../../../features/access/member.ts";
import type { Project } from "../../../features/access/project.ts";
import type { ProjectStore } from "../../../features/access/project-store.ts";
import { LinkButton } from "../components/actions.tsx";
import { Facts, Time } from "../components/facts.tsx";
import { ChoiceField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { Notice } from "../components/notice.tsx";
import { REACH_FIELDS, ReachField, reachIn, reachValues } from "../components/reach-field.tsx";
import type { Markup } from "../layout/answers.ts";
import type { DashboardContext } from "../layout/context.ts";
import { openProjects } from "../layout/open-projects.ts";
import { invitationOf, Rights } from "./invitation.tsx";
import { REACH_HINT, ROLE_OPTIONS, roleIn } from "./roles.ts";

/** The member id of a request's path. */
export const memberId = (c: DashboardContext): { id: string } => ({ id: c.req.param("member") ?? "" });

/** That member. Throws `insufficient_scope` and `not_found`. */
export const loadMember = (c: DashboardContext): Promise<Member> =>
  getMember(c.var.workspace.actor, memberId(c), c.var.dependencies);

/** Changes the role and projects of a member. */
export const oneMember = formPage<{ member: Member; projects: readonly Project[] }>({
  here: "Members",
  title: ({ member }) => member.email,
  isName: true,
  scripts: ["copy", "reach"],
  fields: ["role", ...REACH_FIELDS],
  async load(c) {
    const { workspace, dependencies } = c.var;
    const [member, open] = await Promise.all([loadMember(c), openProjects(workspace, dependencies)]);
    // The member's projects can stay selected even if they are archived.
    const others = await projectsBeside(open, member, dependencies);
    return { member, projects: [...open, ...others] };
  },
  initial: ({ member }) => [["role", member.role], ...reachValues(member.projects)],
  actions: ({ member }, c) => (
    <LinkButton
      href={`${c.var.workspace.base}/members/${member.id}/remove`}
      emphasis="danger"
      command="Remove this member"
    >
      Remove
    </LinkButton>
  ),
  before: ({ member, projects }, c) => (
    <>
      {noticeOf(c, member, projects)}
      <Facts
        facts={[
          ["Added", <Time at={member.createdAt} />],
          ["Id", <code>{member.id}</code>],
        ]}
      />
    </>
  ),
  content: ({ field, values, problems }, { projects }) => (
    <>
      <ChoiceField
        {...field("role")}
        type="radio"
        label="Role"
        values={[values.text("role")]}
        options={ROLE_OPTIONS}
      />
      <ReachField projects={projects} values={values} problems={problems} hint={REACH_HINT} />
    </>
  ),
  button: "Save",
  back: "/members",
  async save(c, values) {
    const input = { ...memberId(c), role: roleIn(values), projects: reachIn(values) };
    const { id } = await changeMember(c.var.workspace.actor, input, c.var.dependencies);
    return `/members/${id}?done=changed`;
  },
});

/** The member's projects that are not in `known`. */
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

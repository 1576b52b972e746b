import { Hono } from "hono";
import { addMember } from "../../../features/access/add-member.ts";
import { listMembers } from "../../../features/access/list-members.ts";
import { requireMemberManager } from "../../../features/access/permissions.ts";
import { LinkButton } from "../components/actions.tsx";
import { Address, Time } from "../components/facts.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { listPage } from "../components/list-page.tsx";
import { projectNames, REACH_FIELDS, ReachField, reachIn } from "../components/reach-field.tsx";
import type { DashboardEnv } from "../layout/context.ts";
import { showForm, takeForm } from "../layout/form-screen.ts";
import { namedProjects, openProjects } from "../layout/open-projects.ts";
import { PAGE_SIZE } from "../layout/page-size.ts";
import { oneMember, REACH_HINT, ROLE_OPTIONS, removal, roleIn, roleLabel } from "./member.tsx";

/** The list of members. */
const showMembers = listPage({
  here: "Members",
  title: "Members",
  async load({ var: { workspace, dependencies } }, cursor) {
    const query = { organization: workspace.organizationId, limit: PAGE_SIZE, after: cursor ?? null };
    const page = await listMembers(workspace.actor, query, dependencies);
    return { ...page, projects: await namedProjects(workspace, page.members, dependencies) };
  },
  rows: ({ members }) => members,
  next: ({ next }) => next,
  columns: ["Email", "Role", "Projects", "Added"],
  cells: ({ id, email, role, projects, createdAt }, { projects: known }, { var: { workspace } }) => [
    <a href={`${workspace.base}/members/${id}`}>
      <Address text={email} />
    </a>,
    <>
      {roleLabel(role)}
      {id === workspace.actor.id && <span class="quiet"> · you</span>}
    </>,
    projects === "all" ? <span class="quiet">All</span> : <bdi>{projectNames(projects, known)}</bdi>,
    <Time at={createdAt} date />,
  ],
  add: (_, { var: { workspace } }) => (
    <LinkButton href={`${workspace.base}/members/new`} emphasis="primary" command="Add a member" shortcut="c">
      Add a member
    </LinkButton>
  ),
  about: () =>
    "Everybody signs in with their own email address. A role says what they can do, and projects what they see.",
  messages: {
    already: "This person already has this role and these projects.",
    removed: "The member was removed and can no longer sign in to this organization.",
  },
});

/** Adds a member. */
const newMember = formPage({
  here: "Members",
  title: "Add a member",
  scripts: ["reach"],
  fields: ["email", "role", ...REACH_FIELDS],
  load(c) {
    requireMemberManager(c.var.workspace.actor);
    return openProjects(c.var.workspace, c.var.dependencies);
  },
  content: ({ field, values, problems, isNew }, projects) => (
    <>
      <TextField
        {...field("email")}
        type="email"
        label="Email"
        hint="The address they sign in with."
        autofocus={isNew}
        required
      />
      <ChoiceField
        {...field("role")}
        type="radio"
        label="Role"
        values={[values.text("role") || "viewer"]}
        options={ROLE_OPTIONS}
      />
      <ReachField projects={projects} values={values} problems={problems} hint={REACH_HINT} />
    </>
  ),
  button: "Add the member",
  back: "/members",
  async save(c, values) {
    const { workspace, dependencies } = c.var;
    const email = values.text("email");
    const who = {
      ...{ organization: workspace.organizationId, email, role: roleIn(values), projects: reachIn(values) },
    };
    const { member, already } = await addMember(workspace.actor, who, dependencies);
    return already ? "/members?done=already" : `/members/${member.id}?done=added`;
  },
});

/** The screens of the organization's members, below /members. */
export const members = new Hono<DashboardEnv>()
  .get("/", showMembers)
  .get("/new", showForm(newMember))
  .post("/new", takeForm(newMember))
  .get("/:member", showForm(oneMember))
  .post("/:member", takeForm(oneMember))
  .get("/:member/remove", showForm(removal))
  .post("/:member/remove", takeForm(removal));

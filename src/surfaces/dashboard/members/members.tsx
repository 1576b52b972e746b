import { Hono } from "hono";
import { listMembers } from "../../../features/access/list-members.ts";
import { addMember } from "../../../features/access/manage-members.ts";
import { requireMemberManager } from "../../../features/access/permissions.ts";
import { Address, Time } from "../components/facts.tsx";
import { ChoiceField, TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { listPage } from "../components/list-page.tsx";
import { projectNames, ReachField, reachIn } from "../components/reach-field.tsx";
import type { DashboardEnv } from "../layout/context.ts";
import { FORM } from "../layout/form-screen.ts";
import { oneText, PAGE_SIZE } from "../layout/forms.ts";
import { namedProjects, openProjects } from "../layout/open-projects.ts";
import { invite } from "./invitation.tsx";
import {
  memberSignIn,
  oneMember,
  REACH_HINT,
  RIGHTS,
  ROLE_OPTIONS,
  removal,
  roleLabel,
} from "./member-forms.tsx";

const showMembers = listPage({
  tab: "Members",
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
  add: { path: "/members/new", label: "Add a member", command: "Add a member" },
  about: () =>
    "Everybody signs in with their own email address. A role says what they can do, and projects what they see.",
  messages: {
    already: "This person already has this role and these projects.",
    removed: "The member was removed and can no longer sign in to this organization.",
  },
});

const newMember = formPage({
  tab: "Members",
  title: "Add a member",
  scripts: ["reach"],
  fields: { email: oneText, ...RIGHTS },
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
  async save(c, { email, ...rights }) {
    const { workspace, dependencies } = c.var;
    const projects = reachIn(rights);
    const input = { organization: workspace.organizationId, email, role: rights.role, projects };
    const { member, already } = await addMember(workspace.actor, input, dependencies);
    return already ? "/members?done=already" : invite(c, member, "added");
  },
});

/** The screens of the organization's members, below /members. */
export const members = new Hono<DashboardEnv>()
  .get("/", showMembers)
  .on(FORM, "/new", newMember)
  .on(FORM, "/:member", oneMember)
  .on(FORM, "/:member/sign-in", memberSignIn)
  .on(FORM, "/:member/remove", removal);

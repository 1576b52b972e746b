import { addMember } from "../../../features/access/add-member.ts";
import { requireMemberManager } from "../../../features/access/permissions.ts";
import { ChoiceField, TextField } from "../components/field.tsx";
import { formPage } from "../components/form-page.tsx";
import { REACH_FIELDS, ReachField, reachIn } from "../components/reach-field.tsx";
import { openProjects } from "../layout/open-projects.ts";
import { REACH_HINT, ROLE_OPTIONS, roleIn } from "./roles.ts";

/** Adds a member. */
export const newMember = formPage({
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

import { addMember } from "../../access/add-member.ts";
import { requireMemberManager } from "../../access/permissions.ts";
import type { Project } from "../../access/project.ts";
import { REACH_FIELDS, reachIn } from "../components/reach-field.tsx";
import { seeOther } from "../layout/answers.ts";
import type { FormScreen } from "../layout/form-screen.ts";
import { openProjects } from "../layout/open-projects.ts";
import { AddMemberPage } from "./add-member-page.tsx";
import { roleIn } from "./roles.ts";

/** Adds a member. */
export const newMember: FormScreen<readonly Project[]> = {
  fields: ["email", "role", ...REACH_FIELDS],
  load(c) {
    requireMemberManager(c.var.place.actor);
    return openProjects(c.var.place, c.var.dependencies);
  },
  page: (c, projects, values, problems) => (
    <AddMemberPage place={c.var.place} projects={projects} values={values} problems={problems} />
  ),
  async save(c, values) {
    const { place, dependencies } = c.var;
    const { organizationId: organization, base } = place;
    const who = {
      organization,
      email: values.text("email"),
      role: roleIn(values),
      projects: reachIn(values),
    };
    const { member, already } = await addMember(place.actor, who, dependencies);
    return seeOther(already ? `${base}/members?done=already` : `${base}/members/${member.id}?done=added`);
  },
};

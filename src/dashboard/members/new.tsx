import { addMember } from "../../access/add-member.ts";
import { requireMemberManager } from "../../access/permissions.ts";
import { seeOther } from "../frame/answers.ts";
import type { FormScreen } from "../frame/form-screen.ts";
import { AddMemberPage } from "./add-member-page.tsx";
import { roleIn } from "./roles.ts";

/** Adds a member. */
export const newMember: FormScreen<void> = {
  fields: ["email", "role"],
  load: (c) => requireMemberManager(c.var.place.actor),
  page: (c, _, values, problems) => <AddMemberPage place={c.var.place} values={values} problems={problems} />,
  async save(c, values) {
    const { place, dependencies } = c.var;
    const input = { organization: place.organizationId, email: values.text("email"), role: roleIn(values) };
    const { already } = await addMember(place.actor, input, dependencies);
    return seeOther(`${place.base}/members?done=${already ? "already" : "added"}`);
  },
};

import { ROLES, type Role } from "../../access/actor.ts";
import type { Option } from "../components/field.tsx";
import type { FormValues } from "../layout/forms.ts";

/** What each role may do, in plain words. */
const MEANINGS: Readonly<Record<Role, string>> = {
  owner: "Everything: links, codes, API keys, projects and members.",
  editor: "Creates and changes links and codes, and sees their visits.",
  viewer: "Sees links, codes and visits, and changes nothing.",
};

/** The roles as options of a form. */
export const ROLE_OPTIONS: readonly Option[] = ROLES.map((role) => ({
  value: role,
  label: role.charAt(0).toUpperCase() + role.slice(1),
  hint: MEANINGS[role],
}));

/** The hint of the choice of all projects. */
export const REACH_HINT = "Also those that are created later. An owner has all projects in any case.";

/** The role that a form names. The verb checks that it is one. */
export const roleIn = (values: FormValues): Role => values.text("role") as Role;

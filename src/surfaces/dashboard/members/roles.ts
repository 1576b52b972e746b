import { ROLES, type Role } from "../../../features/access/actor.ts";
import type { Option } from "../components/field.tsx";
import type { FormValues } from "../layout/forms.ts";

/** What each role can do. */
const MEANINGS: Readonly<Record<Role, string>> = {
  owner: "Can do everything, including API keys, projects and members.",
  editor: "Can create and change links and codes, and see visits.",
  viewer: "Can see links, codes and visits.",
};

/** The roles as options of a form. */
export const ROLE_OPTIONS: readonly Option[] = ROLES.map((role) => ({
  value: role,
  label: role.charAt(0).toUpperCase() + role.slice(1),
  hint: MEANINGS[role],
}));

/** The hint of the choice of all projects. */
export const REACH_HINT = "Including future projects. Owners always have all projects.";

/** The role of a form. The verb validates it. */
export const roleIn = (values: FormValues): Role => values.text("role") as Role;

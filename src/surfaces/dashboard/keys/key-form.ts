import type { KeyRequest } from "../../../features/access/issue-key.ts";
import type { Grace } from "../../../features/access/rotate-key.ts";
import { SCOPE_DESCRIPTIONS } from "../../../features/access/scope-descriptions.ts";
import { OPERATION_SCOPES, type Scope } from "../../../ground/core/vocabulary.ts";
import type { Option } from "../components/field.tsx";
import { reachIn } from "../components/reach-field.tsx";
import type { FormValues } from "../layout/forms.ts";

/** The fields of the form that issues a key, named like the verb's input. */
export const KEY_FIELDS = ["name", "projects", "scopes", "expiresAt"] as const;

const isOperation = (scope: Scope): boolean => OPERATION_SCOPES.some((each) => each === scope);

const option = ({ scope, label, sentence }: (typeof SCOPE_DESCRIPTIONS)[number]): Option => ({
  value: scope,
  label,
  hint: sentence,
});

/** The operations that a key can be allowed. */
export const OPERATION_OPTIONS = SCOPE_DESCRIPTIONS.filter(({ scope }) => isOperation(scope)).map(option);

/** The retailers that a key can create links for. */
export const RETAILER_OPTIONS: readonly Option[] = SCOPE_DESCRIPTIONS.filter(
  ({ scope }) => !isOperation(scope),
).map(({ scope, label }) => ({ value: scope, label }));

/** How long the old key keeps working. */
export const GRACE_OPTIONS: readonly (Option & { value: Grace })[] = [
  { value: "24h", label: "24 hours", hint: "Time to update one program." },
  { value: "7d", label: "7 days", hint: "Time to update several programs or teams." },
  {
    value: "0",
    label: "None",
    hint: "The old key stops working immediately. Choose this if it may have leaked.",
  },
];

/**
 * The key that the form describes. The verb validates it, so problems appear beside their fields. A key expires at the end of the day in UTC.
 */
export function keyRequestIn(values: FormValues, organization: string): KeyRequest {
  const day = values.text("expiresAt");
  return {
    organization,
    name: values.text("name"),
    projects: reachIn(values),
    createProjects: [],
    scopes: values.all("scopes") as Scope[],
    expiresAt: day === "" ? null : `${day}T23:59:59.999Z`,
  };
}

/** The grace period of a form. The verb validates it. */
export const graceIn = (values: FormValues): Grace => values.text("grace") as Grace;

import type { KeyRequest } from "../../access/issue-key.ts";
import type { Grace } from "../../access/rotate-key.ts";
import { SCOPE_DESCRIPTIONS } from "../../access/scope-descriptions.ts";
import { OPERATION_SCOPES, type Scope } from "../../core/vocabulary.ts";
import type { Option } from "../components/field.tsx";
import { reachIn } from "../components/reach-field.tsx";
import type { FormValues } from "../layout/forms.ts";

/** The fields of the form that issues a key. They have the names of the verb's input. */
export const KEY_FIELDS = ["name", "projects", "scopes", "expiresAt"] as const;

const isOperation = (scope: Scope): boolean => OPERATION_SCOPES.some((each) => each === scope);

const option = ({ scope, label, sentence }: (typeof SCOPE_DESCRIPTIONS)[number]): Option => ({
  value: scope,
  label,
  hint: sentence,
});

/** What a key may do, as options. */
export const OPERATION_OPTIONS = SCOPE_DESCRIPTIONS.filter(({ scope }) => isOperation(scope)).map(option);

/** At which retailers a key may write, as options. The heading above them says what they are for. */
export const RETAILER_OPTIONS: readonly Option[] = SCOPE_DESCRIPTIONS.filter(
  ({ scope }) => !isOperation(scope),
).map(({ scope, label }) => ({ value: scope, label }));

/** How long the old key works on, as options. */
export const GRACE_OPTIONS: readonly (Option & { value: Grace })[] = [
  { value: "24h", label: "24 hours", hint: "Time to put the new key into one program." },
  { value: "7d", label: "7 days", hint: "Time for several programs, or for other people." },
  { value: "0", label: "None", hint: "The old key ends at once. Choose this if somebody else may know it." },
];

/**
 * The key that the form asks for. The verb checks it, so that what is no scope or no date is told beside its field. An
 * expiry is the end of the day, in UTC.
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

/** The grace period that a form names. The verb checks that it is one. */
export const graceIn = (values: FormValues): Grace => values.text("grace") as Grace;

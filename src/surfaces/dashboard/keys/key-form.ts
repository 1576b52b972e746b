import type { Grace } from "../../../features/access/rotate-key.ts";
import { SCOPE_DESCRIPTIONS } from "../../../features/access/scope-descriptions.ts";
import { OPERATION_SCOPES, type Scope } from "../../../ground/core/vocabulary.ts";
import type { Option } from "../components/field.tsx";
import { REACH_FIELDS } from "../components/reach-field.tsx";
import { endOfDay, oneText, textFor, textsFor } from "../layout/forms.ts";

/**
 * The fields of the form that issues a key, named like the verb's input. A key expires at the end of the day in UTC.
 */
export const KEY_FIELDS = {
  name: oneText,
  ...REACH_FIELDS,
  scopes: textsFor<Scope>(),
  expiresAt: endOfDay,
};

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

/** The grace period of a form. */
export const GRACE = textFor<Grace>();

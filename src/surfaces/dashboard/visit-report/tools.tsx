import type { Child } from "hono/jsx";
import type { Option } from "../components/field.tsx";

/**
 * Menus that change the view: a choice applies immediately, or by the button without scripts. `hidden` are the URL's other parameters.
 */
export const ToolForm = ({
  action,
  hidden,
  children,
}: {
  action: string;
  hidden: readonly (readonly [string, string])[];
  children: Child;
}) => (
  <form method="get" action={action} class="tool-form" data-apply="" autocomplete="off">
    <HiddenFields fields={hidden} />
    {children}
    <button type="submit" class="button plain">
      Show
    </button>
  </form>
);

/** A menu beside its label. */
export const ToolSelect = ({
  name,
  label,
  value,
  options,
}: {
  name: string;
  label: string;
  value: string;
  options: readonly Option[];
}) => (
  <label class="tool">
    <span>{label}</span>
    <select name={name}>
      {options.map((option) => (
        <option value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);

/** Hidden fields of a form. */
export const HiddenFields = ({ fields }: { fields: readonly (readonly [string, string])[] }) => (
  <>
    {fields.map(([name, value]) => (
      <input type="hidden" name={name} value={value} />
    ))}
  </>
);

/** The URL's parameters without these names. */
export const otherParameters = (
  parameters: URLSearchParams,
  names: readonly string[],
): readonly (readonly [string, string])[] =>
  [...parameters].filter(([name, value]) => value !== "" && ![...names, "all"].includes(name));

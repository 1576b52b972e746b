import type { Child } from "hono/jsx";
import { withoutApiKeys } from "../../../ground/core/api-key-format.ts";
import { ChoiceField, type Option, Problem, SelectField, TextArea, TextField } from "../components/field.tsx";
import { CHOICE_LABELS } from "../labels/choice-labels.ts";
import { labelsOf } from "../labels/form-labels.ts";
import { CODES_LIST, isTyped, namesListOf, withCodeNames } from "./condition-texts.ts";
import type { ControlField } from "./form-shape.ts";

/** What all controls of a form need. */
export interface FormContext {
  /** What is wrong, by the name of the control. */
  problems: ReadonlyMap<string, string>;
  focus: string | undefined;
  /** The projects in the menu of projects; null if there is no menu. */
  projects: readonly Option[] | null;
  /** Notes to add to the hints of fields, by the name of the field. */
  notes: ReadonlyMap<string, string>;
  /** Names and pictures of products, by the name of the row. */
  products: ReadonlyMap<string, Child>;
  /** Whether the form was just opened, so that nothing is said about what is empty. */
  isFresh?: boolean;
  /** Whether the fields are in a fold, where every field outside a list is optional. */
  folded?: boolean;
  /** Whether the fields are in a row's fold, where every field is optional. */
  inDetails?: boolean;
}

export const Control = ({
  field,
  name,
  text,
  context,
}: {
  field: ControlField;
  name: string;
  text: string;
  context: FormContext;
}) => {
  const { label, hint: ownHint, standard, example } = labelsOf(name);
  // A field with a default is not called optional.
  const isPlain =
    field.required ||
    context.inDetails ||
    (field.kind === "number" && field.defaultValue !== undefined) ||
    (context.folded && !name.includes("["));
  const hint = [ownHint, context.notes.get(name)].filter(Boolean).join(" ");
  const common = {
    name,
    label: isPlain ? label : `${label} (optional)`,
    ...(hint !== "" && { hint }),
    placeholder: example,
    value: name === "metadata" ? withoutApiKeys(text) : text,
    error: context.problems.get(name),
    autofocus: context.focus === name,
  };
  if (name === "projectId" && context.projects) return <SelectField {...common} options={context.projects} />;
  switch (field.kind) {
    case "hidden":
      return <input type="hidden" name={name} value={text} />;
    case "choice":
      if (isTick(field, standard)) return <Tick {...common} label={label} text={text} />;
      return <SelectField {...common} label={label} options={choices(field, text, standard)} />;
    case "lines":
      if (field.values)
        return (
          <ChoiceField
            {...common}
            type="checkbox"
            values={text.split("\n")}
            options={field.values.map((value) => ({ value, label: CHOICE_LABELS[value] ?? value }))}
          />
        );
      if (isTyped(field.path))
        return (
          <TextField
            {...common}
            value={field.codes ? withCodeNames(text, field.codes) : text}
            list={field.codes ? CODES_LIST : namesListOf(field.path)}
            spellcheck={false}
          />
        );
      return <TextArea {...common} rows={Math.min(text.split("\n").length, 8)} />;
    case "json":
      return <TextArea {...common} rows={Math.min(Math.max(text.split("\n").length, 3), 16)} />;
    case "number":
      return (
        <TextField
          {...common}
          inputMode={field.integer ? "numeric" : "decimal"}
          placeholder={field.defaultValue ?? example}
          required={field.required}
        />
      );
    case "url":
      return <TextField {...common} inputMode="url" placeholder="https://" required={field.required} />;
    case "time":
      return (
        <TextField
          {...common}
          label={`${common.label}, time zone ${field.zone.name}`}
          type="datetime-local"
          placeholder="2026-12-01 09:00"
          required={field.required}
        />
      );
    case "text":
      return field.multiline ? (
        <TextArea {...common} rows={5} />
      ) : (
        <TextField {...common} required={field.required} />
      );
  }
};

/** Whether a field is a box to check: yes or no, and no unless it is checked. `standard` is that of its labels. */
export const isTick = (
  { boolean, defaultValue }: Extract<ControlField, { kind: "choice" }>,
  standard: string | undefined,
): boolean => boolean && (standard ?? defaultValue) === "false";

/** A box to check. Unchecked, it sends a stored "no" again, which differs from no value for programs. */
const Tick = ({
  text,
  ...field
}: {
  name: string;
  label: string;
  hint?: Child;
  error: string | undefined;
  autofocus: boolean;
  text: string;
}) => (
  <div class="field">
    <label class="choice">
      <input
        type="checkbox"
        id={field.name}
        name={field.name}
        value="true"
        checked={text === "true"}
        autofocus={field.autofocus || Boolean(field.error)}
        aria-invalid={field.error ? "true" : undefined}
        aria-describedby={field.error && `${field.name}-error`}
      />
      <span>
        {field.label}
        {field.hint && <small>{field.hint}</small>}
      </span>
    </label>
    {text === "false" && <input type="hidden" name={field.name} value="false" />}
    <Problem {...field} />
  </div>
);

/**
 * The options of a menu. An unknown text that was sent stays, so that it can be corrected. A value that is the `standard` has
 * the same option as no value.
 */
function choices(
  { values, defaultValue }: Extract<ControlField, { kind: "choice" }>,
  text: string,
  standard: string | undefined,
): Option[] {
  const labelOf = (value: string) => CHOICE_LABELS[value] ?? value;
  const unset = defaultValue === undefined ? "Automatic" : `Default: ${labelOf(defaultValue).toLowerCase()}`;
  const others = text === "" || values.includes(text) ? [] : [text];
  return [
    { value: text === standard ? text : "", label: standard === undefined ? unset : labelOf(standard) },
    ...[...values, ...others]
      .filter((value) => value !== standard)
      .map((value) => ({ value, label: labelOf(value) })),
  ];
}

import type { Child } from "hono/jsx";

/** What every field of a form has. */
interface FieldText {
  name: string;
  label: string;
  hint?: Child;
  error?: Child;
  /** Below the control: what becomes of the value. */
  result?: Child;
  autofocus?: boolean;
}

/** The ids that tie hint and error to a control, for screen readers. */
const describedBy = ({ name, hint, error }: Omit<FieldText, "label">): string | undefined =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;

/** The browser gives the focus to the first field that wants it: the one with the first problem, if any. */
const takesFocus = ({ autofocus, error }: Pick<FieldText, "autofocus" | "error">): boolean =>
  autofocus === true || Boolean(error);

/** What ties a control to its label, hint and problem. */
const controlOf = (field: Omit<FieldText, "label">) => ({
  id: field.name,
  name: field.name,
  autofocus: takesFocus(field),
  "aria-describedby": describedBy(field),
  "aria-invalid": field.error ? ("true" as const) : undefined,
});

export const Hint = ({ name, hint }: Pick<FieldText, "name" | "hint">) =>
  hint ? (
    <p class="hint" id={`${name}-hint`}>
      {hint}
    </p>
  ) : null;

export const Problem = ({ name, error }: Pick<FieldText, "name" | "error">) =>
  error ? (
    <p class="problem" id={`${name}-error`}>
      {error}
    </p>
  ) : null;

/** A control with its label, hint and problem. */
const Labeled = ({ field, children }: { field: FieldText; children: Child }) => (
  <div class="field">
    <label for={field.name}>{field.label}</label>
    <Hint {...field} />
    {children}
    <Problem {...field} />
    {field.result}
  </div>
);

/** One line of text. */
export const TextField = (
  field: FieldText & {
    value?: string | undefined;
    /** Not given: text. */
    type?: "email" | "date" | "datetime-local" | "search" | "url" | "number" | undefined;
    /** The keyboard of a phone. */
    inputMode?: "numeric" | "decimal" | "url";
    required?: boolean;
    maxLength?: number;
    /** What a browser checks. */
    pattern?: string;
    autocomplete?: string;
    placeholder?: string | undefined;
    spellcheck?: boolean;
    /** The id of a `datalist` with suggestions. */
    list?: string | undefined;
    /** The name in the command menu, and the key. */
    command?: string;
    shortcut?: string;
  },
) => (
  <Labeled field={field}>
    <input
      {...controlOf(field)}
      type={field.type}
      inputmode={field.inputMode}
      value={field.value ?? ""}
      required={field.required}
      maxLength={field.maxLength}
      pattern={field.pattern}
      autocomplete={field.autocomplete}
      placeholder={field.placeholder}
      spellcheck={field.spellcheck}
      list={field.list}
      data-command={field.command}
      data-key={field.shortcut}
    />
  </Labeled>
);

/** A file. The form around it needs `upload`. */
export const FileField = (field: FieldText & { accept: string }) => (
  <Labeled field={field}>
    <input {...controlOf(field)} type="file" accept={field.accept} />
  </Labeled>
);

/** Several lines of text. */
export const TextArea = (
  field: FieldText & {
    value?: string | undefined;
    rows?: number;
    placeholder?: string | undefined;
    maxLength?: number;
    spellcheck?: boolean;
    autocomplete?: string;
  },
) => (
  <Labeled field={field}>
    <textarea
      {...controlOf(field)}
      rows={field.rows ?? 4}
      placeholder={field.placeholder}
      maxlength={field.maxLength}
      spellcheck={field.spellcheck}
      autocomplete={field.autocomplete}
    >
      {field.value ?? ""}
    </textarea>
  </Labeled>
);

/** One choice of a list. */
export interface Option {
  value: string;
  label: string;
  hint?: string | undefined;
  /** Above it, in visible options: the name of the group that it begins. */
  heading?: string | undefined;
  /** In a menu: its group. The options of a group are together. */
  group?: string | undefined;
}

type MenuProps = Omit<FieldText, "label"> & { value?: string | undefined; options: readonly Option[] };

/** A menu of options, whose label is elsewhere. */
export const Select = (field: MenuProps) => (
  <select {...controlOf(field)}>
    {Array.from(
      Map.groupBy(field.options, ({ group }) => group),
      ([group, options]) => {
        const shown = options.map(({ value, label }) => (
          <option value={value} selected={value === (field.value ?? "")}>
            {label}
          </option>
        ));
        return group === undefined ? shown : <optgroup label={group}>{shown}</optgroup>;
      },
    )}
  </select>
);

/** A menu of options. */
export const SelectField = (field: FieldText & MenuProps) => (
  <Labeled field={field}>
    <Select {...field} />
  </Labeled>
);

/** Visible options: one can be chosen (`radio`), or any number (`checkbox`). */
export const ChoiceField = (
  field: FieldText & {
    type: "radio" | "checkbox";
    values: readonly string[];
    options: readonly Option[];
    /** In columns on a wide screen. */
    columns?: boolean;
  },
) => (
  <fieldset class="field" aria-describedby={describedBy(field)}>
    <legend>{field.label}</legend>
    <Hint {...field} />
    <div class={field.columns ? "choices columns" : "choices"}>
      {field.options.map(({ value, label, hint, heading }, index) => (
        <>
          {heading && <strong>{heading}</strong>}
          <label class="choice">
            <input
              type={field.type}
              name={field.name}
              value={value}
              checked={field.values.includes(value)}
              autofocus={takesFocus(field) && index === 0}
              aria-invalid={field.error ? "true" : undefined}
            />
            <span>
              {label}
              {hint && <small>{hint}</small>}
            </span>
          </label>
        </>
      ))}
    </div>
    <Problem {...field} />
  </fieldset>
);

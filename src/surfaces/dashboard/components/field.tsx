import type { Child } from "hono/jsx";

/** What every field of a form has. */
interface FieldText {
  name: string;
  label: string;
  hint?: Child;
  /** What is wrong with the value. */
  error?: string | undefined;
}

/** The ids that tie hint and error to a control, for screen readers. */
const describedBy = ({ name, hint, error }: FieldText): string | undefined =>
  [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ") || undefined;

/** The browser gives the focus to the first field that wants it: the one with the first problem, if any. */
const takesFocus = ({ autofocus, error }: { autofocus?: boolean; error?: string | undefined }): boolean =>
  autofocus === true || error !== undefined;

const Hint = ({ name, hint }: FieldText) =>
  hint ? (
    <p class="hint" id={`${name}-hint`}>
      {hint}
    </p>
  ) : null;

const Problem = ({ name, error }: FieldText) =>
  error ? (
    <p class="problem" id={`${name}-error`}>
      {error}
    </p>
  ) : null;

/** One line of text. */
export const TextField = (
  field: FieldText & {
    value?: string | undefined;
    type?: "text" | "email" | "date" | "datetime-local" | "search" | "url" | "number";
    /** The keyboard of a phone. */
    inputMode?: "numeric" | "decimal" | "url";
    required?: boolean;
    maxLength?: number;
    autofocus?: boolean;
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
  <div class="field">
    <label for={field.name}>{field.label}</label>
    <Hint {...field} />
    <input
      id={field.name}
      name={field.name}
      type={field.type ?? "text"}
      inputmode={field.inputMode}
      value={field.value ?? ""}
      required={field.required}
      maxLength={field.maxLength}
      autofocus={takesFocus(field)}
      autocomplete={field.autocomplete ?? "off"}
      placeholder={field.placeholder}
      spellcheck={field.spellcheck}
      list={field.list}
      data-command={field.command}
      data-key={field.shortcut}
      aria-describedby={describedBy(field)}
      aria-invalid={field.error ? "true" : undefined}
    />
    <Problem {...field} />
  </div>
);

/** A file. The form around it needs `upload`. */
export const FileField = (field: FieldText & { accept: string; autofocus?: boolean }) => (
  <div class="field">
    <label for={field.name}>{field.label}</label>
    <Hint {...field} />
    <input
      id={field.name}
      name={field.name}
      type="file"
      accept={field.accept}
      autofocus={takesFocus(field)}
      aria-describedby={describedBy(field)}
      aria-invalid={field.error ? "true" : undefined}
    />
    <Problem {...field} />
  </div>
);

/** Several lines of text. */
export const TextArea = (
  field: FieldText & {
    value?: string | undefined;
    rows?: number;
    placeholder?: string | undefined;
    autofocus?: boolean;
  },
) => (
  <div class="field">
    <label for={field.name}>{field.label}</label>
    <Hint {...field} />
    <textarea
      id={field.name}
      name={field.name}
      rows={field.rows ?? 4}
      placeholder={field.placeholder}
      autofocus={takesFocus(field)}
      aria-describedby={describedBy(field)}
      aria-invalid={field.error ? "true" : undefined}
    >
      {field.value ?? ""}
    </textarea>
    <Problem {...field} />
  </div>
);

/** One choice of a list. */
export interface Option {
  value: string;
  label: string;
  hint?: string | undefined;
  /** Above it, in visible options: the name of the group that it begins. */
  heading?: string | undefined;
}

/** A menu of options. */
export const SelectField = (
  field: FieldText & { value?: string | undefined; options: readonly Option[]; autofocus?: boolean },
) => (
  <div class="field">
    <label for={field.name}>{field.label}</label>
    <Hint {...field} />
    <select
      id={field.name}
      name={field.name}
      autofocus={takesFocus(field)}
      aria-describedby={describedBy(field)}
      aria-invalid={field.error ? "true" : undefined}
    >
      {field.options.map(({ value, label }) => (
        <option value={value} selected={value === (field.value ?? "")}>
          {label}
        </option>
      ))}
    </select>
    <Problem {...field} />
  </div>
);

/** Visible options: one can be chosen (`radio`), or any number (`checkbox`). */
export const ChoiceField = (
  field: FieldText & {
    type: "radio" | "checkbox";
    values: readonly string[];
    options: readonly Option[];
    /** In columns on a wide screen. */
    columns?: boolean;
    autofocus?: boolean;
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

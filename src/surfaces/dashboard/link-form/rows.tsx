import { Button } from "../components/actions.tsx";
import { Hint, Problem } from "../components/field.tsx";
import { labelsOf } from "../labels/form-labels.ts";
import { Control, type FormContext } from "./control.tsx";
import type { FormField, RowsField } from "./form-shape.ts";
import { controlName, type FormState, isBlank, type RowState, rowMarker, rowName } from "./form-state.ts";

/** A field of any kind. `row` is the name of the row around it, or empty. */
export const Field = ({
  field,
  state,
  row,
  context,
}: {
  field: FormField;
  state: FormState;
  row: string;
  context: FormContext;
}) => {
  const name = controlName(row, field.path);
  return field.kind === "rows" ? (
    <Rows field={field} name={name} rows={state.rows.get(field.path) ?? []} context={context} />
  ) : (
    <Control field={field} name={name} text={state.texts.get(field.path) ?? ""} context={context} />
  );
};

/** A list of objects, one row each. The buttons submit the form to add or remove a row. */
const Rows = ({
  field,
  name,
  rows,
  context,
}: {
  field: RowsField;
  name: string;
  rows: readonly RowState[];
  context: FormContext;
}) => {
  const { label, row: rowLabel = "Row", hint } = labelsOf(name);
  const error = context.problems.get(name);
  // An offer needs no explanation of its own.
  const note = [!name.startsWith("offers[") && hint, context.notes.get(name)].filter(Boolean).join(" ");
  const isFocused = context.focus === name;
  // The focus of a list goes to its last row, which may be new.
  const [first] = field.item.fields;
  const last = first && controlName(rowName(name, rows.length - 1), first.path);
  const ids = [note && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <fieldset
      class="field rows"
      id={name}
      tabindex={isFocused && rows.length === 0 ? -1 : undefined}
      autofocus={isFocused && rows.length === 0}
      aria-describedby={ids || undefined}
    >
      <legend>{field.required || context.folded ? label : `${label} (optional)`}</legend>
      <Hint name={name} hint={note} />
      <Problem name={name} error={error} />
      {rows.map((row, index) => (
        <Row
          field={field}
          name={rowName(name, index)}
          title={`${rowLabel} ${index + 1}`}
          row={row}
          context={isFocused ? { ...context, focus: last } : context}
          removable={rows.length > field.min}
        />
      ))}
      {rows.length < field.max && (
        <Button emphasis="plain" name="step" value={`add:${name}`}>
          Add {/^[aeiou]/i.test(rowLabel) ? "an" : "a"} {rowLabel.toLowerCase()}
        </Button>
      )}
    </fieldset>
  );
};

/** One line of a list. The stylesheet shows the labels of the first row only. */
const Row = ({
  field,
  name,
  title,
  row,
  context,
  removable,
}: {
  field: RowsField;
  name: string;
  title: string;
  row: RowState;
  context: FormContext;
  /** Whether the list may have fewer rows. */
  removable: boolean;
}) => {
  const isFolded = ({ path }: FormField) => labelsOf(controlName(name, path)).folded === true;
  const folded = field.item.fields.filter(isFolded);
  const isUsed = folded.some((each) => isInUse(each, row, controlName(name, each.path), context));
  const show = (each: FormField) => <Field field={each} state={row} row={name} context={context} />;
  return (
    <fieldset class="row">
      <legend class="hidden">{title}</legend>
      <input type="hidden" name={rowMarker(name)} value={row.origin ?? ""} />
      <div class="row-fields">
        {field.item.fields.filter((each) => !isFolded(each)).map(show)}
        {removable && (
          <button class="button plain remove" type="submit" name="step" value={`remove:${name}`}>
            <span class="hidden">Remove {title.toLowerCase()}</span>
          </button>
        )}
      </div>
      {context.products.get(name)}
      {folded.length > 0 && (
        <details open={isUsed}>
          <summary>
            Details<span class="hidden"> of {title.toLowerCase()}</span>
          </summary>
          <div class="row-fields">{folded.map(show)}</div>
        </details>
      )}
    </fieldset>
  );
};

/** Whether a field has a problem or the focus. */
export const isConcerned = (
  name: string,
  { problems, focus }: Pick<FormContext, "problems" | "focus">,
): boolean =>
  [focus, ...problems.keys()].some((each) => each === name || each?.startsWith(`${name}[`) === true);

/** Whether a field has to be visible at once: it has a value, a problem or the focus. */
export const isInUse = (
  field: FormField,
  state: FormState,
  name: string,
  context: Pick<FormContext, "problems" | "focus">,
): boolean =>
  isConcerned(name, context) ||
  (field.kind === "rows"
    ? (state.rows.get(field.path) ?? []).some((row) => !isBlank(row))
    : (state.texts.get(field.path) ?? "").trim() !== "");

/** Whether a field makes a difference. The API stores some that a link does not use, such as products of a web page. */
export function isUsed({ path, kind, required }: FormField, retailer: string): boolean {
  if (required) return true;
  if (path === "customUrl" || path === "products") return false;
  if (kind === "json") return path === "metadata";
  return retailer !== "custom" || !/^(?:fallbackUrl|location\.)/.test(path);
}

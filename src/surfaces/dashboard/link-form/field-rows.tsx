import { Button } from "../components/actions.tsx";
import { Hint, Problem } from "../components/field.tsx";
import { labelsOf } from "../labels/form-labels.ts";
import { Control, type FormContext } from "./control.tsx";
import type { FormField, RowsField } from "./form-shape.ts";
import {
  controlName,
  type FormState,
  isBlank,
  NEW_ROW,
  type RowState,
  rowMarker,
  rowName,
} from "./form-state.ts";

interface FieldProps {
  field: FormField;
  state: FormState;
  /** The name of the row around it, or empty. */
  row: string;
  context: FormContext;
}

export const Field = ({ field, state, row, context }: FieldProps) => {
  const name = controlName(row, field.path);
  return field.kind === "rows" ? (
    <Rows field={field} name={name} rows={state.rows.get(field.path) ?? []} context={context} />
  ) : (
    <Control field={field} name={name} text={state.texts.get(field.path) ?? ""} context={context} />
  );
};

interface RowsProps {
  field: RowsField;
  name: string;
  rows: readonly RowState[];
  context: FormContext;
}

/** A list of objects, one row each. The buttons submit the form to add or remove a row. */
const Rows = (props: RowsProps) => {
  const { field, name, rows, context } = props;
  const { label, row: rowLabel = "Row", hint } = labelsOf(name);
  const error = context.problems.get(name);
  // An offer needs no explanation of its own.
  const note = [!name.startsWith("offers[") && hint, context.notes.get(name)].filter(Boolean).join(" ");
  const takesFocus = context.focus === name && rows.length === 0;
  const ids = [note && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <fieldset
      class="field rows"
      id={name}
      tabindex={takesFocus ? -1 : undefined}
      autofocus={takesFocus}
      aria-describedby={ids || undefined}
    >
      <legend>{field.required || context.folded ? label : `${label} (optional)`}</legend>
      <Hint name={name} hint={note} />
      <Problem name={name} error={error} />
      {rows.map((_, index) => (
        <Row {...props} index={index} title={`${rowLabel} ${index + 1}`} />
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
  name: list,
  rows,
  context: all,
  index,
  title,
}: RowsProps & { index: number; title: string }) => {
  const name = rowName(list, index);
  const row = rows[index] ?? NEW_ROW;
  const { fields } = field.item;
  // The focus of a list goes to its last row, which may be new.
  const last = fields[0] && controlName(rowName(list, rows.length - 1), fields[0].path);
  const context = all.focus === list ? { ...all, focus: last } : all;
  const isFolded = ({ path }: FormField) => labelsOf(controlName(name, path)).folded === true;
  const folded = fields.filter(isFolded);
  const isOpen = folded.some((each) => isInUse(each, row, controlName(name, each.path), context));
  const show = (each: FormField) => <Field field={each} state={row} row={name} context={context} />;
  return (
    <fieldset class="row">
      <legend class="hidden">{title}</legend>
      <input type="hidden" name={rowMarker(name)} value={row.origin ?? ""} />
      <div class="row-fields">
        {fields.filter((each) => !isFolded(each)).map(show)}
        {rows.length > field.min && (
          <button class="button plain remove" type="submit" name="step" value={`remove:${name}`}>
            <span class="hidden">Remove {title.toLowerCase()}</span>
          </button>
        )}
      </div>
      {context.products.get(name)}
      {folded.length > 0 && (
        <details open={isOpen}>
          <summary>
            Details<span class="hidden"> of {title.toLowerCase()}</span>
          </summary>
          <div class="row-fields">{folded.map(show)}</div>
        </details>
      )}
    </fieldset>
  );
};

type Concern = Pick<FormContext, "problems" | "focus">;

/** Whether a field has a problem or the focus. */
export const isConcerned = (name: string, { problems, focus }: Concern): boolean =>
  [focus, ...problems.keys()].some((each) => each === name || each?.startsWith(`${name}[`) === true);

/** Whether a field has to be visible at once: it has a value, a problem or the focus. */
export const isInUse = (field: FormField, state: FormState, name: string, context: Concern): boolean =>
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

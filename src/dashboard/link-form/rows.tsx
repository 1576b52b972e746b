import { Button } from "../components/actions.tsx";
import { wordsOf } from "../labels/form-words.ts";
import { Control, type Shown } from "./control.tsx";
import type { FormField, RowsField } from "./form-shape.ts";
import { controlName, type FormState, isBlank, type RowState, rowMarker, rowName } from "./form-state.ts";

/** A field of any kind. `row` is the name of the row around it, or empty. */
export const Field = ({
  field,
  state,
  row,
  shown,
}: {
  field: FormField;
  state: FormState;
  row: string;
  shown: Shown;
}) => {
  const name = controlName(row, field.path);
  return field.kind === "rows" ? (
    <Rows field={field} name={name} rows={state.rows.get(field.path) ?? []} shown={shown} />
  ) : (
    <Control field={field} name={name} text={state.texts.get(field.path) ?? ""} shown={shown} />
  );
};

/** A list of objects: a block for each, and buttons that send the form to get one more or one less. */
const Rows = ({
  field,
  name,
  rows,
  shown,
}: {
  field: RowsField;
  name: string;
  rows: readonly RowState[];
  shown: Shown;
}) => {
  const { label, row: one = "Row" } = wordsOf(name);
  const error = shown.problems.get(name);
  const isFocused = shown.focus === name;
  // The focus of a list goes to its last row, which may be new.
  const [first] = field.item.fields;
  const last = first && controlName(rowName(name, rows.length - 1), first.path);
  const shownRows = isFocused ? { ...shown, focus: last } : shown;
  return (
    <fieldset
      class="field rows"
      id={name}
      tabindex={isFocused && rows.length === 0 ? -1 : undefined}
      autofocus={isFocused && rows.length === 0}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend>{field.required ? label : `${label} (optional)`}</legend>
      {error && (
        <p class="problem" id={`${name}-error`}>
          {error}
        </p>
      )}
      {rows.map((row, index) => (
        <Row
          field={field}
          name={rowName(name, index)}
          title={`${one} ${index + 1}`}
          row={row}
          shown={shownRows}
          removable={rows.length > field.min}
        />
      ))}
      {rows.length < field.max && (
        <Button emphasis="plain" name="step" value={`add:${name}`}>
          Add {/^[aeiou]/i.test(one) ? "an" : "a"} {one.toLowerCase()}
        </Button>
      )}
    </fieldset>
  );
};

const Row = ({
  field,
  name,
  title,
  row,
  shown,
  removable,
}: {
  field: RowsField;
  name: string;
  title: string;
  row: RowState;
  shown: Shown;
  /** Whether the list can do without it. */
  removable: boolean;
}) => {
  const isFolded = ({ path }: FormField) => wordsOf(controlName(name, path)).folded === true;
  const folded = field.item.fields.filter(isFolded);
  const [first, ...others] = folded;
  const isUsed = folded.some((each) => isInUse(each, row, controlName(name, each.path), shown));
  const show = (each: FormField) => <Field field={each} state={row} row={name} shown={shown} />;
  return (
    <fieldset class="row">
      <legend>{title}</legend>
      <input type="hidden" name={rowMarker(name)} value={row.origin ?? ""} />
      <div class="row-fields">{field.item.fields.filter((each) => !isFolded(each)).map(show)}</div>
      {folded.length > 0 && (
        <details open={isUsed}>
          <summary>
            {first && others.length === 0 ? wordsOf(controlName(name, first.path)).label : "More about it"}
          </summary>
          <div class="row-fields">{folded.map(show)}</div>
        </details>
      )}
      {removable && (
        <button class="button plain small" type="submit" name="step" value={`remove:${name}`}>
          Remove <span class="hidden">{title.toLowerCase()}</span>
        </button>
      )}
    </fieldset>
  );
};

/** Whether a field that is closed at first has to be seen: it is filled in, it is wrong, or it takes the focus. */
export function isInUse(
  field: FormField,
  state: FormState,
  name: string,
  { problems, focus }: Shown,
): boolean {
  const concerned = (each: string | undefined) => each === name || each?.startsWith(`${name}[`) === true;
  const filled =
    field.kind === "rows"
      ? (state.rows.get(field.path) ?? []).some((row) => !isBlank(row))
      : (state.texts.get(field.path) ?? "").trim() !== "";
  return filled || concerned(focus) || [...problems.keys()].some(concerned);
}

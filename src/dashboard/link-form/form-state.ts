import { localText } from "../../core/zone-time.ts";
import { type ControlField, type FormShape, type RowsField, shapeOfRow } from "./form-shape.ts";

/** What stands in the form: texts of controls by path, and rows by the path of their list. */
export interface FormState {
  texts: ReadonlyMap<string, string>;
  rows: ReadonlyMap<string, readonly RowState[]>;
}

/** One row. */
export interface RowState extends FormState {
  /** Which element of the list it was when the form was opened; null for a new row. */
  origin: number | null;
}

/** Nothing typed yet, and no rows. */
export const EMPTY: FormState = { texts: new Map(), rows: new Map() };

/** The name of the hidden field that marks a row and says where it comes from. */
export const rowMarker = (row: string): string => `row:${row}`;

/** The name of a row, such as `products[0]`. */
export const rowName = (list: string, index: number): string => `${list}[${index}]`;

/** The name of a control; `row` is the name of the row around it, or empty. */
export const controlName = (row: string, path: string): string => (row === "" ? path : `${row}.${path}`);

/** The value at a dotted path; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const name of path.split(".")) {
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.getOwnPropertyDescriptor(found, name)?.value;
  }
  return found;
}

/** The text that a control shows for a value of a definition. */
export function shownText(field: ControlField, value: unknown): string {
  if (value === undefined) return "";
  if (field.kind === "time") {
    const time = new Date(String(value));
    return Number.isNaN(time.getTime()) ? String(value) : localText(time, field.zone);
  }
  if (field.kind === "lines") return Array.isArray(value) ? value.join("\n") : "";
  return field.kind === "json" ? JSON.stringify(value, null, 2) : String(value);
}

/** What the form shows for a definition, or for one element of a list. */
export function stateOf(shape: FormShape, definition: unknown): FormState {
  const texts = new Map<string, string>();
  const rows = new Map<string, RowState[]>();
  for (const field of shape.fields) {
    const value = valueAt(definition, field.path);
    if (field.kind !== "rows") texts.set(field.path, shownText(field, value));
    else {
      const elements: unknown[] = Array.isArray(value) ? value : [];
      rows.set(
        field.path,
        elements.map((element, origin) => {
          const item = shapeOfRow(field, (path) => valueAt(element, path));
          return { ...stateOf(item, element), origin };
        }),
      );
    }
  }
  return { texts, rows };
}

/** What a person sent, exactly as it was typed. `row` is the name of the row that is read. */
export function readState(shape: FormShape, entries: URLSearchParams, row = ""): FormState {
  const texts = new Map<string, string>();
  const rows = new Map<string, RowState[]>();
  for (const field of shape.fields) {
    const name = controlName(row, field.path);
    if (field.kind === "rows") rows.set(field.path, readRows(field, entries, name));
    else texts.set(field.path, entries.get(name) ?? "");
  }
  return { texts, rows };
}

function readRows(field: RowsField, entries: URLSearchParams, list: string): RowState[] {
  const rows: RowState[] = [];
  // One more than may be sent, so that the schema says what is too many.
  for (let index = 0; index <= field.max; index++) {
    const name = rowName(list, index);
    const marker = entries.get(rowMarker(name));
    if (marker === null) break;
    const item = shapeOfRow(field, (path) => entries.get(controlName(name, path)));
    const origin = /^\d+$/.test(marker) ? Number(marker) : null;
    rows.push({ ...readState(item, entries, name), origin });
  }
  return rows;
}

/** Whether nothing is typed in a state. */
export const isBlank = ({ texts, rows }: FormState): boolean =>
  [...texts.values()].every((text) => text.trim() === "") &&
  [...rows.values()].every((each) => each.every(isBlank));

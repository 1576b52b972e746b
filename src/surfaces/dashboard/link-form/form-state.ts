import { valueOfField } from "../../../ground/core/validation.ts";
import { localText } from "../../../ground/core/zone.ts";
import { CONDITION_PATHS, isCondition, isTyped, shownValues, withIdentifiers } from "./condition-texts.ts";
import { type ControlField, type FormShape, type RowsField, shapeOfRow } from "./form-shape.ts";

/** The content of the form: texts of controls by path, and rows by the path of their list. */
export interface FormState {
  texts: ReadonlyMap<string, string>;
  rows: ReadonlyMap<string, readonly RowState[]>;
}

export interface RowState extends FormState {
  /** Which element of the list it was when the form was opened; null for a new row. */
  origin: number | null;
  /** The paths of an offer's conditions that have a line, also an empty one. */
  conditions?: readonly string[];
}

export const EMPTY: FormState = { texts: new Map(), rows: new Map() };

/** The name of the hidden field that marks a row. It contains the row's `origin`. */
export const rowMarker = (row: string): string => `row:${row}`;

/** The name of a row, such as `products[0]`. */
export const rowName = (list: string, index: number): string => `${list}[${index}]`;

/** The name of a control; `row` is the name of the row around it, or empty. */
export const controlName = (row: string, path: string): string => (row === "" ? path : `${row}.${path}`);

/** The text that a control shows for a value of a definition. */
export function shownText(field: ControlField, value: unknown): string {
  if (value === undefined) return "";
  if (field.kind === "time") {
    const time = new Date(String(value));
    return Number.isNaN(time.getTime()) ? String(value) : localText(time, field.zone);
  }
  if (field.kind === "lines") {
    const texts: unknown[] = Array.isArray(value) ? value : [];
    if (isTyped(field.path)) return shownValues(field.path, texts);
    // Boxes are sent in their own order, and what was not among them after it.
    const boxes = field.values ?? [];
    const others = texts.filter((text) => !boxes.some((box) => box === text));
    return [...boxes.filter((box) => texts.includes(box)), ...others].join("\n");
  }
  return field.kind === "json" ? JSON.stringify(value, null, 2) : String(value);
}

/** The form of a definition, or a row of one element of a list. */
export function stateOf(shape: FormShape, definition: unknown): FormState {
  const texts = new Map<string, string>();
  const rows = new Map<string, RowState[]>();
  for (const field of shape.fields) {
    const value = valueOfField(definition, field.path);
    if (field.kind !== "rows") texts.set(field.path, shownText(field, value));
    else {
      const elements: unknown[] = Array.isArray(value) ? value : [];
      rows.set(
        field.path,
        elements.map((element, origin) => {
          const item = shapeOfRow(field, (path) => valueOfField(element, path));
          return { ...stateOf(item, element), origin };
        }),
      );
    }
  }
  return { texts, rows };
}

export const shapeIn = (field: RowsField, { texts }: FormState): FormShape =>
  shapeOfRow(field, (path) => texts.get(path));

/** What was typed, unchanged. `row` is the name of the row to read. */
export function readState(shape: FormShape, entries: URLSearchParams, row = ""): FormState {
  const texts = new Map<string, string>();
  const rows = new Map<string, RowState[]>();
  for (const field of shape.fields) {
    const name = controlName(row, field.path);
    if (field.kind === "rows") rows.set(field.path, readRows(field, entries, name));
    // A checked box is before the value of the unchecked one.
    else if (field.kind === "choice") texts.set(field.path, entries.get(name) ?? "");
    // Boxes to check have a value each.
    else {
      const text = entries.getAll(name).join("\n");
      const codes = field.kind === "lines" ? field.codes : undefined;
      texts.set(field.path, codes ? withIdentifiers(text, codes) : text);
    }
  }
  return { texts, rows };
}

function readRows(field: RowsField, entries: URLSearchParams, list: string): RowState[] {
  const rows: RowState[] = [];
  // One more than allowed, so that the schema reports the problem.
  for (let index = 0; index <= field.max; index++) {
    const name = rowName(list, index);
    const marker = entries.get(rowMarker(name));
    if (marker === null) break;
    const item = shapeOfRow(field, (path) => entries.get(controlName(name, path)));
    const origin = /^\d+$/.test(marker) ? Number(marker) : null;
    const row = { ...readState(item, entries, name), origin };
    rows.push(field.offers ? withConditions(row, entries, name) : row);
  }
  return rows;
}

/** The menu with the kind of a condition, named by the control of its values. */
export const kindName = (control: string): string => `kind:${control}`;

/** An offer with its share and with the lines of its conditions, each of the kind in its menu. */
function withConditions(row: RowState, entries: URLSearchParams, name: string): RowState {
  const texts = new Map(row.texts);
  const share = entries.get(controlName(name, SHARE));
  if (share !== null) texts.set(SHARE, share);
  const lines = CONDITION_PATHS.flatMap((path) => {
    const kind = entries.get(kindName(controlName(name, path)));
    return kind === null
      ? []
      : [{ path, kind: isCondition(kind) ? kind : path, text: texts.get(path) ?? "" }];
  });
  for (const { path } of lines) texts.set(path, "");
  for (const { path, kind, text } of lines) {
    // A name of another kind of place may be known there too; ticks and times are not.
    const moved = kind === path || (isTyped(path) && isTyped(kind)) ? text : "";
    texts.set(kind, [texts.get(kind), moved].filter(Boolean).join(isTyped(kind) ? ", " : "\n"));
  }
  return { ...row, texts, conditions: [...new Set(lines.map(({ kind }) => kind))] };
}

/** The control with an offer's share of the visits, in percent; the API has weights. */
export const SHARE = "share";

export const isBlank = ({ texts, rows }: FormState): boolean =>
  [...texts.values()].every((text) => text.trim() === "") &&
  [...rows.values()].every((each) => each.every(isBlank));

export const NEW_ROW: RowState = { ...EMPTY, origin: null };

export const withoutBlankRows = <T extends FormState>(state: T): T => ({
  ...state,
  rows: new Map(
    Array.from(state.rows, ([path, rows]) => [
      path,
      rows.filter((row) => !isBlank(row)).map(withoutBlankRows),
    ]),
  ),
});

/** `state` with a blank row in each empty list that needs one. */
export const withNeededRows = (state: FormState, shape: FormShape): FormState => {
  const rows = new Map(state.rows);
  for (const field of shape.fields) {
    if (field.kind !== "rows") continue;
    if (field.offers) {
      const needed = (row: RowState) => ({ ...row, ...withNeededRows(row, shapeIn(field, row)) });
      rows.set(field.path, (rows.get(field.path) ?? []).map(needed));
    } else if (field.min > 0 && !rows.get(field.path)?.length) rows.set(field.path, [NEW_ROW]);
  }
  return { ...state, rows };
};

/** `state` with one more blank row in `list`, the name of a list such as `products`. */
export const addRow = (state: FormState, list: string): FormState =>
  changeRows(state, list, (rows) => [...rows, NEW_ROW]);

/** `state` without the row with this name, such as `products[2]`. */
export function removeRow(state: FormState, row: string): FormState {
  const [, list = "", index = ""] = /^(.*)\[(\d+)\]$/.exec(row) ?? [];
  return changeRows(state, list, (rows) => rows.filter((_, each) => each !== Number(index)));
}

/** `state` with a row, named as `offers[2]`, at another position of its list. */
export function moveRow(state: FormState, row: string, to: number): FormState {
  const [, list = "", index = ""] = /^(.*)\[(\d+)\]$/.exec(row) ?? [];
  return changeRows(state, list, (rows) => {
    const moved = rows[Number(index)];
    return moved ? rows.toSpliced(Number(index), 1).toSpliced(to, 0, moved) : rows;
  });
}

/** `state` with another row, named as `offers[2]`. */
export const changeRow = (state: FormState, row: string, change: (row: RowState) => RowState): FormState => {
  const [, list = "", index = ""] = /^(.*)\[(\d+)\]$/.exec(row) ?? [];
  return changeRows(state, list, (rows) =>
    rows.map((each, at) => (at === Number(index) ? change(each) : each)),
  );
};

/** `state` with these rows in `list`. */
export const setRows = (state: FormState, list: string, rows: readonly RowState[]): FormState =>
  changeRows(state, list, () => rows);

/** Changes the rows of a list, which may be inside a row: `ingredients[0].measurements`. */
function changeRows<T extends FormState>(
  state: T,
  list: string,
  change: (rows: readonly RowState[]) => readonly RowState[],
): T {
  const [, outer, index, inner] = /^([^[]*)\[(\d+)\]\.(.*)$/.exec(list) ?? [];
  const path = outer ?? list;
  const rows = state.rows.get(path);
  if (!rows) return state;
  const changed =
    inner === undefined
      ? change(rows)
      : rows.map((row, each) => (each === Number(index) ? changeRows(row, inner, change) : row));
  return { ...state, rows: new Map(state.rows).set(path, changed) };
}

import { type FormShape, shapeOfRow } from "./form-shape.ts";
import { EMPTY, type FormState, isBlank, type RowState } from "./form-state.ts";

const NEW_ROW: RowState = { ...EMPTY, origin: null };

/** `state` without rows in which nothing is typed. What remains counts on without gaps. */
export const withoutBlankRows = <T extends FormState>(state: T): T => ({
  ...state,
  rows: new Map(
    Array.from(state.rows, ([path, rows]) => [
      path,
      rows.filter((row) => !isBlank(row)).map(withoutBlankRows),
    ]),
  ),
});

/** `state` with a blank row in each list that needs one and has none, to be filled in. */
export const withNeededRows = (state: FormState, shape: FormShape): FormState => {
  const rows = new Map(state.rows);
  for (const field of shape.fields) {
    if (field.kind !== "rows") continue;
    if (field.offers) {
      const needed = (row: RowState): RowState => ({
        ...row,
        ...withNeededRows(
          row,
          shapeOfRow(field, (path) => row.texts.get(path)),
        ),
      });
      rows.set(field.path, (rows.get(field.path) ?? []).map(needed));
    }
    if (field.min === 0 || field.offers) continue;
    if ((rows.get(field.path) ?? []).length === 0) rows.set(field.path, [NEW_ROW]);
  }
  return { ...state, rows };
};

/** `state` with one more blank row in `list`, the name of a list such as `products`. */
export const addRow = (state: FormState, list: string): FormState =>
  changeRows(state, list, (rows) => [...rows, NEW_ROW]);

/** `state` without a row, named as `products[2]`. */
export function removeRow(state: FormState, row: string): FormState {
  const [, list = "", index = ""] = /^(.*)\[(\d+)\]$/.exec(row) ?? [];
  return changeRows(state, list, (rows) => rows.filter((_, each) => each !== Number(index)));
}

/** `state` with a row, named as `offers[2]`, moved to another place of its list. */
export function moveRow(state: FormState, row: string, to: number): FormState {
  const [, list = "", index = ""] = /^(.*)\[(\d+)\]$/.exec(row) ?? [];
  return changeRows(state, list, (rows) => {
    const moved = rows[Number(index)];
    return moved ? rows.toSpliced(Number(index), 1).toSpliced(to, 0, moved) : rows;
  });
}

/** `state` with these rows at the end of `list`. */
export const appendRows = (state: FormState, list: string, added: readonly RowState[]): FormState =>
  changeRows(state, list, (rows) => [...rows, ...added]);

/** Changes the rows of one list, which may be in a row itself, as `ingredients[0].measurements`. */
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

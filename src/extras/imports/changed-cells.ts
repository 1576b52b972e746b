import { type LinkPatch, readLinkPatch } from "../../features/links/patch.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import type { Column } from "./columns.ts";
import type { Cells } from "./import.ts";
import { EDITABLE } from "./list-columns.ts";
import { CellProblem, put, valueIn } from "./read-cells.ts";

/** The name of the cell with the old text of a column. */
export const was = (name: string): string => `was.${name}`;

/** The changes of a checked row: label, old and new text. */
export const changesIn = (cells: Cells): { label: string; from: string; to: string }[] =>
  EDITABLE.flatMap(({ name, label }) => {
    const [from, to] = [cells[was(name)], cells[name]];
    return from === undefined || to === undefined ? [] : [{ label, from, to }];
  });

/** The patch that a checked row makes. Throws `validation_failed`. */
export function patchIn(cells: Cells): LinkPatch {
  const patch: Record<string, unknown> = {};
  for (const column of EDITABLE) {
    const cell = cells[column.name];
    if (cell === undefined || cells[was(column.name)] === undefined) continue;
    put(patch, column.path, cell === "" ? null : patchValue(cell, column));
  }
  return readLinkPatch(patch);
}

function patchValue(cell: string, column: Column): unknown {
  if (column.name === "status") return statusIn(cell);
  try {
    return valueIn(cell, column, undefined);
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error;
    throw validationFailed([{ field: column.path.join("."), message: error.message }]);
  }
}

function statusIn(cell: string): string {
  if (/^(?:on|active)$/i.test(cell)) return "active";
  if (/^(?:off|inactive)$/i.test(cell)) return "inactive";
  throw validationFailed([{ field: "status", message: "must be On or Off" }]);
}

import type { MemberActor } from "../access/actor.ts";
import { ServiceError, validationFailed } from "../core/errors.ts";
import { requireImport } from "./access.ts";
import type { AddImportDependencies } from "./add-import.ts";
import { type Cells, type JudgedRow, MAX_IMPORT_ROWS } from "./import.ts";
import { CONTENT_FIELD, readFile } from "./read-file.ts";
import type { ImportRowStore } from "./row-store.ts";
import { validateRows } from "./validate-rows.ts";
import type { ImportWords } from "./words.ts";

type MendDependencies = AddImportDependencies & { importRows: ImportRowStore };

/** The error for rows that can't be changed any more. */
const tooLate = () =>
  new ServiceError("precondition_failed", "The row is being created or was created, and can't be changed.");

/**
 * Replaces the cells of one row that has no link, and returns what its check says now. Throws `insufficient_scope`,
 * `not_found`, `precondition_failed` if a link was made of it or is about to be, and `service_unavailable`.
 */
export async function correctRow(
  actor: MemberActor,
  { importId, row, cells }: { importId: string; row: number; cells: Cells },
  dependencies: MendDependencies,
): Promise<JudgedRow> {
  const { projectId } = await requireImport(actor, importId, dependencies);
  const [validated] = await validateRows(actor, [{ row, cells }], projectId, dependencies);
  if (!validated) throw new TypeError("a row that was not validated");
  if ((await dependencies.importRows.replace(importId, [validated])) === 0) {
    const found = await dependencies.importRows.find(importId, row);
    if (!found) throw new ServiceError("not_found", "The import has no such row.");
    throw tooLate();
  }
  return validated;
}

/**
 * Replaces the rows that a corrected file names in its column `row`, and returns their number. Throws
 * `insufficient_scope`, `not_found`, `service_unavailable`, and `validation_failed` for a file that can't be read or that
 * names rows which do not exist or can't be changed any more; nothing is replaced then.
 */
export async function replaceRows(
  actor: MemberActor,
  { importId, content, words }: { importId: string; content: Uint8Array | string; words?: ImportWords },
  dependencies: MendDependencies,
): Promise<number> {
  const { projectId } = await requireImport(actor, importId, dependencies);
  const rows = readFile(content, { numbered: true, words });
  const numbers = rows.map(({ row }) => row);
  const mendable = await dependencies.importRows.mendable(importId, numbers);
  const wrong = numbers.filter((number) => !mendable.has(number));
  if (wrong.length > 0) {
    const named = `${wrong.slice(0, 10).join(", ")}${wrong.length > 10 ? " and more" : ""}`;
    const message = `These rows do not exist, or their links are being created or were created: ${named}.`;
    throw validationFailed([{ field: CONTENT_FIELD, message }]);
  }
  return dependencies.importRows.replace(importId, await validateRows(actor, rows, projectId, dependencies));
}

/**
 * Replaces a value of a column in all rows with problems, and returns their number. Throws `insufficient_scope`, `not_found`
 * and `service_unavailable`.
 */
export async function replaceValue(
  actor: MemberActor,
  { importId, column, from, to }: { importId: string; column: string; from: string; to: string },
  dependencies: MendDependencies,
): Promise<number> {
  const { projectId } = await requireImport(actor, importId, dependencies);
  const found = await dependencies.importRows.list(importId, ["bad", "failed"], 0, MAX_IMPORT_ROWS);
  const rows = found
    .filter(({ cells }) => cells[column] === from)
    .map(({ row, cells }) => ({ row, cells: { ...cells, [column]: to } }));
  if (rows.length === 0) return 0;
  return dependencies.importRows.replace(importId, await validateRows(actor, rows, projectId, dependencies));
}

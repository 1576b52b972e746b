import type { MemberActor } from "../../features/access/actor.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { CONTENT_FIELD } from "../files/file-content.ts";
import type { ImportLabels } from "./columns.ts";
import type { Cells, ValidatedRow } from "./import.ts";
import type { ImportRowStore } from "./import-row-store.ts";
import { readCorrections } from "./own-rows.ts";
import { type ImportFinder, requireImport } from "./require-import.ts";
import { type RowValidation, validateRows } from "./validate-rows.ts";

interface CorrectionDependencies extends RowValidation {
  imports: ImportFinder;
  importRows: ImportRowStore;
}

/** The error for rows that can no longer be changed. */
const tooLate = () =>
  new ServiceError(
    "precondition_failed",
    "The row can no longer be changed: its link exists or is being created.",
  );

/**
 * Replaces the cells of a row without a link, and returns it validated. Throws `not_found` and `precondition_failed` if its
 * link exists or is being created.
 */
export async function correctRow(
  actor: MemberActor,
  { importId, row, cells }: { importId: string; row: number; cells: Cells },
  dependencies: CorrectionDependencies,
): Promise<ValidatedRow> {
  const { projectId } = await requireImport(actor, importId, dependencies);
  const [validated] = await validateRows(actor, [{ row, cells }], projectId, dependencies);
  if (!validated) throw new TypeError("missing result of a row");
  if ((await dependencies.importRows.replace(importId, [validated])) === 0) {
    const found = await dependencies.importRows.find(importId, row);
    if (!found) throw new ServiceError("not_found", "The import has no such row.");
    throw tooLate();
  }
  return validated;
}

/**
 * Replaces the rows in a corrected file, identified by its column `row`, and returns their number. Throws `not_found`, and
 * `validation_failed` for an unreadable file or for rows that don't exist or can no longer be changed; then nothing is
 * replaced.
 */
export async function replaceRows(
  actor: MemberActor,
  { importId, content, labels }: { importId: string; content: Uint8Array | string; labels?: ImportLabels },
  dependencies: CorrectionDependencies,
): Promise<number> {
  const { projectId } = await requireImport(actor, importId, dependencies);
  const rows = await readCorrections(content, labels);
  const numbers = rows.map(({ row }) => row);
  const correctable = await dependencies.importRows.correctable(importId, numbers);
  const wrong = numbers.filter((number) => !correctable.has(number));
  if (wrong.length > 0) {
    const named = `${wrong.slice(0, 10).join(", ")}${wrong.length > 10 ? " and more" : ""}`;
    const message = `These rows don't exist, or their links exist or are being created: ${named}.`;
    throw validationFailed([{ field: CONTENT_FIELD, message }]);
  }
  return dependencies.importRows.replace(importId, await validateRows(actor, rows, projectId, dependencies));
}

/**
 * Replaces a value of a column in all rows with problems: with `from` empty, empty cells that are a problem, and with `from`
 * null, each value that is a problem. Returns the number of rows. Throws `not_found`.
 */
export async function replaceValue(
  actor: MemberActor,
  { importId, column, from, to }: { importId: string; column: string; from: string | null; to: string },
  dependencies: CorrectionDependencies,
): Promise<number> {
  const { projectId } = await requireImport(actor, importId, dependencies);
  const found = await dependencies.importRows.all(importId, ["bad", "failed"]);
  const rows = found
    .filter(({ cells: { [column]: cell = "" }, problems }) => {
      const isProblem = problems.some(({ field }) => field === column);
      return from === null ? isProblem : cell === from && (from !== "" || isProblem);
    })
    .map(({ row, cells: { [column]: _, ...cells } }) => ({
      row,
      cells: to === "" ? cells : { ...cells, [column]: to },
    }));
  if (rows.length === 0) return 0;
  return dependencies.importRows.replace(importId, await validateRows(actor, rows, projectId, dependencies));
}

import type { MemberActor } from "../../features/access/actor.ts";
import type { LinkLoader } from "../../features/links/summarize-links.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { mapInPieces } from "../../ground/platform/pieces.ts";
import { COLUMNS, type ImportLabels, LINK_ID, plain, withApiValues } from "./columns.ts";
import { guessColumns, guessPurpose } from "./guess-columns.ts";
import { changedContent, type Import, type ImportContent, type ImportRow } from "./import.ts";
import type { ImportRowStore } from "./import-row-store.ts";
import { checkChanges } from "./link-changes.ts";
import { isList, LIST_NAMES } from "./list-columns.ts";
import {
  choiceProblems,
  type ForAllRows,
  isMovedList,
  MOVED_COLUMNS,
  namedCells,
  withChoices,
} from "./named-cells.ts";
import { type ImportFinder, requireImport } from "./require-import.ts";
import { type RowValidation, validateNewRows } from "./validate-rows.ts";

/** The fields of the form, one for each column of the table. */
export const columnField = (index: number): string => `column-${index}`;

/** What naming columns asks of the stored imports. */
interface NamedImports extends ImportFinder {
  change(importId: string, content: ImportContent): Promise<void>;
  chosenColumns(organizationId: string): Promise<ReadonlyMap<string, string>>;
  rememberColumns(
    organizationId: string,
    chosen: readonly { heading: string; name: string }[],
  ): Promise<void>;
}

interface NameColumnsDependencies extends RowValidation {
  imports: NamedImports;
  importRows: ImportRowStore;
  lists: LinkLoader;
}

/** What somebody chose for a table: its columns, empty to ignore one, and what rows get that do not say it. */
interface TableChoice {
  importId: string;
  columns: readonly string[];
  projectId: string;
  forAll?: ForAllRows;
  labels: ImportLabels;
}

/**
 * Makes the rows of a table links, or changes if it is the list's own CSV. The organization's next table with these headings
 * has its columns chosen. Throws as `addImport` does, `not_found`, `precondition_failed` if the columns have been named
 * already, and `validation_failed` for the field of a column that is chosen twice, and for a shop or purpose that does not
 * exist.
 */
export async function nameColumns(
  actor: MemberActor,
  { importId, columns, projectId, forAll = { retailer: "", intent: "" }, labels }: TableChoice,
  dependencies: NameColumnsDependencies,
): Promise<void> {
  const found = await requireImport(actor, importId, dependencies);
  const headings = found.headings ?? [];
  if (found.kind !== "table")
    throw new ServiceError("precondition_failed", "The columns of this file have been named.");
  const names = headings.map((_, index) => columns[index] ?? "");
  const isOfList = isList(headings);
  const possible = isOfList ? LIST_NAMES : [...MOVED_COLUMNS, ...COLUMNS.map(({ name }) => name)];
  const problems = names.flatMap((name, index) => {
    if (name === "") return [];
    const isKnown = possible.includes(name);
    const message = isKnown ? "is chosen for another column too" : "must be in the menu";
    return isKnown && names.indexOf(name) === index ? [] : [{ field: columnField(index), message }];
  });
  problems.push(...choiceProblems(forAll));
  if (names.every((name) => name === ""))
    problems.push({ field: columnField(0), message: "Choose at least one column." });
  if (isOfList && !names.includes(plain(LINK_ID)))
    problems.push({ field: columnField(0), message: `Choose the column "${LINK_ID}".` });
  if (problems.length > 0) throw validationFailed(problems);
  const stored = await dependencies.importRows.all(importId, ["bad"]);
  if (isOfList) return nameChanges(actor, found, names, stored, dependencies);
  const rows = await mapInPieces(stored, ({ row, cells }) => ({
    row,
    cells: withChoices(withApiValues(namedCells(cells, names), labels), forAll),
  }));
  const validated = await validateNewRows(actor, rows, projectId, dependencies);
  await dependencies.importRows.replace(importId, validated);
  const chosen = new Map(headings.map((heading, index) => [plain(heading), names[index] ?? ""]));
  chosen.delete("");
  const remembered = Array.from(chosen, ([heading, name]) => ({ heading, name }));
  await dependencies.imports.rememberColumns(found.organizationId, remembered);
  const source = isMovedList(names) ? "A list of another service" : null;
  const content = changedContent(found, { kind: "links", headings: null, projectId, source });
  await dependencies.imports.change(importId, content);
}

/** Makes the rows of the list's own CSV changes. Those that change nothing leave. */
async function nameChanges(
  actor: MemberActor,
  found: Import,
  names: readonly string[],
  stored: readonly ImportRow[],
  dependencies: NameColumnsDependencies,
): Promise<void> {
  const ignored = (found.headings ?? []).filter((_, index) => names[index] === "");
  const rows = stored.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      names.flatMap((name, index) => (name === "" ? [] : [[name, cells[String(index)] ?? ""] as const])),
    ),
  }));
  const changed = await checkChanges(actor, rows, ignored, dependencies);
  await dependencies.importRows.replaceAll(found.id, changed);
  await dependencies.imports.change(found.id, changedContent(found, { kind: "changes", headings: ignored }));
}

/** How many rows the guesses are made from. */
const GUESSED_ROWS = 50;

/** What the form that names a table's columns shows: guesses of the columns and of the purpose of all rows, and the first rows. */
export async function getTable(
  actor: MemberActor,
  { found, labels, limit }: { found: Import; labels: ImportLabels; limit: number },
  { imports, importRows }: Pick<NameColumnsDependencies, "imports" | "importRows">,
): Promise<{ guesses: string[]; purpose: string; rows: ImportRow[] }> {
  const { id } = await requireImport(actor, found.id, { imports });
  const [rows, chosen] = await Promise.all([
    importRows.list(id, ["bad"], 0, Math.max(limit, GUESSED_ROWS)),
    imports.chosenColumns(found.organizationId),
  ]);
  const guesses = guessColumns(found.headings ?? [], rows, labels, chosen);
  return { guesses, purpose: guessPurpose(guesses, rows), rows: rows.slice(0, limit) };
}

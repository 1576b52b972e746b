import type { MemberActor } from "../../features/access/actor.ts";
import type { LinkLoader } from "../../features/links/summarize-links.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { mapInPieces } from "../../ground/platform/pieces.ts";
import {
  CHANGE_COLUMNS,
  COLUMNS,
  columnNamed,
  type ImportLabels,
  LINK_ID,
  listColumn,
  plain,
  REVISION,
  withApiValues,
} from "./columns.ts";
import { type Cells, changedContent, type Import, type ImportRow } from "./import.ts";
import type { ImportRowStore } from "./import-row-store.ts";
import type { ImportStore } from "./import-store.ts";
import { checkChanges } from "./link-changes.ts";
import { movedLink } from "./moved-links.ts";
import { requireImport } from "./require-import.ts";
import { OTHER_SERVICE } from "./services.ts";
import { type RowValidation, validateNewRows } from "./validate-rows.ts";

/** What a column of another service's list can be, besides the columns of our own files. */
const MOVED_COLUMNS = ["address", "createdAt", "visits", "note"] as const;
/** What a column of the list's own CSV can be. */
export const LIST_NAMES: readonly string[] = [plain(LINK_ID), plain(REVISION), ...CHANGE_COLUMNS];

/** Whether a table is the list's own CSV, which changes its links. */
export const isList = (headings: readonly string[]): boolean =>
  headings.some((heading) => plain(heading) === plain(LINK_ID));

/** The fields of the form, one for each column of the table. */
export const columnField = (index: number): string => `column-${index}`;

/** Which column a heading probably means, in its `plain` form. The first that fits counts. */
const GUESSES: readonly [string, RegExp][] = [
  ["utm_source", /^(?:utm)?source$/],
  ["utm_medium", /^(?:utm)?medium$/],
  ["utm_campaign", /campaign|kampagne/],
  ["address", /short|tiny|bitlink|backhalf|slashtag|vanity|alias|keyword|kurz|^path$|^code$|oldurl|oldlink/],
  ["visits", /click|visit|scan|hits|views|engagement|aufruf|klick/],
  ["activeUntil", /expir|until|^end|ablauf|gültigbis/],
  ["activeFrom", /^start|validfrom|activefrom|gültigab/],
  ["createdAt", /creat|date|erstellt|datum/],
  ["tags", /tag|folder|group|categor|ordner/],
  ["note", /note|comment|notiz|kommentar/],
  ["customUrl", /long|original|destin|target|redirect|landing|ziel|page|url|link/],
  ["name", /title|name|titel|label|descri|beschreib|bezeichn/],
  ["products", /product|item|sku|asin|tcin/],
  ["retailer", /retailer|shop|store|händler/],
];

const isUrl = (text: string): boolean => /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/i.test(text);

/**
 * The column that each heading of a table probably means, empty to ignore it: what people of the organization chose before,
 * then its words, then its cells: of two columns with URLs, the shorter ones are addresses.
 */
function guessColumns(
  headings: readonly string[],
  rows: readonly Pick<ImportRow, "cells">[],
  labels: ImportLabels,
  chosen: ReadonlyMap<string, string>,
): string[] {
  const takenNames = new Set<string>();
  const take = (name: string): string => {
    if (name === "" || takenNames.has(name)) return "";
    takenNames.add(name);
    return name;
  };
  const cellsOf = (index: number): string[] =>
    rows.flatMap(({ cells }) => (cells[String(index)] ? [cells[String(index)] ?? ""] : []));
  const isOfList = isList(headings);
  const known = headings.map((heading) =>
    take(
      isOfList
        ? listName(heading, labels)
        : (chosen.get(plain(heading)) ?? columnNamed(heading, labels.headings) ?? ""),
    ),
  );
  if (isOfList) return known;
  const guessed = known.map((name, index) => {
    const heading = plain(headings[index] ?? "");
    if (name !== "" || chosen.has(heading)) return name;
    const fitting =
      GUESSES.find(([column, words]) => words.test(heading) && !takenNames.has(column))?.[0] ?? "";
    // A column of URLs is an address, whatever its heading.
    return fitting === "customUrl" && !cellsOf(index).some(isUrl) ? "" : take(fitting);
  });
  const urls = guessed.flatMap((name, index) => {
    const cells = cellsOf(index);
    return name === "" && !chosen.has(plain(headings[index] ?? "")) && cells.length > 0 && cells.every(isUrl)
      ? [index]
      : [];
  });
  const length = (index: number) => cellsOf(index).join("").length;
  for (const index of urls.toSorted((one, other) => length(other) - length(one)))
    guessed[index] = take("customUrl") || take("address");
  return guessed;
}

/** The column of the list's own CSV with a heading; empty for one that changes nothing. */
function listName(heading: string, labels: ImportLabels): string {
  const name = listColumn(heading, labels) ?? "";
  return LIST_NAMES.includes(name) ? name : "";
}

interface NameColumnsDependencies extends RowValidation {
  imports: ImportStore;
  importRows: ImportRowStore;
  lists: LinkLoader;
}

/**
 * Makes the rows of a table links, or changes if it is the list's own CSV: `columns` says what each of its columns is, empty to ignore it. The organization's next
 * table with these headings has them chosen. Throws as `addImport` does, `not_found`, `precondition_failed` if the columns
 * have been named already, and `validation_failed` for the field of a column that is chosen twice.
 */
export async function nameColumns(
  actor: MemberActor,
  {
    importId,
    columns,
    projectId,
    labels,
  }: { importId: string; columns: readonly string[]; projectId: string; labels: ImportLabels },
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
  if (names.every((name) => name === ""))
    problems.push({ field: columnField(0), message: "Choose at least one column." });
  if (isOfList && !names.includes(plain(LINK_ID)))
    problems.push({ field: columnField(0), message: `Choose the column "${LINK_ID}".` });
  if (problems.length > 0) throw validationFailed(problems);
  const stored = await dependencies.importRows.all(importId, ["bad"]);
  if (isOfList) return nameChanges(actor, found, names, stored, dependencies);
  const rows = await mapInPieces(stored, ({ row, cells }) => ({
    row,
    cells: withApiValues(namedCells(cells, names), labels),
  }));
  const validated = await validateNewRows(actor, rows, projectId, dependencies);
  await dependencies.importRows.replace(importId, validated);
  const chosen = new Map(headings.map((heading, index) => [plain(heading), names[index] ?? ""]));
  chosen.delete("");
  const remembered = Array.from(chosen, ([heading, name]) => ({ heading, name }));
  await dependencies.imports.rememberColumns(found.organizationId, remembered);
  const source = isMoved(names) ? "A list of another service" : null;
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

const isMoved = (names: readonly string[]): boolean => MOVED_COLUMNS.some((name) => names.includes(name));

/** Cells by name. A list with addresses or numbers of another service keeps them as moved links do. */
function namedCells(cells: Cells, names: readonly string[]): Cells {
  const named = new Map(
    names.flatMap((name, index) =>
      name && cells[String(index)] ? [[name, cells[String(index)] ?? ""]] : [],
    ),
  );
  const own = Object.fromEntries([...named].filter(([name]) => !MOVED_COLUMNS.some((each) => each === name)));
  return isMoved(names) ? { ...movedLink(OTHER_SERVICE, named).cells, ...own } : own;
}

/** What the form that names a table's columns shows: guesses, and the first rows. */
export async function getTable(
  actor: MemberActor,
  { found, labels, limit }: { found: Import; labels: ImportLabels; limit: number },
  { imports, importRows }: Pick<NameColumnsDependencies, "imports" | "importRows">,
): Promise<{ guesses: string[]; rows: ImportRow[] }> {
  const { id } = await requireImport(actor, found.id, { imports });
  const [rows, chosen] = await Promise.all([
    importRows.list(id, ["bad"], 0, limit),
    imports.chosenColumns(found.organizationId),
  ]);
  return { guesses: guessColumns(found.headings ?? [], rows, labels, chosen), rows };
}

import type { MemberActor } from "../../features/access/actor.ts";
import { requireScope } from "../../features/access/permissions.ts";
import { CHANGE_LINK_SCOPE } from "../../features/access/scopes.ts";
import type { Link } from "../../features/links/link.ts";
import { applyPatch } from "../../features/links/patch.ts";
import { type LinkLoader, loadReadable } from "../../features/links/summarize-links.ts";
import { ServiceError, validationFailed } from "../../ground/core/errors.ts";
import { splitTags } from "../../ground/core/tags.ts";
import { RETAILER_NAMES } from "../../ground/core/vocabulary.ts";
import type { Zone } from "../../ground/core/zone.ts";
import { piecesOf } from "../../ground/platform/pieces.ts";
import { CONTENT_FIELD } from "../files/file-content.ts";
import { patchIn, was } from "./changed-cells.ts";
import { type Column, LINK_ID, plain } from "./columns.ts";
import { isExcelChange } from "./excel-changes.ts";
import type { FileRow } from "./file-rows.ts";
import type { Cells, RowProblem, ValidatedRow } from "./import.ts";
import { EDITABLE, textIn } from "./list-columns.ts";
import { withPlainUrls } from "./read-cells.ts";
import { dayOrderOf, TIME_COLUMNS, withTimes } from "./read-times.ts";
import { problemsOf } from "./row-problems.ts";

/** Links that are read together, and compared in one go. */
const LINKS_PER_QUERY = 200;

const isTime = (name: string): boolean => TIME_COLUMNS.some((each) => each === name);

/** Whether two texts of a column mean the same. Spreadsheets and people drop blanks around a text. */
function isSame(one: string, other: string, { kind, name }: Column): boolean {
  if (one.trim() === other.trim()) return true;
  if (kind === "list") return splitTags(one).join("|") === splitTags(other).join("|");
  if (isTime(name)) return Date.parse(one) === Date.parse(other);
  return name === "status" && one.toLowerCase() === other.trim().toLowerCase();
}

/** The question about a value that a spreadsheet seems to have changed; null for any other change. */
function excelQuestion(from: string, to: string, { kind, name, label }: Column): RowProblem | null {
  if (kind === "json" || name === "status" || name === "customUrl" || isTime(name)) return null;
  const partsOf = (text: string) => (kind === "list" ? splitTags(text) : [text]);
  const isChanged = partsOf(from).some((one) => partsOf(to).some((other) => isExcelChange(one, other)));
  if (!isChanged) return null;
  const what = name === "slug" ? "address" : label;
  const message = `Excel seems to have changed this ${what}: “${from}” became “${to}”. Format the column as text.`;
  return { field: name, message };
}

/**
 * Compares the rows of the list's CSV with the links as they are now, and returns those that differ, with the old texts and
 * the link's revision. A row of a link that somebody changed after the download is to be checked. `ignoredHeadings`: the headings of
 * columns that can't change links. Throws `validation_failed` if nothing differs.
 */
export async function checkChanges(
  actor: MemberActor,
  rows: readonly FileRow[],
  ignoredHeadings: readonly string[],
  dependencies: { lists: LinkLoader; zones: { find(organizationId: string): Promise<Zone> } },
): Promise<ValidatedRow[]> {
  requireScope(actor, CHANGE_LINK_SCOPE);
  const zone = await dependencies.zones.find(actor.organizationId);
  const order = dayOrderOf(rows);
  const changed: ValidatedRow[] = [];
  const seen = new Map<string, number>();
  for await (const part of piecesOf(rows, LINKS_PER_QUERY)) {
    const ids = [...new Set(part.map(({ cells }) => idIn(cells)))].filter((id) => id !== "");
    const links = new Map<string, Link>();
    for await (const loaded of loadReadable(actor, ids, dependencies))
      for (const { link } of loaded) links.set(link.id, link);
    for (const { row, cells } of part) {
      const id = idIn(cells);
      const earlier = seen.get(id);
      const link = links.get(id);
      seen.set(id, row);
      const outcome =
        link && earlier === undefined
          ? compared(row, withTimes(cells, zone, order), link)
          : refused(row, cells, id, earlier);
      if (outcome) changed.push(outcome);
    }
  }
  if (changed.length > 0) return changed;
  const rest = ignoredHeadings.length === 0 ? "" : ` Not used: ${ignoredHeadings.slice(0, 5).join(", ")}.`;
  const message = `The file changes nothing: every link is as in the file.${rest}`;
  throw validationFailed([{ field: CONTENT_FIELD, message }]);
}

const idIn = (cells: Cells): string => cells[plain(LINK_ID)]?.trim() ?? "";

function refused(row: number, cells: Cells, id: string, earlier: number | undefined): ValidatedRow {
  const message =
    id === ""
      ? "A row without a link id changes no link. Import new links with a file of their own."
      : earlier === undefined
        ? "There is no such link, or you may not change it."
        : `Row ${earlier} is about the same link.`;
  return { row, cells: { name: cells.name ?? "" }, state: "bad", problems: [{ field: "", message }] };
}

/** A row that differs from its link; null if it doesn't. */
function compared(row: number, fileCells: Cells, link: Link): ValidatedRow | null {
  const different: [string, string][] = [];
  const questions: RowProblem[] = [];
  const doubts: RowProblem[] = [];
  for (const column of EDITABLE) {
    const [from, cell] = [textIn(link, column), fileCells[column.name]];
    if (cell === undefined || isSame(from, cell, column)) continue;
    const plainCells = withPlainUrls({ [column.name]: cell.trim() });
    const to = plainCells.cells[column.name] ?? cell.trim();
    doubts.push(...plainCells.doubts);
    different.push([was(column.name), from], [column.name, to]);
    const question = excelQuestion(from, to, column);
    if (question) questions.push(question);
  }
  const fixed = fixedProblems(fileCells, link, new Set(different.map(([name]) => name)));
  if (fixed.length > 0) return { row, cells: { name: link.name }, state: "bad", problems: fixed };
  if (different.length === 0) return null;
  const cells: Cells = {
    ...Object.fromEntries(different),
    linkId: link.id,
    linkName: link.name,
    revision: String(link.revision),
  };
  const asked = questions.map(({ field }) => field);
  const refusals = problemsWith(link, cells);
  const problems = refusals.filter(({ field }) => !asked.includes(field));
  if (refusals.length > 0) return { row, cells, state: "bad", problems: [...questions, ...problems] };
  const isNewer = fileCells.revision?.trim() !== cells.revision;
  const all = [...(isNewer ? [{ field: "", message: CHANGED_SINCE }] : []), ...questions, ...doubts];
  return { row, cells, state: all.length > 0 ? "doubtful" : "good", problems: all };
}

const CHANGED_SINCE =
  "The link was changed after this file was downloaded. Compare the values before you replace them.";

/** What people change in a row although a file can't: silence would look like success. */
function fixedProblems(fileCells: Cells, link: Link, changed: ReadonlySet<string>): RowProblem[] {
  const differs = (cell: string | undefined, value: string) =>
    cell !== undefined && cell !== "" && cell.trim().toLowerCase() !== value.toLowerCase();
  const problems: RowProblem[] = [];
  if (differs(fileCells.projectId, link.projectId))
    problems.push({ field: "", message: "Project: a link stays in its project." });
  if (differs(fileCells.retailer, RETAILER_NAMES[link.retailer]))
    problems.push({ field: "", message: "Retailer: can't be changed by a file. Edit the link." });
  const { label } = EDITABLE.find(({ name }) => name === "customUrl") ?? { label: "" };
  if (
    link.retailer === "custom" &&
    !changed.has("customUrl") &&
    differs(fileCells.destination, link.destination)
  )
    problems.push({ field: "", message: `Destination: only shows where the link leads. Change "${label}".` });
  return problems;
}

function problemsWith(link: Link, cells: Cells): RowProblem[] {
  try {
    applyPatch(link, patchIn(cells));
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return problemsOf(error);
    throw error;
  }
}

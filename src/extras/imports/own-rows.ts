import { csvIn, invalidFile, textOf } from "../files/file-content.ts";
import type { CsvRecord } from "../files/read-csv.ts";
import {
  columnNamed,
  type ImportLabels,
  NO_LABELS,
  PROBLEMS_COLUMN,
  ROW_COLUMN,
  withApiValues,
} from "./columns.ts";
import { boundedRows, columnPlaces, type FileRow, textAt } from "./file-rows.ts";
import { MAX_IMPORT_ROWS } from "./import.ts";

/** How much of an unknown heading is shown. */
const SHOWN_HEADING = 60;

/**
 * Parses a file with corrections: the column `row` contains the row numbers. Labels are replaced with the API's values.
 * Throws `validation_failed` if the file as a whole is invalid, or if two columns are the same and their cells differ.
 */
export async function readCorrections(
  content: Uint8Array | string,
  labels: ImportLabels = NO_LABELS,
): Promise<FileRow[]> {
  const { head, body } = await csvIn(textOf(content), MAX_IMPORT_ROWS);
  const columns = await columnsOf(head.cells, body, labels.headings);
  const numberPlaces = columns.get(ROW_COLUMN);
  if (!numberPlaces)
    throw invalidFile(
      `The file needs the column ${ROW_COLUMN} with the number of the row that each line corrects.`,
    );
  const problems: string[] = [];
  for (const { row, cells } of body) {
    if (cells.some((cell, index) => cell.trim() !== "" && !head.cells[index]))
      problems.push(`Row ${row} has a cell in a column without a header.`);
    const number = Number(textAt(cells, numberPlaces));
    if (!(Number.isInteger(number) && number > 0))
      problems.push(`Line ${row} has no number in the column ${ROW_COLUMN}.`);
  }
  const numbers = body.map(({ cells }) => Number(textAt(cells, numberPlaces)));
  if (problems.length === 0 && new Set(numbers).size < numbers.length)
    problems.push("Two lines correct the same row.");
  if (problems.length > 0) throw invalidFile(problems);
  const rows = await ownRows(body, columns, labels);
  return rows.map(({ cells }, index) => ({ row: numbers[index] ?? 0, cells }));
}

/** The rows of a file of ours, counted like in a spreadsheet, with the API's values instead of labels. */
export function ownRows(
  body: readonly CsvRecord[],
  columns: ReadonlyMap<string, readonly number[]>,
  labels: ImportLabels,
): Promise<FileRow[]> {
  const named = [...columns].filter(([name]) => name !== ROW_COLUMN && name !== PROBLEMS_COLUMN);
  return boundedRows(body, ({ row, cells }) => {
    const texts = named.map(([name, places]) => [name, textAt(cells, places)] as const);
    return { row, cells: withApiValues(Object.fromEntries(texts.filter(([, text]) => text !== "")), labels) };
  });
}

/** The columns by their headings; those without a heading have no cells. */
async function columnsOf(
  headings: readonly string[],
  body: readonly CsvRecord[],
  known: ImportLabels["headings"],
): Promise<Map<string, readonly number[]>> {
  const names = headings.map((heading) => columnNamed(heading, known));
  const unknown = headings.filter((heading, index) => heading !== "" && names[index] === undefined);
  const places = await columnPlaces(names, body);
  const problems = unknown.map((heading) => `Unknown column “${heading.slice(0, SHOWN_HEADING)}”.`);
  for (const [name, all] of places) {
    if (all !== null) continue;
    const same = headings.filter((_, index) => names[index] === name).map((heading) => `“${heading}”`);
    problems.push(`The columns ${same.join(" and ")} are the same here, and differ. Keep one.`);
  }
  if (problems.length > 0) throw invalidFile(problems);
  return new Map([...places].flatMap(([name, all]) => (all ? [[name, all] as const] : [])));
}

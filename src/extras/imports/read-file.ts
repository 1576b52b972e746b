import { unguarded } from "../../ground/core/csv-text.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import { decodeUtf8, JsonProblem, parseJson } from "../../ground/core/json.ts";
import {
  columnNamed,
  type ImportLabels,
  LINK_ID,
  LIST_ONLY,
  NO_LABELS,
  oddColumns,
  PROBLEMS_COLUMN,
  plain,
  ROW_COLUMN,
  withApiValues,
} from "./columns.ts";
import { type Cells, MAX_FILE_BYTES, MAX_FILE_MIB, MAX_IMPORT_ROWS } from "./import.ts";
import { movedCells, recordsIn, serviceOf } from "./moved-links.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";
import { LINK_SERVICES } from "./services.ts";

/** The field for problems of the whole file. */
export const CONTENT_FIELD = "content";
/** Maximum length of a row's cells as JSON, in characters: a D1 row is limited to 2 MB. */
const MAX_ROW_LENGTH = 400_000;
const SHOWN_PROBLEMS = 10;
/** The most columns of a table, and characters of a heading. */
export const MAX_COLUMNS = 200;
const MAX_HEADING = 100;

export interface FileRow {
  row: number;
  cells: Cells;
}

const invalidFile = (problems: string | readonly string[]): Error =>
  validationFailed([{ field: CONTENT_FIELD, message: [problems].flat().slice(0, SHOWN_PROBLEMS).join(" ") }]);

/**
 * A new file: links, of ours or of another service, whose name and format are the `source`; changes of links, from the list's
 * own CSV; or a table whose columns somebody has to name, with cells by the column's index.
 */
export type NewFile =
  | { kind: "links"; rows: FileRow[]; source: string | null; headings: null }
  | {
      kind: "changes";
      rows: FileRow[];
      source: null;
      /** Those that change nothing. */
      headings: string[];
    }
  | {
      kind: "table";
      rows: FileRow[];
      source: null;
      headings: string[];
    };

/** Parses a new import. Throws `validation_failed` if the file as a whole can't be read. */
export function readNewFile(content: Uint8Array | string, labels: ImportLabels = NO_LABELS): NewFile {
  const text = textOf(content);
  if (/^\s*[[{]/.test(text)) return { kind: "links", headings: null, ...readJson(text) };
  const { head, body } = csvIn(text);
  const keys = head.cells.map(plain);
  if (keys.includes(plain(LINK_ID))) {
    const columns = head.cells.map(
      (heading, index) =>
        columnNamed(heading, labels.headings) ?? LIST_ONLY.find((each) => each === keys[index]),
    );
    const { unknown, twice } = oddColumns(columns, head, body);
    if (twice.length > 0) throw invalidFile(twice.map((each) => `The column "${each}" is there twice.`));
    const headings = unknown.map((heading) => heading.slice(0, MAX_HEADING)).slice(0, MAX_COLUMNS);
    return { kind: "changes", source: null, headings, rows: bounded(cellsBy(columns, body, true)) };
  }
  const columns = head.cells.map((cell) => columnNamed(cell, labels.headings));
  const isOurs = columns.every((column, index) => column !== undefined || head.cells[index] === "");
  const service = isOurs ? undefined : serviceOf(keys);
  if (service) {
    const places = new Map(keys.map((key, index) => [key, index]));
    const rows = body.map(({ row, cells }) => ({
      row,
      cells: movedCells(service, { get: (key) => unguarded(cells[places.get(key) ?? -1] ?? "") }),
    }));
    return { kind: "links", source: `${service.name} CSV`, headings: null, rows: bounded(rows) };
  }
  const isStray = body.some(({ cells }) =>
    cells.some((cell, index) => cell !== "" && columns[index] === undefined),
  );
  const named = columns.filter((column) => column !== undefined);
  if (isOurs && !isStray && new Set(named).size === named.length)
    return { kind: "links", source: null, headings: null, rows: ownRows(head, body, labels, false) };
  return { kind: "table", source: null, ...table(head, body) };
}

/** The columns of a table that have a heading or a cell, and their cells by index. */
function table(head: CsvRecord, body: readonly CsvRecord[]): { headings: string[]; rows: FileRow[] } {
  const filledColumns = new Set<number>();
  for (const { cells } of [head, ...body])
    for (const [index, cell] of cells.entries()) if (cell !== "") filledColumns.add(index);
  const places = [...filledColumns].sort((one, other) => one - other);
  if (places.length > MAX_COLUMNS) throw invalidFile(`The file has more than ${MAX_COLUMNS} columns.`);
  const headings = places.map((place) => (head.cells[place] ?? "").slice(0, MAX_HEADING));
  const indexes = new Map(places.map((place, index) => [place, String(index)]));
  const columns = Array.from({ length: (places.at(-1) ?? 0) + 1 }, (_, place) => indexes.get(place));
  return { headings, rows: bounded(cellsBy(columns, body, false)) };
}

/** The cells of rows by the name of their column. Empty cells are left out unless `isWhole`. */
function cellsBy(
  columns: readonly (string | undefined)[],
  body: readonly CsvRecord[],
  isWhole: boolean,
): FileRow[] {
  const named = columns.flatMap((name, index): [string, number][] => (name ? [[name, index]] : []));
  return body.map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      named.flatMap(([name, index]): [string, string][] => {
        const cell = cells[index] ?? "";
        return cell === "" && !isWhole ? [] : [[name, unguarded(cell)]];
      }),
    ),
  }));
}

/** Links of another service as JSON, numbered from 1. */
function readJson(text: string): { source: string; rows: FileRow[] } {
  const found = recordsIn(jsonIn(text));
  const service = found[0]?.service;
  if (!service) {
    const names = LINK_SERVICES.map(({ name }) => name).join(", ");
    throw invalidFile(`The file is JSON, but not links of ${names}.`);
  }
  if (found.length > MAX_IMPORT_ROWS) throw tooManyRows();
  const rows = found.map((each, index) => ({ row: index + 1, cells: movedCells(each.service, each.record) }));
  return { source: `${service.name} JSON`, rows: bounded(rows) };
}

/** A JSON document, or one on each line. */
function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    try {
      return text.split("\n").flatMap((line): unknown[] => (line.trim() === "" ? [] : [parseJson(line)]));
    } catch (error) {
      throw error instanceof JsonProblem ? invalidFile(`The file ${error.message}.`) : error;
    }
  }
}

/**
 * Parses a file with corrections: the column `row` contains the row numbers. Labels are replaced with the API's values.
 * Throws `validation_failed` if the file as a whole is invalid.
 */
export function readCorrections(content: Uint8Array | string, labels: ImportLabels = NO_LABELS): FileRow[] {
  const { head, body } = csvIn(textOf(content));
  return ownRows(head, body, labels, true);
}

const tooManyRows = (): Error => invalidFile(`The file has more than ${MAX_IMPORT_ROWS} rows.`);

function csvIn(text: string): { head: CsvRecord; body: CsvRecord[] } {
  const { records, problems } = readCsv(text, MAX_IMPORT_ROWS + 1);
  if (problems.length > 0) throw invalidFile(problems);
  const [head, ...body] = records;
  if (!head) throw invalidFile("The file is empty.");
  if (body.length === 0) throw invalidFile("The file contains only a header row.");
  if (body.length > MAX_IMPORT_ROWS) throw tooManyRows();
  return { head, body };
}

const isTooLong = (cells: Cells): boolean => JSON.stringify(cells).length > MAX_ROW_LENGTH;

function bounded(rows: FileRow[]): FileRow[] {
  const long = rows.filter(({ cells }) => isTooLong(cells));
  if (long.length > 0) throw invalidFile(long.map(({ row }) => `Row ${row} is too long.`));
  return rows;
}

/** The rows of a file of ours; if not `numbered`, they are counted like in a spreadsheet. */
function ownRows(
  head: CsvRecord,
  body: readonly CsvRecord[],
  labels: ImportLabels,
  numbered: boolean,
): FileRow[] {
  const problems: string[] = [];
  const columns = columnsOf(head.cells, labels.headings);
  if (numbered && !columns.includes(ROW_COLUMN)) {
    throw invalidFile(
      `The file needs the column ${ROW_COLUMN} with the number of the row that each line corrects.`,
    );
  }
  const rows = body.map(({ row, cells }) => {
    const named: Record<string, string> = {};
    let isStray = false;
    for (const [index, cell] of cells.entries()) {
      const column = columns[index];
      if (cell === "") continue;
      if (column === undefined) isStray = true;
      else named[column] = unguarded(cell);
    }
    if (isStray) problems.push(`Row ${row} has a cell in a column without a header.`);
    const number = numbered ? Number(named[ROW_COLUMN]) : row;
    if (!(Number.isInteger(number) && number > 0)) {
      problems.push(`Line ${row} has no number in the column ${ROW_COLUMN}.`);
    }
    delete named[ROW_COLUMN];
    delete named[PROBLEMS_COLUMN];
    if (isTooLong(named)) problems.push(`Row ${row} is too long.`);
    return { row: number, cells: withApiValues(named, labels) };
  });
  const numbers = new Set(rows.map(({ row }) => row));
  if (problems.length === 0 && numbers.size < rows.length) problems.push("Two lines correct the same row.");
  if (problems.length > 0) throw invalidFile(problems);
  return rows;
}

/** The text of a file in UTF-8, or in UTF-16 if its byte order mark says so, as "Unicode text" of spreadsheets does. */
function textOf(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  if (bytes.length > MAX_FILE_BYTES) throw invalidFile(`The file is larger than ${MAX_FILE_MIB} MiB.`);
  const mark = `${bytes[0]} ${bytes[1]}`;
  const utf16 = mark === "255 254" ? "utf-16le" : mark === "254 255" ? "utf-16be" : null;
  try {
    const text = utf16
      ? new TextDecoder(utf16, { fatal: true, ignoreBOM: false }).decode(bytes)
      : decodeUtf8(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Not UTF-8.
  }
  throw invalidFile("The file is not text in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.");
}

/** The columns by their headings; undefined for a column without a heading, whose cells must be empty. */
function columnsOf(headings: readonly string[], known: ImportLabels["headings"]): (string | undefined)[] {
  const problems: string[] = [];
  const columns = headings.map((heading) => {
    const name = columnNamed(heading, known);
    if (name === undefined && heading !== "") problems.push(`Unknown column “${heading.slice(0, 60)}”.`);
    return name;
  });
  const named = columns.filter((column) => column !== undefined);
  const twice = named.find((column, index) => named.indexOf(column) !== index);
  if (twice !== undefined) problems.push(`Duplicate column ${twice}.`);
  if (problems.length > 0) throw invalidFile(problems);
  return columns;
}

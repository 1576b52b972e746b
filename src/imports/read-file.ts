import { unguarded } from "../core/csv.ts";
import { validationFailed } from "../core/errors.ts";
import { decodeUtf8 } from "../core/utf8.ts";
import { columnNamed, PROBLEMS_COLUMN, ROW_COLUMN } from "./columns.ts";
import { type Cells, MAX_FILE_BYTES, MAX_FILE_MIB, MAX_IMPORT_ROWS } from "./import.ts";
import { readCsv } from "./read-csv.ts";
import { type ImportWords, NO_WORDS, withApiWords } from "./words.ts";

/** The field that problems of a whole file belong to. */
export const CONTENT_FIELD = "content";
/** The most that the cells of one row may take as JSON, in characters: a row of D1 holds 2 MB. */
const MAX_ROW_LENGTH = 400_000;
const SHOWN_PROBLEMS = 10;

/** A row of a file. */
interface FileRow {
  row: number;
  cells: Cells;
}

const refuse = (...messages: string[]): Error =>
  validationFailed([{ field: CONTENT_FIELD, message: messages.slice(0, SHOWN_PROBLEMS).join(" ") }]);

/**
 * The rows of an import file, whose first row names the columns, with the API's words in their cells. With `numbered`, the
 * column `row` numbers the rows; otherwise they are counted as in a spreadsheet. Throws `validation_failed` for a file that
 * can't be read as a whole.
 */
export function readFile(
  content: Uint8Array | string,
  { numbered = false, words = NO_WORDS }: { numbered?: boolean; words?: ImportWords | undefined } = {},
): FileRow[] {
  const text = textOf(content);
  const { records, problems } = readCsv(text, MAX_IMPORT_ROWS + 1);
  if (problems.length > 0) throw refuse(...problems);
  const [head, ...body] = records;
  if (!head) throw refuse("The file is empty.");
  if (body.length === 0) throw refuse("The file has a row of headings and nothing else.");
  if (body.length > MAX_IMPORT_ROWS) throw refuse(`The file has more than ${MAX_IMPORT_ROWS} rows.`);
  const columns = columnsOf(head.cells, words.headings);
  if (numbered && !columns.includes(ROW_COLUMN)) {
    throw refuse(`The file needs the column ${ROW_COLUMN}, which says which row each line corrects.`);
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
    if (isStray) problems.push(`Row ${row} has a cell below no heading.`);
    const number = numbered ? Number(named[ROW_COLUMN]) : row;
    if (!(Number.isInteger(number) && number > 0)) {
      problems.push(`Line ${row} has no number in the column ${ROW_COLUMN}.`);
    }
    delete named[ROW_COLUMN];
    delete named[PROBLEMS_COLUMN];
    if (JSON.stringify(named).length > MAX_ROW_LENGTH) problems.push(`Row ${row} is too long.`);
    return { row: number, cells: withApiWords(named, words) };
  });
  const numbers = new Set(rows.map(({ row }) => row));
  if (problems.length === 0 && numbers.size < rows.length) problems.push("Two lines correct the same row.");
  if (problems.length > 0) throw refuse(...problems);
  return rows;
}

function textOf(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  if (bytes.length > MAX_FILE_BYTES) throw refuse(`The file is larger than ${MAX_FILE_MIB} MiB.`);
  try {
    const text = decodeUtf8(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // It is not UTF-8.
  }
  throw refuse("The file is not text in UTF-8. In a spreadsheet, save it as “CSV UTF-8”.");
}

/** The columns by their headings; undefined for one without a heading, which may have no cells either. */
function columnsOf(headings: readonly string[], known: ImportWords["headings"]): (string | undefined)[] {
  const problems: string[] = [];
  const columns = headings.map((heading) => {
    const name = columnNamed(heading, known);
    if (name === undefined && heading !== "") problems.push(`There is no column “${heading.slice(0, 60)}”.`);
    return name;
  });
  const named = columns.filter((column) => column !== undefined);
  const twice = named.find((column, index) => named.indexOf(column) !== index);
  if (twice !== undefined) problems.push(`The column ${twice} is there twice.`);
  if (problems.length > 0) throw refuse(...problems, "See the list of columns below.");
  return columns;
}

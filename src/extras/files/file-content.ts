import { unguarded } from "../../ground/core/csv-text.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import { decodeUtf8 } from "../../ground/core/json.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";

/** Maximum size of a file. */
export const MAX_FILE_MIB = 8;
export const MAX_FILE_BYTES = MAX_FILE_MIB * 1024 * 1024;
/** The field for problems of the whole file. */
export const CONTENT_FIELD = "content";
const SHOWN_PROBLEMS = 10;

/** The error for a file that can't be read as a whole. */
export const invalidFile = (problems: string | readonly string[]): Error =>
  validationFailed([{ field: CONTENT_FIELD, message: [problems].flat().slice(0, SHOWN_PROBLEMS).join(" ") }]);

/** The error for a file with more than `most` rows below its heading row. */
export const tooManyRows = (most: number): Error => invalidFile(`The file has more than ${most} rows.`);

/** How ZIP files begin, which Excel workbooks are. */
const ZIP = "80 75 3 4";

/** The text of a file in UTF-8, or in UTF-16 if its byte order mark says so, as "Unicode text" of spreadsheets does. */
export function textOf(content: Uint8Array | string): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  if (bytes.length > MAX_FILE_BYTES) throw invalidFile(`The file is larger than ${MAX_FILE_MIB} MiB.`);
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (bytes.slice(0, 4).join(" ") === ZIP)
    throw invalidFile("The file is a ZIP file or an Excel workbook. Unpack it, or save it as “CSV UTF-8”.");
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

/**
 * The heading row and the other rows of a CSV file, at most `most`. Throws `validation_failed` for a file without both, or with
 * more rows.
 */
export async function csvIn(text: string, most: number): Promise<{ head: CsvRecord; body: CsvRecord[] }> {
  const { records, problems } = await readCsv(text, most + 1);
  if (problems.length > 0) throw invalidFile(problems);
  const [head, ...body] = records;
  if (!head) throw invalidFile("The file is empty.");
  if (body.length === 0) throw invalidFile("The file contains only a header row.");
  if (body.length > most) throw tooManyRows(most);
  return { head: { ...head, cells: head.cells.map((cell) => cell.trim()) }, body };
}

/** How spreadsheets keep digits as text in a CSV file: `="0001111041700"`. */
const TEXT_FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/;

/** The text that a cell of a CSV file stands for, with blanks around it. */
export function wholeText(cell: string): string {
  const [, text] = TEXT_FORMULA.exec(cell) ?? [];
  return text === undefined ? unguarded(cell) : text.replaceAll('""', '"');
}

/** The text that a cell of a CSV file stands for. */
export const cellText = (cell: string): string => wholeText(cell).trim();

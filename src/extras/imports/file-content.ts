import { unguarded } from "../../ground/core/csv-text.ts";
import { validationFailed } from "../../ground/core/errors.ts";
import { decodeUtf8 } from "../../ground/core/json.ts";
import { piecesOf } from "../../ground/platform/pieces.ts";
import { type Cells, MAX_FILE_BYTES, MAX_FILE_MIB, MAX_IMPORT_ROWS } from "./import.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";

/** The field for problems of the whole file. */
export const CONTENT_FIELD = "content";
/** Maximum length of a row's cells as JSON, in characters: a D1 row is limited to 2 MB. */
const MAX_ROW_LENGTH = 400_000;
const SHOWN_PROBLEMS = 10;

export interface FileRow {
  row: number;
  cells: Cells;
}

/** The error for a file that can't be read as a whole. */
export const invalidFile = (problems: string | readonly string[]): Error =>
  validationFailed([{ field: CONTENT_FIELD, message: [problems].flat().slice(0, SHOWN_PROBLEMS).join(" ") }]);

export const tooManyRows = (): Error => invalidFile(`The file has more than ${MAX_IMPORT_ROWS} rows.`);

/** The text of a file in UTF-8, or in UTF-16 if its byte order mark says so, as "Unicode text" of spreadsheets does. */
export function textOf(content: Uint8Array | string): string {
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

/** The heading row and the other rows of a CSV file. Throws `validation_failed` for a file without both, or with too many rows. */
export async function csvIn(text: string): Promise<{ head: CsvRecord; body: CsvRecord[] }> {
  const { records, problems } = await readCsv(text, MAX_IMPORT_ROWS + 1);
  if (problems.length > 0) throw invalidFile(problems);
  const [head, ...body] = records;
  if (!head) throw invalidFile("The file is empty.");
  if (body.length === 0) throw invalidFile("The file contains only a header row.");
  if (body.length > MAX_IMPORT_ROWS) throw tooManyRows();
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

/**
 * The columns of a name, most files' only one. Two of them with different cells in a row are ambiguous, and `null` stands for
 * them: somebody has to say which one counts.
 */
export async function columnPlaces(
  names: readonly (string | undefined)[],
  body: readonly CsvRecord[],
  { emptyCounts = false } = {},
): Promise<Map<string, readonly number[] | null>> {
  const places = new Map<string, readonly number[] | null>();
  for (const [index, name] of names.entries())
    if (name) places.set(name, [...(places.get(name) ?? []), index]);
  const doubled = [...places].flatMap(([name, all]) => (all && all.length > 1 ? [{ name, all }] : []));
  if (doubled.length === 0) return places;
  for await (const piece of piecesOf(body))
    for (const { cells } of piece)
      for (const { name, all } of doubled) {
        const texts = all
          .map((place) => cellText(cells[place] ?? ""))
          .filter((text) => emptyCounts || text !== "");
        if (new Set(texts).size > 1) places.set(name, null);
      }
  return places;
}

/** The text of the first of these columns that has one; empty without one. */
export function textAt(cells: readonly string[], places: readonly number[]): string {
  for (const place of places) {
    const text = cellText(cells[place] ?? "");
    if (text !== "") return text;
  }
  return "";
}

const isTooLong = (cells: Cells): boolean => JSON.stringify(cells).length > MAX_ROW_LENGTH;

/** The rows made by `make` from each of `items`. Throws `validation_failed` for rows that are too long. */
export async function boundedRows<T>(items: readonly T[], make: (item: T) => FileRow): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  const problems: string[] = [];
  for await (const piece of piecesOf(items))
    for (const item of piece) {
      const row = make(item);
      if (isTooLong(row.cells)) problems.push(`Row ${row.row} is too long.`);
      rows.push(row);
    }
  if (problems.length > 0) throw invalidFile(problems);
  return rows;
}

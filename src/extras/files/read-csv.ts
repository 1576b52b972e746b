import { letOthersPass } from "../../ground/platform/pieces.ts";

/** A record of a CSV file with its row number, counted from 1 like in a spreadsheet. */
export interface CsvRecord {
  row: number;
  cells: string[];
}

/** The records of a file, and format errors. */
interface CsvContent {
  records: CsvRecord[];
  problems: string[];
}

/** Far more than any file of links has: 8 MiB of separators are eight million cells, more than an isolate's memory. */
const MAX_CELLS = 500;

/** Characters that are read in one go: they take a few milliseconds. */
const PIECE = 100_000;

const SEPARATORS = [",", ";", "\t"];

/** The most frequent separator in the first record outside quotes; a comma by default. */
function separatorOf(text: string): string {
  // Counted in place: a copy in parts would take much more memory.
  const counts = new Map(SEPARATORS.map((separator) => [separator, 0]));
  const count = (character: string): number => counts.get(character) ?? 0;
  let quoted = false;
  for (const character of text.slice(0, PIECE)) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (isBreak(character)) break;
    else if (counts.has(character)) counts.set(character, count(character) + 1);
  }
  return SEPARATORS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** A first line that only names the separator, as spreadsheets write and read it. They don't count it as a row. */
const NAMED_SEPARATOR = /^sep=([^\r\n])(?:\r\n|\r|\n|$)/i;

/**
 * Parses CSV text (RFC 4180), separated by commas, semicolons or tabs: quoted cells may contain separators, line breaks
 * and doubled quotes. The first line may name the separator: `sep=;`. Lines end with LF, CRLF or CR. Empty records are counted
 * but left out. Blanks around a text are part of its cell. Reads at most `most` records, and one extra that shows that there
 * are more. Other requests have their turn in between.
 */
export async function readCsv(text: string, most: number): Promise<CsvContent> {
  const [naming = "", named] = NAMED_SEPARATOR.exec(text) ?? [];
  const separator = named ?? separatorOf(text);
  const records: CsvRecord[] = [];
  const problems: string[] = [];
  let cells: string[] = [];
  let row = 1;
  let at = naming.length;
  let paused = at;
  const endsCell = (character: string): boolean =>
    character === "" || character === separator || isBreak(character);
  // After a separator at the very end there is one more, empty cell.
  while (at <= text.length && records.length <= most) {
    if (text.charAt(at) === '"') {
      const { cell, end } = quotedCell(text, at + 1);
      if (end === null) return { records, problems: [...problems, `Row ${row} has an unclosed quote.`] };
      cells.push(cell);
      at = end;
      if (!endsCell(text.charAt(at))) problems.push(`Row ${row} has text after a closing quote.`);
      while (!endsCell(text.charAt(at))) at++;
    } else {
      const start = at;
      while (!endsCell(text.charAt(at))) at++;
      cells.push(text.slice(start, at));
    }
    if (cells.length > MAX_CELLS)
      return { records, problems: [...problems, `Row ${row} has more than ${MAX_CELLS} cells.`] };
    if (text.charAt(at) === separator) {
      at++;
      continue;
    }
    if (cells.some((cell) => cell.trim() !== "")) records.push({ row, cells });
    cells = [];
    row++;
    if (at - paused > PIECE) {
      paused = at;
      await letOthersPass();
    }
    at += text.startsWith("\r\n", at) ? 2 : 1;
  }
  return { records, problems };
}

const isBreak = (character: string): boolean => character === "\n" || character === "\r";

/** The quoted cell after its opening quote, and its end; null if the quote is not closed. */
function quotedCell(text: string, start: number): { cell: string; end: number | null } {
  let cell = "";
  for (let at = start; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { cell: "", end: null };
    cell += text.slice(at, quote);
    if (text.charAt(quote + 1) !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}

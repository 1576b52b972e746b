import { cellText, csvIn, invalidFile, textOf } from "../files/file-content.ts";
import type { CsvRecord } from "../files/read-csv.ts";
import { headingKey } from "./recognize-columns.ts";
import { MAX_REPORT_ROWS } from "./sales-report.ts";

/** The most columns of a file, and characters of a heading or cell that are shown. */
const MAX_COLUMNS = 200;
const MAX_HEADING = 100;

/** A sales report as a table. */
export interface Sheet {
  headings: readonly string[];
  /** The headings as `headingKey` writes them, each once: the second of two equal ones has a number. */
  keys: readonly string[];
  /** The title above the headings, which may name the days; empty without one. */
  title: string;
  rows: readonly CsvRecord[];
}

/** How many lines above the headings are looked at: a title, dates and blank lines. */
const MAX_TITLE_LINES = 10;

/** A line that has at most one cell with text, whatever separates them, so that it can't be the headings. */
const isTitle = (line: string): boolean =>
  line.split(/[,;\t]/).filter((cell) => cell.replaceAll('"', "").trim() !== "").length <= 1;

/** Longer than any title. */
const MAX_TITLE_LENGTH = 10_000;

/** The lines above the headings of a file, such as Amazon's title, and the rest; without a heading below them, none. */
function titleOf(text: string): { title: string; lines: number; rest: string } {
  // readCsv reads a line that names the separator.
  if (/^sep=/i.test(text)) return withoutTitle(text);
  const title: string[] = [];
  for (let at = 0, lines = 0; lines < MAX_TITLE_LINES; lines++) {
    const near = text.slice(at, at + MAX_TITLE_LENGTH);
    const end = /\r\n|\r|\n/.exec(near);
    if (!end || !isTitle(near.slice(0, end.index))) {
      // The last line has no rows below it, so it is no heading.
      const isHeading = end !== null || near.length === MAX_TITLE_LENGTH;
      return isHeading ? { title: title.join(" "), lines, rest: text.slice(at) } : withoutTitle(text);
    }
    const words = near
      .slice(0, end.index)
      .replace(/[,;\t"]/g, " ")
      .trim();
    if (words !== "") title.push(words);
    at += end.index + end[0].length;
  }
  return withoutTitle(text);
}

function uniqueKeys(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map(headingKey).map((key) => {
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key} ${count}`;
  });
}

const withoutTitle = (text: string) => ({ title: "", lines: 0, rest: text });

/**
 * The table of a CSV file. Rows keep their numbers in the file. Throws `validation_failed` for a file that can't be read, with too
 * many rows or columns.
 */
export async function readSheet(content: Uint8Array): Promise<Sheet> {
  const { title, lines, rest } = titleOf(textOf(content));
  const { head, body } = await csvIn(rest, MAX_REPORT_ROWS);
  if (head.cells.length > MAX_COLUMNS) throw invalidFile(`The file has more than ${MAX_COLUMNS} columns.`);
  const headings = head.cells.map((cell) => cellText(cell).slice(0, MAX_HEADING));
  return {
    headings,
    keys: uniqueKeys(headings),
    title: title.slice(0, MAX_HEADING),
    rows: lines === 0 ? body : body.map(({ row, cells }) => ({ row: row + lines, cells })),
  };
}

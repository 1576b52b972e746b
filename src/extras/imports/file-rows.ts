import { piecesOf } from "../../ground/platform/pieces.ts";
import { cellText, invalidFile } from "../files/file-content.ts";
import type { CsvRecord } from "../files/read-csv.ts";
import type { Cells } from "./import.ts";

/** Maximum length of a row's cells as JSON, in characters: a D1 row is limited to 2 MB. */
const MAX_ROW_LENGTH = 400_000;

export interface FileRow {
  row: number;
  cells: Cells;
}

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

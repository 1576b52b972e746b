import { JsonProblem, parseJson } from "../../ground/core/json.ts";
import { piecesOf } from "../../ground/platform/pieces.ts";
import { cellText, csvIn, invalidFile, textOf, tooManyRows, wholeText } from "../files/file-content.ts";
import type { CsvRecord } from "../files/read-csv.ts";
import {
  CHANGES_FILE,
  columnNamed,
  type ImportLabels,
  LINK_ID,
  listColumn,
  NO_LABELS,
  plain,
} from "./columns.ts";
import { boundedRows, columnPlaces, type FileRow, textAt } from "./file-rows.ts";
import { type LeftBehind, MAX_IMPORT_ROWS } from "./import.ts";
import { movedRows } from "./left-behind.ts";
import type { LinkService } from "./link-service.ts";
import { isAmbiguous, recordsIn, serviceOf } from "./moved-links.ts";
import { ownRows } from "./own-rows.ts";
import { LINK_SERVICES } from "./services.ts";
import { withShop } from "./shop-of-row.ts";

/** The most columns of a table, and characters of a heading. */
export const MAX_COLUMNS = 200;
const MAX_HEADING = 100;

/**
 * A new file: links, of ours or of another service, whose name and format are the `source`; changes of links, from the list's
 * own CSV; or a table whose columns somebody has to name, with cells by the column's index.
 */
export type NewFile = {
  rows: FileRow[];
  /** What the links of another service have and links here don't. */
  leftBehind: readonly LeftBehind[];
} & (
  | { kind: "links"; source: string | null; headings: null }
  /** The headings are those of columns that change nothing. */
  | { kind: "changes"; source: null; headings: string[] }
  | { kind: "table"; source: null; headings: string[] }
);

/**
 * Parses a new import, in pieces that let other requests pass. Throws `validation_failed` if the file as a whole can't be
 * read.
 */
export async function readNewFile(
  content: Uint8Array | string,
  labels: ImportLabels = NO_LABELS,
): Promise<NewFile> {
  const text = textOf(content);
  if (/^\s*[[{]/.test(text)) return readJson(text);
  const { head, body } = await csvIn(text, MAX_IMPORT_ROWS);
  const keys = head.cells.map(plain);
  if (keys.includes(plain(LINK_ID))) return readChanges(head, body, labels);
  const columns = head.cells.map((cell) => columnNamed(cell, labels.headings));
  const isOurs = columns.every((column, index) => column !== undefined || head.cells[index] === "");
  const service = isOurs ? undefined : serviceOf(keys);
  if (service) return (await readService(service, head, body)) ?? readTable(head, body);
  const isStray = body.some(({ cells }) =>
    cells.some((cell, index) => cell.trim() !== "" && columns[index] === undefined),
  );
  const places = isOurs && !isStray ? await certainPlaces(columns, body) : null;
  if (!places) return readTable(head, body);
  const rows = await ownRows(body, places, labels);
  if (!places.has("intent") && lackPurposes(rows)) return readTable(head, body);
  return { kind: "links", source: null, headings: null, leftBehind: [], rows };
}

/** How many rows show whether somebody has to choose a shop or a purpose for all of them. */
const PURPOSE_ROWS = 200;

/** Whether rows have products, and nothing says of which shop or for which purpose. */
const lackPurposes = (rows: readonly FileRow[]): boolean =>
  rows.slice(0, PURPOSE_ROWS).some(({ cells: given }) => {
    const cells = withShop(given);
    return cells.products !== undefined && !(cells.retailer && cells.intent);
  });

/** The columns of each name; null if two of a name differ. */
async function certainPlaces(
  names: readonly (string | undefined)[],
  body: readonly CsvRecord[],
): Promise<Map<string, readonly number[]> | null> {
  const certain = new Map<string, readonly number[]>();
  for (const [name, places] of await columnPlaces(names, body)) {
    if (places === null) return null;
    certain.set(name, places);
  }
  return certain;
}

/** Links of another service as CSV; null if two columns say different things about a link. */
async function readService(
  service: LinkService,
  head: CsvRecord,
  body: readonly CsvRecord[],
): Promise<NewFile | null> {
  const places = await certainPlaces(head.cells.map(plain), body);
  if (!places) return null;
  const records = body.map(({ row, cells }) => ({
    row,
    record: { get: (key: string) => textAt(cells, places.get(key) ?? []) },
  }));
  for await (const piece of piecesOf(records))
    if (piece.some(({ record }) => isAmbiguous(service, record))) return null;
  const headings = new Map(head.cells.map((heading) => [plain(heading), heading]));
  headings.delete("");
  return {
    kind: "links",
    source: `${service.name} CSV`,
    headings: null,
    ...(await movedRows(service, headings, records)),
  };
}

/** The list's own CSV. Of two columns that differ, somebody has to say which one counts. */
async function readChanges(
  head: CsvRecord,
  body: readonly CsvRecord[],
  labels: ImportLabels,
): Promise<NewFile> {
  const columns = head.cells.map((heading) => listColumn(heading, labels));
  const filled = columns.map((name, index) =>
    body.every(({ cells }) => (cells[index] ?? "").trim() === "") && columns.indexOf(name) !== index
      ? undefined
      : name,
  );
  const places = await columnPlaces(filled, body, { emptyCounts: true });
  if ([...places.values()].includes(null)) return readTable(head, body, true);
  const first = [...places].flatMap(([name, all]) => (all ? [[name, all[0] ?? 0] as const] : []));
  const headings = oddColumns(columns, head, body)
    .map((heading) => heading.slice(0, MAX_HEADING))
    .slice(0, MAX_COLUMNS);
  const rows = await boundedRows(body, ({ row, cells }) => ({
    row,
    cells: Object.fromEntries(first.map(([name, place]) => [name, wholeText(cells[place] ?? "")])),
  }));
  return { kind: "changes", source: null, headings, leftBehind: [], rows };
}

/** The headings of the columns of an edited list that have cells and change nothing. `columns`: their names, if known. */
const oddColumns = (
  columns: readonly (string | undefined)[],
  head: CsvRecord,
  body: readonly CsvRecord[],
): string[] =>
  columns.flatMap((name, index) =>
    (name && CHANGES_FILE.has(name)) || body.every(({ cells }) => (cells[index] ?? "").trim() === "")
      ? []
      : [head.cells[index] ?? ""],
  );

/** The columns of a table that have a heading or a cell, and their cells by index; empty cells only with `isWhole`. */
async function readTable(head: CsvRecord, body: readonly CsvRecord[], isWhole = false): Promise<NewFile> {
  const filledColumns = new Set<number>();
  for (const { cells } of [head, ...body])
    for (const [index, cell] of cells.entries()) if (cell.trim() !== "") filledColumns.add(index);
  const places = [...filledColumns].sort((one, other) => one - other);
  if (places.length > MAX_COLUMNS) throw invalidFile(`The file has more than ${MAX_COLUMNS} columns.`);
  const headings = places.map((place) => (head.cells[place] ?? "").slice(0, MAX_HEADING));
  const rows = await boundedRows(body, ({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      places.flatMap((place, index): [string, string][] => {
        const text = isWhole ? wholeText(cells[place] ?? "") : cellText(cells[place] ?? "");
        return text === "" && !isWhole ? [] : [[String(index), text]];
      }),
    ),
  }));
  return { kind: "table", source: null, headings, leftBehind: [], rows };
}

/** Links of another service as JSON, numbered from 1. */
async function readJson(text: string): Promise<NewFile> {
  const found = recordsIn(jsonIn(text));
  const service = found[0]?.service;
  if (!service) {
    const names = LINK_SERVICES.map(({ name }) => name).join(", ");
    throw invalidFile(`The file is JSON, but not links of ${names}.`);
  }
  if (found.length > MAX_IMPORT_ROWS) throw tooManyRows(MAX_IMPORT_ROWS);
  const numbered = found.map((each, index) => ({ ...each, row: index + 1 }));
  const headings = new Map<string, string>();
  for (const { names } of found) for (const [key, name] of names) headings.set(key, name);
  return {
    kind: "links",
    source: `${service.name} JSON`,
    headings: null,
    ...(await movedRows(service, headings, numbered)),
  };
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

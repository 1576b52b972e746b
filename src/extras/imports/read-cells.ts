import type { PastedProduct } from "../../features/retailers/pasted-urls.ts";
import { otherwiseText, plainUrls, readProducts, refusalOf } from "../../features/retailers/read-pasted.ts";
import { JsonProblem, parseJson } from "../../ground/core/json.ts";
import { RETAILER_NAMES, retailerNamed } from "../../ground/core/vocabulary.ts";
import { dayAfter, timeOfLocal, type Zone } from "../../ground/core/zone.ts";
import { COLUMNS, type Column } from "./columns.ts";
import type { Cells, RowProblem } from "./import.ts";

/** Separates list entries. */
const BETWEEN = /[|\r\n]/;
/** A number that a spreadsheet rounded, as in `1.2E+11`. */
const ROUNDED = /(?<![^\s,;|>])\d+(?:[.,]\d+)?E\+\d+(?![^\s,;|>*])/i;

const listIn = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** The most characters of a message about a row. */
export const MAX_MESSAGE = 300;

/** Why a cell can't be parsed. */
class CellProblem extends Error {}

function jsonIn(cell: string): unknown {
  try {
    return parseJson(cell);
  } catch (error) {
    if (error instanceof JsonProblem) throw new CellProblem(error.message);
    throw error;
  }
}

/** Products as people write them: ids, quantities and URLs of their retailer. */
function productsIn(cell: string, retailer: string | undefined): PastedProduct[] {
  if (ROUNDED.test(cell))
    throw new CellProblem("has a product id that a spreadsheet rounded; format the column as text");
  const read = readProducts(cell, retailer);
  if (read === null) throw new CellProblem("must be product ids, such as 10450114 x2, 44391605");
  if (read.kind === "elsewhere") throw new CellProblem(`has a product of ${RETAILER_NAMES[read.retailer]}`);
  if (read.kind === "products") return read.products;
  if (read.kind !== "unclear") throw new CellProblem(refusalOf(read));
  const [number = ""] = read.numbers;
  throw new CellProblem(
    `has ${number}, which could be a quantity or a product: write 10450114 x${number} or ${number} x1`,
  );
}

/** A number, or the text itself, which validation then rejects. */
const numberIn = (text: string): number | string => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** The value of a cell; `retailer` is the one of its row. */
export function valueIn(cell: string, { kind }: Column, retailer: string | undefined): unknown {
  switch (kind) {
    case "text":
      return cell;
    case "retailer":
      return retailerNamed(cell) ?? cell;
    case "number":
      return numberIn(cell);
    case "list":
      return cell.startsWith("[") ? jsonIn(cell) : listIn(cell);
    case "products":
      return /^\[(?!.*\]\()/.test(cell) ? jsonIn(cell) : productsIn(cell, retailer);
    case "json":
      return jsonIn(cell);
  }
}

/** The body of `POST /v1/links` for a row, and the problems of cells that can't be parsed. */
export function bodyOf(
  cells: Cells,
  projectId: string,
): {
  body: Record<string, unknown>;
  problems: RowProblem[];
} {
  const body: Record<string, unknown> = projectId === "" ? {} : { projectId };
  const problems: RowProblem[] = [];
  const retailer = retailerNamed(cells.retailer ?? "") ?? cells.retailer;
  for (const column of COLUMNS) {
    const cell = cells[column.name];
    if (cell === undefined || cell === "") continue;
    try {
      put(body, column.path, valueIn(cell, column, retailer));
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      problems.push({ field: column.name, message: error.message });
    }
  }
  return { body, problems };
}

/** Sets a value at a path of an object. */
export function put(
  body: Record<string, unknown>,
  [member = "", ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) {
    body[member] = value;
    return;
  }
  const inner = body[member];
  const object = typeof inner === "object" && inner !== null ? { ...inner } : {};
  put(object, rest, value);
  body[member] = object;
}

/** The columns with a URL, or with URLs among other text. */
const URL_COLUMNS: readonly string[] = [
  "products",
  ...COLUMNS.flatMap(({ name, path, kind }) =>
    kind === "text" && /Url$/.test(path.at(-1) ?? "") ? [name] : [],
  ),
];

/** Cells with what their URLs stand for, and what to say about those that were joined or behind somebody's redirect. */
export function withPlainUrls(cells: Cells): { cells: Cells; doubts: RowProblem[] } {
  const plain: Record<string, string> = {};
  const doubts: RowProblem[] = [];
  for (const field of URL_COLUMNS) {
    const cell = cells[field];
    if (!cell || cell.startsWith("[")) continue;
    const { text, otherwise } = plainUrls(cell);
    if (text !== cell) plain[field] = text;
    doubts.push(...otherwise.map((each) => ({ field, message: otherwiseText(each).slice(0, MAX_MESSAGE) })));
  }
  return { cells: doubts.length + Object.keys(plain).length === 0 ? cells : { ...cells, ...plain }, doubts };
}

/** Cells of unnamed columns without redirects, whose URLs name who received them: such rows are stored until somebody names the columns. */
export const withoutRedirects = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const { text, otherwise } = plainUrls(cell);
      return [name, otherwise.some(({ through }) => through !== undefined) ? text : cell];
    }),
  );

/** A day as people and spreadsheets write it: `2026-12-31`, `31.12.2026`. */
const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const DOTTED_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
/** With slashes, only a number above 12 says which is the day. */
const SLASHED_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

function dayIn(text: string): string | null {
  if (ISO_DAY.test(text)) return text;
  const of = (day = "", month = "", year = "") => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const [, day, month, year] = DOTTED_DAY.exec(text) ?? [];
  if (year !== undefined) return of(day, month, year);
  const [, one, other, inYear] = SLASHED_DAY.exec(text) ?? [];
  if (Number(one) > 12) return of(one, other, inYear);
  return Number(other) > 12 ? of(other, one, inYear) : null;
}

/**
 * Cells with times in place of days and local times of the organization's zone: a link starts when its first day begins, and
 * ends when its last day is over. Other text stays.
 */
export function withTimes(cells: Cells, zone: Zone): Cells {
  const times = (["activeFrom", "activeUntil"] as const).flatMap((name): [string, string][] => {
    const text = cells[name];
    if (text === undefined) return [];
    const day = dayIn(text);
    const isDay = day !== null && timeOfLocal(`${day} 12:00`, zone) !== null;
    const time = isDay ? zone.startOf(name === "activeUntil" ? dayAfter(day) : day) : timeOfLocal(text, zone);
    return time ? [[name, time.toISOString()]] : [];
  });
  return times.length === 0 ? cells : { ...cells, ...Object.fromEntries(times) };
}

import type { PastedProduct } from "../../features/retailers/pasted-urls.ts";
import { otherwiseText, plainUrls, readProducts, refusalOf } from "../../features/retailers/read-pasted.ts";
import { JsonProblem, parseJson } from "../../ground/core/json.ts";
import { splitTags, tagForms } from "../../ground/core/tags.ts";
import { RETAILER_NAMES, retailerNamed } from "../../ground/core/vocabulary.ts";
import { ambiguousDays } from "../files/read-dates.ts";
import { withAmounts } from "./amounts.ts";
import { COLUMNS, type Column, ITEMS, QUANTITY } from "./columns.ts";
import type { Cells, RowProblem } from "./import.ts";
import { optionsWithItems } from "./ingredients.ts";
import { TIME_COLUMNS } from "./read-times.ts";
import { MAX_MESSAGE } from "./row-problems.ts";

/** Separates list entries. */
const BETWEEN = /[|\r\n]/;
/** A number that a spreadsheet rounded, as in `1.2E+11`. */
const ROUNDED = /(?<![^\s,;|>])\d+(?:[.,]\d+)?E\+\d+(?![^\s,;|>*])/i;

const listIn = (text: string): string[] =>
  text
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Why a cell can't be parsed. */
export class CellProblem extends Error {}

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

/** The entries of a list. Tags that look the same are the same. */
function entriesIn(cell: string, name: string): unknown {
  if (!cell.startsWith("[")) return name === "tags" ? splitTags(cell) : listIn(cell);
  const entries = jsonIn(cell);
  const areTexts = Array.isArray(entries) && entries.every((entry) => typeof entry === "string");
  return name === "tags" && areTexts ? tagForms(entries) : entries;
}

const isTime = (name: string): boolean => TIME_COLUMNS.some((each) => each === name);

/** A text; of a time that could be one of two days, somebody has to say which. */
function textIn(cell: string, name: string): string {
  const days = isTime(name) ? ambiguousDays(cell) : null;
  if (days) throw new CellProblem(`could be ${days.join(" or ")}: write one of them`);
  return cell;
}

/** A number, or the text itself, which validation then rejects. */
const numberIn = (text: string): number | string => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

/** The value of a cell; `retailer` is the one of its row. */
export function valueIn(cell: string, { kind, name }: Column, retailer: string | undefined): unknown {
  switch (kind) {
    case "text":
      return textIn(cell, name);
    case "retailer":
      return retailerNamed(cell) ?? cell;
    case "number":
      return numberIn(cell);
    case "list":
      return entriesIn(cell, name);
    case "products":
      return /^\[(?!.*\]\()/.test(cell) ? jsonIn(cell) : productsIn(cell, retailer);
    case "json":
      return jsonIn(cell);
  }
}

/** Products with the quantities of another cell. */
function countedProducts(products: unknown, cell: string): PastedProduct[] {
  const isCounted = (each: unknown): each is PastedProduct =>
    typeof each === "object" && each !== null && "quantity" in each && typeof each.quantity === "number";
  if (!Array.isArray(products) || !products.every(isCounted))
    throw new CellProblem("must be empty where products are JSON: write quantities there");
  const counted = withAmounts(products, cell);
  if (typeof counted === "string") throw new CellProblem(counted);
  return counted;
}

/** The options of a row with ingredients. */
function withItems({ retailer, intent, publicName, name, options }: Record<string, unknown>, cell: string) {
  if (retailer !== "delivery_app" || (intent !== "recipe" && intent !== "shopping_list"))
    throw new CellProblem(`are for ${RETAILER_NAMES.delivery_app}, as a recipe or a shopping list`);
  return optionsWithItems(options, { cell, intent, title: publicName ?? name });
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
      if (column === ITEMS) body.options = withItems(body, cell);
      else if (column !== QUANTITY) put(body, column.path, valueIn(cell, column, retailer));
      else if (body.products !== undefined) body.products = countedProducts(body.products, cell);
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

import { JsonProblem, parseJson } from "../../ground/core/parse-json.ts";
import { retailerNamed } from "../../ground/core/retailer-names.ts";
import { COLUMNS, type Column } from "./columns.ts";
import type { Cells, RowProblem } from "./import.ts";

/** Separates list entries. Products may be separated by commas too, which no id contains. */
const BETWEEN = /[|\r\n]/;
const BETWEEN_PRODUCTS = /[|,;\r\n]/;
/** Precede each backup of a product, and its quantity, which people also write as `123 x2` and `123 × 2`. */
const BACKUP = ">";
const QUANTITY = "*";
const WRITTEN_QUANTITY = /(?: x|×) ?(?=\d+$)/i;

const parts = (text: string, separator: string | RegExp): string[] =>
  text.split(separator).map((part) => part.trim());

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

/** One product of the notation `id*quantity>backup>backup`, or `id x2`. */
function productIn(text: string): object {
  const [first = "", ...backups] = parts(text, BACKUP);
  const [id = "", quantity, ...rest] = parts(first.replace(WRITTEN_QUANTITY, QUANTITY), QUANTITY);
  if (id === "" || rest.length > 0 || backups.includes("")) {
    throw new CellProblem("must be product ids, such as 123 x2, 456");
  }
  if ([id, ...backups].some((each) => /^\d+([.,]\d+)?E\+\d+$/i.test(each))) {
    throw new CellProblem("has a product id that a spreadsheet rounded; format the column as text");
  }
  return {
    retailerProductId: id,
    ...(quantity !== undefined && { quantity: numberIn(quantity) }),
    ...(backups.length > 0 && { backupProductIds: backups }),
  };
}

/** A number, or the text itself, which validation then rejects. */
const numberIn = (text: string): number | string => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text);

function valueIn(cell: string, { kind }: Column): unknown {
  switch (kind) {
    case "text":
      return cell;
    case "retailer":
      return retailerNamed(cell) ?? cell;
    case "number":
      return numberIn(cell);
    case "list":
      return cell.startsWith("[") ? jsonIn(cell) : parts(cell, BETWEEN).filter((entry) => entry !== "");
    case "products":
      return cell.startsWith("[") ? jsonIn(cell) : parts(cell, BETWEEN_PRODUCTS).map(productIn);
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
  for (const column of COLUMNS) {
    const cell = cells[column.name];
    if (cell === undefined || cell === "") continue;
    try {
      put(body, column.path, valueIn(cell, column));
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      problems.push({ field: column.name, message: error.message });
    }
  }
  return { body, problems };
}

function put(body: Record<string, unknown>, [member = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    body[member] = value;
    return;
  }
  const inner = body[member];
  const object = typeof inner === "object" && inner !== null ? { ...inner } : {};
  put(object, rest, value);
  body[member] = object;
}

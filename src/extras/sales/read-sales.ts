import { piecesOf } from "../../ground/platform/pieces.ts";
import { cellText } from "../files/file-content.ts";
import { ambiguousDays, type DayOrder, dayOrderIn, readDate } from "../files/read-dates.ts";
import { stateNamed } from "./networks.ts";
import { type DecimalSign, decimalIn, hasSign, isCurrency, moneyIn } from "./read-money.ts";
import type { Sheet } from "./read-sheet.ts";
import { headingKey, type SalesColumns } from "./recognize-columns.ts";
import type { SaleState, SalesField } from "./sales-report.ts";

/** A row of a report. Money is in millionths of the currency's unit. */
export interface SaleRow {
  day: string;
  subId: string;
  /** The order's id; empty if the file names none. */
  order: string;
  /** The number of orders, of a file that counts them; null otherwise. */
  orders: number | null;
  items: number;
  amount: bigint;
  commission: bigint;
  currency: string;
  state: SaleState;
  shop: string;
}

/** What is wrong with a cell: the end of a sentence that begins with the column's heading. */
export interface CellProblem {
  row: number;
  heading: string;
  message: string;
}

/** How the texts of a file are read; null where it is not known yet. */
export interface ReadAs {
  dayOrder: DayOrder;
  decimal: DecimalSign | null;
  currency: string | null;
}

/** Problems that are listed; all are counted. */
const MAX_PROBLEMS = 50;
/** Characters of a cell that a problem shows. */
const SHOWN = 40;
const [FIRST_DAY, LAST_DAY] = ["2000-01-01", "2099-12-31"];

/** A zone behind a time of day: the day stays the one that the network wrote. */
const ZONE =
  /(\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:\s?[ap]\.?m\.?)?)\s?(?:Z|(?![ap]m)[a-z]{3,4}|[+-]\d\d:?\d\d)$/i;

const shown = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
/** The text of a date; empty for a text that is too long to be one. */
const dateText = (text: string): string => (text.length > SHOWN ? "" : text.replace(ZONE, "$1"));

const SUM = /^\s*(?:grand )?(?:sub)?(?:total(?:s|e|es)?|(?:gesamt)?summe|gesamt|suma|totaal|合計)\s*:?\s*$/i;

/** A line below the rows that adds them up: it has no day, and a cell that says so and nothing else. */
const isSumLine = (day: string, cells: readonly string[]): boolean =>
  SUM.test(day.slice(0, SHOWN)) || (day === "" && cells.some((cell) => SUM.test(cell.slice(0, SHOWN))));

type Cell = (field: SalesField) => string;

/** The texts of a row by what they say; empty for columns that the file does not have. */
const cellsBy =
  (columns: SalesColumns, cells: readonly string[]): Cell =>
  (field) => {
    const place = columns.get(field);
    return place === undefined ? "" : cellText(cells[place] ?? "");
  };

/**
 * What the file shows of its dates, its numbers and its currency. `hasTwoDays`: some date could be two days; `namesCurrencies`: every
 * amount is written with its currency.
 */
export async function textsShown(
  sheet: Sheet,
  columns: SalesColumns,
): Promise<ReadAs & { hasTwoDays: boolean; namesCurrencies: boolean }> {
  const [days, amounts] = [[] as string[], [] as string[]];
  for await (const piece of piecesOf(sheet.rows, 1_000))
    for (const { cells } of piece) {
      const cell = cellsBy(columns, cells);
      days.push(dateText(cell("day")));
      amounts.push(cell("amount"), cell("commission"));
    }
  const named = new Set(
    amounts
      .filter((text) => text !== "")
      .map((text) => moneyIn(text, ".")?.currency ?? moneyIn(text, ",")?.currency ?? null),
  );
  const namesCurrencies = named.size > 0 && !named.delete(null);
  return {
    dayOrder: dayOrderIn(days),
    decimal: decimalIn(amounts),
    currency: named.size === 1 ? ([...named][0] ?? null) : null,
    namesCurrencies,
    hasTwoDays: days.some((text) => ambiguousDays(text) !== null),
  };
}

/** The rows of a report, and what is wrong with others. Every row is in one of both, besides lines with sums. */
export async function readSales(
  sheet: Sheet,
  columns: SalesColumns,
  as: ReadAs & { network: string },
): Promise<{ sales: SaleRow[]; problems: CellProblem[]; problemCount: number }> {
  const sales: SaleRow[] = [];
  const problems: CellProblem[] = [];
  let problemCount = 0;
  for await (const piece of piecesOf(sheet.rows, 500))
    for (const { row, cells } of piece) {
      const cell = cellsBy(columns, cells);
      if (isSumLine(cell("day"), cells)) continue;
      const read = readRow(cell, as);
      if (!Array.isArray(read)) sales.push(read);
      else {
        problemCount += read.length;
        for (const { field, message } of read) {
          const heading = sheet.headings[columns.get(field) ?? -1] ?? "";
          if (problems.length < MAX_PROBLEMS) problems.push({ row, heading, message });
        }
      }
    }
  return { sales, problems, problemCount };
}

/** One row, or its problems. */
function readRow(
  cell: Cell,
  as: ReadAs & { network: string },
): SaleRow | { field: SalesField; message: string }[] {
  const problems: { field: SalesField; message: string }[] = [];
  const report = <T>(field: SalesField, message: string, instead: T): T => {
    problems.push({ field, message });
    return instead;
  };
  const [day, ...others] = readDate(dateText(cell("day")), as.dayOrder).days;
  const isDay = day !== undefined && others.length === 0 && day >= FIRST_DAY && day <= LAST_DAY;
  if (!isDay)
    report("day", cell("day") === "" ? "is empty" : `has ${shown(cell("day"))}, which is no date`, "");
  const money = {
    amount: moneyIn(cell("amount"), as.decimal ?? "."),
    commission: moneyIn(cell("commission"), as.decimal ?? "."),
  };
  const written = money.amount?.currency ?? money.commission?.currency ?? null;
  const named = cell("currency").toUpperCase() || written || as.currency || "";
  if (!isCurrency(named))
    report("currency", `has ${shown(named) || "nothing"}, which is no currency such as USD`, "");
  const millionths = (field: "amount" | "commission"): bigint => {
    const [text, found] = [cell(field), money[field]];
    if (!found) return report(field, `has ${shown(text)}, which is no amount`, 0n);
    const isOther = found.currency !== null && found.currency !== named;
    if (isOther || (found.sign !== "" && isCurrency(named) && !hasSign(named, found.sign)))
      return report(field, `has ${shown(text)}, and the row is in ${named}`, 0n);
    return found.millionths;
  };
  const count = (field: "items" | "returned" | "orders"): number => {
    const text = cell(field);
    const found = /^-?\d{1,9}(?:[.,]0{1,6})?$/.test(text) ? Number.parseInt(text, 10) : null;
    return text === "" ? 0 : (found ?? report(field, `has ${shown(text)}, which is no number`, 0));
  };
  const word = cell("state");
  const state = word === "" ? "approved" : stateNamed(headingKey(word.slice(0, SHOWN)), as.network);
  if (state === undefined) report("state", `has ${shown(word)}, which is no known state`, "");
  const row = {
    day: day ?? "",
    subId: cell("subId"),
    order: cell("order"),
    orders: cell("orders") === "" ? null : count("orders"),
    items: piecesSold(count("items"), count("returned")),
    amount: millionths("amount"),
    commission: millionths("commission"),
    currency: named,
    state: state ?? "approved",
    shop: cell("shop"),
  } satisfies SaleRow;
  return problems.length === 0 ? row : problems;
}

/** Pieces less those that came back, which some reports write as negative pieces as well. */
const piecesSold = (sold: number, returned: number): number => (sold < 0 ? sold : sold - Math.abs(returned));

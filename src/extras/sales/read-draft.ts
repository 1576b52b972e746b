import type { Retailer } from "../../ground/core/vocabulary.ts";
import { dayOrderIn, readDate } from "../files/read-dates.ts";
import { salesNetwork } from "./networks.ts";
import { type CellProblem, type ReadAs, readSales, textsShown } from "./read-sales.ts";
import type { Sheet } from "./read-sheet.ts";
import {
  certainCurrencyIn,
  columnsNamed,
  currencyIn,
  guessSalesColumns,
  networkOfHeadings,
  type SalesColumns,
} from "./recognize-columns.ts";
import type { SaleOwners } from "./sale-owners.ts";
import { MAX_SUMS, type SalesReport } from "./sales-report.ts";
import { type SummedSales, sumSales } from "./sum-sales.ts";

/** What only a person can say of a file. */
export type Question = "network" | "columns" | "dayOrder" | "decimal" | "currency";

/** A draft as its file and its choices say. */
export interface DraftReading {
  sheet: Sheet;
  /** Whether the headings are those of a known network's report. */
  isRecognized: boolean;
  /** Which column says what: chosen, known, or guessed. */
  columns: SalesColumns;
  /** How the file is read; null where a question is open. */
  as: ReadAs;
  /** Nothing is read while one is open. */
  questions: readonly Question[];
  problems: readonly CellProblem[];
  problemCount: number;
  /** Why the file as a whole can't be confirmed; null if it can. */
  fileProblem: string | null;
  /** Null while there is a question or a problem. */
  summed: SummedSales | null;
}

/** The columns of a file: those that were chosen, those of its network, or the probable ones. */
function columnsOf(
  { keys }: Sheet,
  { network, choices }: Pick<SalesReport, "network" | "choices">,
): SalesColumns {
  if (choices.columns) return columnsNamed(keys, choices.columns);
  const found = networkOfHeadings(keys);
  if (found) return found.columns;
  return new Map([...guessSalesColumns(keys), ...columnsNamed(keys, salesNetwork(network)?.columns ?? {})]);
}

/** The currency that the headings of amounts name. A dollar sign is not certain. */
function headingCurrency({ headings }: Sheet, columns: SalesColumns, read: typeof currencyIn): string | null {
  const named = (["amount", "commission"] as const).map((field) =>
    read(headings[columns.get(field) ?? -1] ?? ""),
  );
  return named.find((currency) => currency !== null) ?? null;
}

/** What is wrong with headings that name two currencies, as each row has only one; null if they don't. */
function twoCurrencies({ headings }: Sheet, columns: SalesColumns): string | null {
  const [amount, commission] = (["amount", "commission"] as const).map((field) => {
    const heading = headings[columns.get(field) ?? -1] ?? "";
    return { heading, currency: certainCurrencyIn(heading) };
  });
  if (!amount?.currency || !commission?.currency || amount.currency === commission.currency) return null;
  return `${amount.heading} and ${commission.heading} are in two currencies. Choose columns in one, or ignore one of them.`;
}

/** The probable currency of rows that name none, for a form; null if nothing says it. */
export const probableCurrency = ({
  sheet,
  columns,
  as,
}: Pick<DraftReading, "sheet" | "columns" | "as">): string | null =>
  as.currency ?? headingCurrency(sheet, columns, currencyIn);

/** The two days in the title of a file, such as `Fee-Earnings from 11-01-2026 to 11-30-2026`; null without both. */
function titleDays(title: string, order: ReadAs["dayOrder"]): [string, string] | null {
  const texts = title.match(/\d{4}-\d\d-\d\d|\d{1,2}[-/]\d{1,2}[-/]\d{4}/g) ?? [];
  const days = texts.map((text) => readDate(text, order ?? dayOrderIn(texts)).days);
  const [[from, ...one] = [], [to, ...other] = [], ...more] = days;
  const isCertain = one.length === 0 && other.length === 0 && more.length === 0;
  return isCertain && from !== undefined && to !== undefined && from <= to ? [from, to] : null;
}

/** Reads the file of a draft. Stores nothing. */
export async function readDraft(
  report: SalesReport,
  sheet: Sheet,
  owners: SaleOwners,
  now: Date,
): Promise<DraftReading> {
  const { network, choices, organizationId } = report;
  const known = networkOfHeadings(sheet.keys);
  const isRecognized = known !== null && choices.columns === null;
  const columns = columnsOf(sheet, report);
  const hasColumns = columns.has("day") && (columns.has("amount") || columns.has("commission"));
  const shown = await textsShown(sheet, columns);
  const currency = shown.currency ?? headingCurrency(sheet, columns, certainCurrencyIn) ?? choices.currency;
  const as: ReadAs = {
    dayOrder: shown.dayOrder ?? choices.dayOrder,
    decimal: shown.decimal ?? choices.decimal,
    currency,
  };
  const open: Record<Question, boolean> = {
    network: network === "",
    columns: !hasColumns || (!isRecognized && choices.columns === null),
    dayOrder: shown.hasTwoDays && as.dayOrder === null,
    decimal: as.decimal === null,
    currency: !columns.has("currency") && currency === null && !shown.namesCurrencies,
  };
  const questions = (Object.keys(open) as Question[]).filter((question) => open[question]); // the keys of the constant above
  const reading = {
    sheet,
    isRecognized,
    columns,
    as,
    questions,
    problems: [],
    problemCount: 0,
    fileProblem: null,
  };
  if (questions.length > 0) return { ...reading, summed: null };
  const two = twoCurrencies(sheet, columns);
  if (two !== null) return { ...reading, fileProblem: two, summed: null };
  const { sales, problems, problemCount } = await readSales(sheet, columns, { ...as, network });
  if (problemCount > 0) return { ...reading, problems, problemCount, summed: null };
  if (sales.length === 0)
    return { ...reading, fileProblem: "The file has no rows with sales.", summed: null };
  const names = [...new Set(sales.map(({ subId }) => subId.toLowerCase()))].filter((name) => name !== "");
  const rule = salesNetwork(network);
  const found = await (rule?.names === "tag"
    ? owners.ofTags(organizationId, names)
    : owners.ofSubIds(organizationId, names));
  const retailer: Retailer | undefined = rule?.retailer;
  const summed = await sumSales(sales, found, retailer);
  if (summed.sums.length > MAX_SUMS)
    return {
      ...reading,
      fileProblem: `The file has sales of more than ${MAX_SUMS} links and days. Split it by days.`,
      summed: null,
    };
  return { ...reading, summed: covering(summed, report, titleDays(sheet.title, as.dayOrder), now) };
}

const earlier = (...days: [string, string]): string => days.sort()[0];
const later = (...days: [string, string]): string => days.sort()[1];

/** The sums with the days that the report covers: those of its rows at least, and of others none after today. */
function covering(
  summed: SummedSales,
  { choices }: SalesReport,
  title: [string, string] | null,
  now: Date,
): SummedSales {
  const today = now.toISOString().slice(0, 10);
  const first = choices.firstDay ?? title?.[0] ?? summed.firstDay;
  const last = choices.lastDay ?? title?.[1] ?? summed.lastDay;
  return {
    ...summed,
    firstDay: earlier(first, summed.firstDay),
    lastDay: later(earlier(last, today), summed.lastDay),
  };
}

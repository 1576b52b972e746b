import type { VisitReport } from "../../features/visits/get-visit-report.ts";
import type { ReportPart } from "../../features/visits/report-part.ts";
import { answerOf } from "../../features/visits/report-plan.ts";
import { peopleIn } from "../../features/visits/statistics.ts";
import type { PageLanguage } from "../../ground/core/page-languages.ts";
import type { Sales } from "./get-sales.ts";
import { decimalsOf } from "./read-money.ts";
import type { ReportedNetwork } from "./sales-report.ts";
import { hasSales, type SalesRow } from "./sales-rows.ts";
import type { SalesWords } from "./sales-words.ts";

/** From this amount on, in units of the currency, the smaller coins say nothing. */
const WHOLE_FROM = 100;

/** Money as a language writes it: "$612", "€3.40". `minor`: in the minor unit of the currency, such as cents. */
export function moneyText(minor: number, currency: string, language: PageLanguage): string {
  const decimals = decimalsOf(currency);
  const value = minor / 10 ** decimals;
  const digits = Math.abs(value) >= WHOLE_FROM ? 0 : decimals;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}

/** What 1,000 visits brought, in the minor unit of the currency. */
export const perThousand = (amount: number, visits: number): number => Math.round((amount * 1_000) / visits);

/** The text with values for its names in braces. */
const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);

/** Sales beside the visits of a report with the same filters and days. `dates`: the tag of its days, if they are written otherwise. */
export function salesSummary(
  { totals, networks, reporting }: Pick<Sales, "totals" | "networks" | "reporting">,
  report: Pick<VisitReport, "series" | "breakdowns">,
  { language, words, dates = language }: { language: PageLanguage; words: SalesWords; dates?: string },
): ReportPart {
  const numbers = answerOf(report.series)?.totals;
  const visits = numbers ? peopleIn(numbers) : 0;
  // A currency in which all orders were reversed has no money to show.
  const sold = totals.filter(hasSales);
  const money = (of: (row: SalesRow) => number): string[] =>
    sold.map((row) => moneyText(of(row), row.currency, language));
  const figures: ReportPart["figures"][number][] = [];
  if (totals.length > 0) {
    figures.push(ordersFigure(totals, words, language));
  }
  if (sold.length > 0) {
    figures.push(
      { label: words.sales, texts: money(({ amount }) => amount) },
      { label: words.commission, texts: money(({ commission }) => commission) },
    );
    if (visits > 0)
      figures.push({ label: words.perThousand, texts: money(({ amount }) => perThousand(amount, visits)) });
  }
  const hints = [
    totals.length === 0 && words.none,
    networks.length > 0 && filled(words.until, { days: untilText(networks, dates) }),
    shareText(reporting, report, visits, words),
  ];
  return { title: words.title, figures, hint: hints.filter(Boolean).join(" ") };
}

/** The orders in all currencies, as no money is added up, with those that are pending or reversed. */
function ordersFigure(
  totals: readonly SalesRow[],
  words: SalesWords,
  language: PageLanguage,
): ReportPart["figures"][number] {
  const number = new Intl.NumberFormat(language);
  const sum = (of: (row: SalesRow) => number) => totals.reduce((all, row) => all + of(row), 0);
  const notes = [
    [words.pending, sum(({ pending }) => pending.orders)],
    [words.reversed, sum(({ reversed }) => reversed.orders)],
  ] as const;
  const note = notes
    .flatMap(([text, value]) => (value > 0 ? filled(text, { value: number.format(value) }) : []))
    .join(", ");
  return {
    label: words.orders,
    texts: [number.format(sum(({ orders }) => orders))],
    ...(note !== "" && { note }),
  };
}

/** Until when reports are in: a day, or one for each network where they differ. */
function untilText(networks: readonly ReportedNetwork[], dates: string): string {
  const format = new Intl.DateTimeFormat(dates, { dateStyle: "medium", timeZone: "UTC" });
  const dayText = (day: string) => format.format(new Date(`${day}T12:00:00Z`));
  const [first] = networks;
  if (first && networks.every(({ until }) => until === first.until)) return dayText(first.until);
  const texts = networks.map(
    ({ network, account, until }) =>
      `${dayText(until)} (${account === "" ? network : `${network}, ${account}`})`,
  );
  return new Intl.ListFormat(dates).format(texts);
}

/** How many of the visits went to shops whose sales are reported; empty if the report has no visits by retailer. */
function shareText(
  reporting: readonly string[],
  { breakdowns }: Pick<VisitReport, "breakdowns">,
  visits: number,
  words: SalesWords,
): string {
  const rows = answerOf(breakdowns.find(({ by }) => by === "retailer")?.answer ?? null)?.rows;
  if (!rows || visits === 0 || reporting.length === 0) return "";
  const reported = rows
    .filter(({ key }) => reporting.includes(key))
    .reduce((sum, row) => sum + peopleIn(row), 0);
  return filled(words.share, { share: `${Math.round((reported / visits) * 100)} %` });
}

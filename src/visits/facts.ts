import { classOf, type Nested } from "./day-rows.ts";
import type { Reading } from "./questions.ts";
import { CLASSES, type VisitNumbers } from "./statistics.ts";

/** Visits that a row counts together. What the row does not tell is null. */
export interface Fact {
  day: string;
  hour: number | null;
  linkId: string;
  retailer: string;
  country: string | null;
  /** The device of people, or what came in place of a person. */
  device: string | null;
  qrCode: string | null;
  referrer: string | null;
  choice: string | null;
  class: keyof VisitNumbers;
  visits: number;
}

/** Numbers by the hour of a day, or by the day of a month, both from 0. */
type ByPlace = Readonly<Record<string, number>> | readonly number[];

/** A row of visit_days or visit_months with as much as is read of it, as schema.sql describes it. */
export interface CountsRow extends Partial<VisitNumbers> {
  /** A day, or a month. */
  period: string;
  linkId: string;
  retailer: string;
  counts: Record<string, Record<string, ByPlace>> | null;
  totals: { [Attribute in string]?: Nested<number | ByPlace>[string] | null } | null;
  referrers: Record<string, number | ByPlace> | null;
}

/** Whether a row is one of visit_months. */
export const isOfMonth = ({ period }: Pick<CountsRow, "period">): boolean =>
  period.length === "2026-11".length;

/**
 * Gives a function that calls `each` with what a row says, read in this way. The object is the same each time, as there are
 * many facts.
 */
export function factReader(
  reading: Reading,
  hours: boolean,
  each: (fact: Fact) => void,
): (row: CountsRow) => void {
  const fact: Fact = { ...NOTHING };
  let isMonth = false;
  let period = "";
  const report = (visits: number) => {
    if (visits === 0) return;
    fact.visits = visits;
    each(fact);
  };
  const reportDays = (numbers: number | ByPlace) => {
    if (typeof numbers === "number") return report(numbers);
    for (const [place, visits] of Object.entries(numbers)) {
      fact.day = dayOf(period, place);
      report(visits);
    }
  };
  const reportHours = (numbers: ByPlace) => {
    if (!hours) return report(Object.values(numbers).reduce((sum, visits) => sum + visits, 0));
    for (const [hour, visits] of Object.entries(numbers)) {
      fact.hour = Number(hour);
      report(visits);
    }
  };
  const reportCounts = (counts: NonNullable<CountsRow["counts"]>) => {
    for (const [code, kinds] of Object.entries(counts)) {
      fact.qrCode = code;
      for (const [kind, numbers] of Object.entries(kinds)) {
        fact.country = kind.slice(0, 2);
        fact.device = kind.slice(3);
        fact.class = classOf(fact.device, code);
        if (isMonth) reportDays(numbers);
        else reportHours(numbers);
      }
    }
  };
  const reportTotals = (attribute: Exclude<Reading, "numbers" | "counts">, row: CountsRow) => {
    for (const [value, classes] of Object.entries(row.totals?.[attribute] ?? {})) {
      if (attribute === "hour") fact.hour = Number(value);
      else fact[attribute] = value;
      for (const name of CLASSES) {
        fact.class = name;
        reportDays(classes[name] ?? 0);
      }
    }
  };
  return (row) => {
    period = row.period;
    isMonth = isOfMonth(row);
    Object.assign(fact, { day: period, linkId: row.linkId, retailer: row.retailer });
    if (reading === "counts") reportCounts(row.counts ?? {});
    else if (reading === "referrer") {
      for (const [host, numbers] of Object.entries(row.referrers ?? {})) {
        fact.referrer = host;
        reportDays(numbers);
      }
    } else if (reading === "numbers" && !isMonth) {
      for (const name of CLASSES) {
        fact.class = name;
        report(row[name] ?? 0);
      }
    } else reportTotals(reading === "numbers" ? "qrCode" : reading, row);
  };
}

/** The names of the days of months, of which there are few and many facts. */
const dayNames = new Map<string, string>();
const MAX_DAY_NAMES = 5_000;

function dayOf(month: string, place: string): string {
  const key = `${month} ${place}`;
  let name = dayNames.get(key);
  if (name === undefined) {
    if (dayNames.size >= MAX_DAY_NAMES) dayNames.clear();
    name = `${month}-${String(Number(place) + 1).padStart(2, "0")}`;
    dayNames.set(key, name);
  }
  return name;
}

const NOTHING: Fact = {
  ...{ day: "", hour: null, linkId: "", retailer: "", country: null, device: null, qrCode: null },
  ...{ referrer: null, choice: null, class: "clicks", visits: 0 },
};

import type { CounterEntry } from "./aggregate.ts";
import { classOf, eachDay, type MonthNumbers, type Nested } from "./counter-forms.ts";
import { APART_DIMENSIONS, type ApartDimension, DIMENSION_FACTS, isApart, PEOPLE } from "./dimensions.ts";
import type { Attribute, Reading } from "./report-plan.ts";
import { CLASSES, type VisitNumbers } from "./statistics.ts";

/** What the column `totals` is by. */
type TotalAttribute = Exclude<Attribute, ApartDimension>;

/** Numbers by the hour of a day from 0, or by the day of a month. */
type Numbers = Readonly<Record<string, number>> | MonthNumbers;

/** A row of visit_days or visit_months, as far as it was read; see schema.sql. */
export interface CounterRow extends Partial<VisitNumbers> {
  /** A day, or a month. */
  period: string;
  linkId: string;
  retailer: string;
  counts: Record<string, Record<string, Numbers>> | null;
  /** Only the needed attributes. `rest` is by QR code: what the counts of a link's month lack, because they were too long. */
  totals: { [Name in TotalAttribute | "rest"]?: Nested<number | Numbers>[string] | null } | null;
  apart: { [Name in ApartDimension]?: Nested<number | Numbers>[string] | null } | null;
}

/** Whether a row is from visit_months. */
export const isOfMonth = ({ period }: Pick<CounterRow, "period">): boolean =>
  period.length === "2026-11".length;

/** The columns that have the sums by QR code; counts only of a month, and only those of a link are needed. */
export interface StoredSums {
  totals: string;
  counts: string | null;
}

/** What a row has besides its key, when only its sums were read. */
export const readSums = ({ totals, counts }: StoredSums): Pick<CounterRow, "totals" | "counts" | "apart"> =>
  // Only this folder writes these columns.
  ({ totals: JSON.parse(totals), counts: counts === null ? null : JSON.parse(counts), apart: null });

/** Whether a row has sums by QR code. The month of a link has none, unless the first version of the service wrote it. */
const hasTotals = (row: CounterRow): boolean =>
  !isOfMonth(row) || row.linkId === "" || Boolean(row.totals?.qrCode);

/** Returns a function that calls `each` for each count in a row. It reuses one object, because there are many records. */
export function recordReader(
  reading: Reading,
  hours: boolean,
  each: (record: CounterEntry) => void,
): (row: CounterRow) => void {
  const record: CounterEntry = { ...EMPTY_RECORD };
  let isMonth = false;
  let period = "";
  const report = (visits: number) => {
    if (visits === 0) return;
    record.visits = visits;
    each(record);
  };
  const reportDay = (place: number, visits: number) => {
    record.day = dayOf(period, place);
    report(visits);
  };
  const reportDays = (numbers: number | Numbers) => {
    if (typeof numbers === "number") return report(numbers);
    eachDay(numbers, reportDay);
  };
  const reportHours = (numbers: Numbers) => {
    if (!hours) return report(Object.values(numbers).reduce((sum, visits) => sum + visits, 0));
    for (const [hour, visits] of Object.entries(numbers)) {
      record.hour = Number(hour);
      report(visits);
    }
  };
  const reportCounts = (counts: NonNullable<CounterRow["counts"]>) => {
    for (const [code, kinds] of Object.entries(counts)) {
      record.qrCode = code;
      for (const [kind, numbers] of Object.entries(kinds)) {
        record.country = kind.slice(0, 2);
        record.device = kind.slice(3);
        record.class = classOf(record.device, code);
        if (isMonth) reportDays(numbers);
        else reportHours(numbers);
      }
    }
  };
  const reportTotals = (
    attribute: TotalAttribute,
    { totals }: CounterRow,
    from: TotalAttribute | "rest" = attribute,
  ) => {
    for (const [value, classes] of Object.entries(totals?.[from] ?? {})) {
      if (attribute === "hour") record.hour = Number(value);
      else record[attribute] = value;
      for (const name of CLASSES) {
        record.class = name;
        reportDays(classes[name] ?? 0);
      }
    }
  };
  const reportApart = (by: ApartDimension, { apart }: CounterRow) => {
    const { isEncoded = false } = DIMENSION_FACTS[by];
    for (const name of PEOPLE) {
      record.class = name;
      for (const [value, numbers] of Object.entries(apart?.[by]?.[name] ?? {})) {
        record[by] = isEncoded ? decodeURIComponent(value) : value;
        reportDays(numbers);
      }
    }
  };
  return (row) => {
    period = row.period;
    isMonth = isOfMonth(row);
    Object.assign(record, { day: period, linkId: row.linkId, retailer: row.retailer });
    if (reading === "counts") reportCounts(row.counts ?? {});
    else if (reading === "numbers" && !isMonth) {
      for (const name of CLASSES) {
        record.class = name;
        report(row[name] ?? 0);
      }
    } else if (reading !== "numbers" && isApart(reading)) reportApart(reading, row);
    else if (hasTotals(row)) reportTotals(reading === "numbers" ? "qrCode" : reading, row);
    else {
      reportCounts(row.counts ?? {});
      reportTotals("qrCode", row, "rest");
    }
  };
}

/** Caches the names of days: there are few days, but many records. */
const dayNames = new Map<string, string>();
const MAX_DAY_NAMES = 5_000;

function dayOf(month: string, place: number): string {
  const key = `${month} ${place}`;
  let name = dayNames.get(key);
  if (name === undefined) {
    if (dayNames.size >= MAX_DAY_NAMES) dayNames.clear();
    name = `${month}-${String(place + 1).padStart(2, "0")}`;
    dayNames.set(key, name);
  }
  return name;
}

/** A record of nothing. */
export const EMPTY_RECORD: CounterEntry = {
  ...{ day: "", hour: null, linkId: "", retailer: "", country: null, device: null, qrCode: null },
  ...(Object.fromEntries(APART_DIMENSIONS.map((by) => [by, null])) as Record<ApartDimension, null>), // all of them
  ...{ class: "clicks", visits: 0 },
};

/** The counts of hours in the form of those of a link. */
export function countsOfHours(
  hours: readonly [hour: number, counts: Nested<number>[string]][],
): Nested<number> {
  const found: Nested<number> = {};
  for (const [hour, counts] of hours)
    for (const [code, kinds] of Object.entries(counts)) {
      found[code] ??= {};
      const ofCode = found[code];
      for (const [kind, visits] of Object.entries(kinds)) {
        ofCode[kind] ??= {};
        ofCode[kind][hour] = visits;
      }
    }
  return found;
}

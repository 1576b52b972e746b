import { HOUR_MS } from "../../ground/core/days.ts";
import { EMPTY_RECORD } from "./count-records.ts";
import { OTHERS } from "./counter-forms.ts";
import { FILTER_DIMENSIONS, type FilterDimension } from "./dimensions.ts";
import type { Attribute, Part, PartBy } from "./report-plan.ts";
import {
  MAX_ROWS,
  type PartRow,
  peopleIn,
  plus,
  programsIn,
  type VisitNumbers,
  zeroVisits,
} from "./statistics.ts";
import type { CheckedFilter } from "./visit-filter.ts";
import { bucketStart, weekdayOf } from "./visit-range.ts";
import { codesIn, VisitorTotals, visitorDays } from "./visitor-totals.ts";

/** One number of a row of counters, with its attributes. Attributes that the row doesn't count are null. */
export interface CounterEntry extends Record<KeptAttribute, string | null> {
  day: string;
  hour: number | null;
  linkId: string;
  retailer: string;
  class: keyof VisitNumbers;
  visits: number;
}

/** The dimensions in JSON columns. Of `device`: that of people; otherwise `robot` or `preview`. Values are decoded. */
type KeptAttribute = Exclude<Attribute, "hour">;
/** Maximum rows of a part. Buckets are not limited; QR codes leave one row for visits without a code. */
export const rowLimit = (by: PartBy): number => {
  if (by === "period") return Number.POSITIVE_INFINITY;
  return by === "qrCode" ? MAX_ROWS - 1 : MAX_ROWS;
};

/** Memoizes a function of day and hour: there are few of these, but many records. */
function memoized<T>(say: (time: Pick<CounterEntry, "day" | "hour">) => T): (record: CounterEntry) => T {
  const known = new Map<string, T>();
  return ({ day, hour }) => {
    const time = `${day} ${hour}`;
    const said = known.get(time) ?? say({ day, hour });
    known.set(time, said);
    return said;
  };
}

/** Aggregates the visits of a part from count records. */
export class PartAggregate {
  readonly #part: Part;
  readonly #filter: CheckedFilter;
  /** The dimensions that are filtered by one value. */
  readonly #filters: readonly FilterDimension[];
  readonly #sums = new Map<string, VisitNumbers>();
  readonly #visitors = new VisitorTotals();
  readonly #bucket = memoized((time) => String(bucketStart(time, this.#part.range).getTime()));
  readonly #weekday = memoized(({ day }) => weekdayOf(day));
  /** The local hour, which on days of a clock change differs from the hours since midnight. */
  readonly #hour = memoized((time) =>
    this.#part.range.zone.textOf(this.#timeOf(time)).slice("2026-11-21T".length, "2026-11-21T04".length),
  );

  constructor(part: Part, filter: CheckedFilter) {
    this.#part = part;
    this.#filter = filter;
    this.#filters = FILTER_DIMENSIONS.filter((by) => filter[by] !== null);
  }

  add(record: CounterEntry): void {
    if (!this.#fits(record)) return;
    const key = this.#keyOf(record);
    if (key === null) return;
    let sum = this.#sums.get(key);
    if (!sum) {
      sum = zeroVisits();
      this.#sums.set(key, sum);
    }
    sum[record.class] += record.visits;
    if (this.#part.visitors && isPeople(record.class))
      this.#visitors.addPeople(key, record.day, record.visits);
  }

  /** What is added next is of this row. */
  begin({ projectId, linkId, period }: VisitorRow): void {
    this.#visitors.begin(`${projectId} ${linkId} ${period}`);
  }

  /** Adds the visitors of a row, on the days for which `isAsked` is true. */
  addVisitors(row: VisitorRow, isAsked: (day: string) => boolean): void {
    if (!this.#part.visitors || row.visitors === null) return;
    const { by } = this.#part;
    const isWhole = by !== "retailer" && this.#filter.retailer === null;
    for (const [day, visitors] of visitorDays({ period: row.period, visitors: row.visitors })) {
      if (!isAsked(day)) continue;
      for (const code of by === "qrCode" ? codesIn(visitors) : [this.#filter.qrIdentifier]) {
        const { linkId, retailer } = row;
        const record = { ...EMPTY_RECORD, day, linkId, retailer, qrCode: code };
        const key = this.#fits(record) ? this.#keyOf(record) : null;
        if (key !== null) this.#visitors.add(key, day, visitors, { code, isWhole });
      }
    }
  }

  /** The values with most people, then most other visits, and one row for the rest. */
  rows(): PartRow[] {
    const all = Array.from(this.#sums, ([key, numbers]) => ({ key, numbers }));
    const compare = (a: string, b: string) => (a < b ? -1 : 1);
    all.sort(
      (a, b) =>
        peopleIn(b.numbers) - peopleIn(a.numbers) ||
        programsIn(b.numbers) - programsIn(a.numbers) ||
        compare(a.key, b.key),
    );
    const limit = rowLimit(this.#part.by);
    const own = all.slice(0, limit).filter(({ key }) => key !== OTHERS);
    const rest = [...all.slice(0, limit).filter(({ key }) => key === OTHERS), ...all.slice(limit)];
    const visitorsOf = (key: string) => (this.#part.visitors ? this.#visitors.numberOf(key) : null);
    const rows = own.map(
      ({ key, numbers }): PartRow => ({ key, ...NAMELESS, ...numbers, visitors: visitorsOf(key) }),
    );
    if (rest.length === 0) return rows;
    const numbers = rest.reduce((sum, each) => plus(sum, each.numbers), zeroVisits());
    return [...rows, { key: null, ...NAMELESS, ...numbers, visitors: null }];
  }

  #fits(record: CounterEntry): boolean {
    const { qrIdentifier, daysOfWeek, hours } = this.#filter;
    if (this.#filters.some((by) => valueIn(record, by) !== this.#filter[by])) return false;
    if (qrIdentifier !== null && record.qrCode !== qrIdentifier) return false;
    if (daysOfWeek !== null && !daysOfWeek.includes(this.#weekday(record))) return false;
    if (hours !== null && !hours.includes(Number(this.#hour(record)))) return false;
    if (!this.#part.hours || record.hour === null) return true;
    const { from, to } = this.#part.range;
    const time = this.#timeOf(record);
    return time >= from && time < to;
  }

  #keyOf(record: CounterEntry): string | null {
    const { by } = this.#part;
    if (by === "period") return this.#bucket(record);
    if (by !== "qrCode") return valueIn(record, by);
    return record.qrCode === null || record.qrCode === "" ? null : `qr_${record.linkId}_${record.qrCode}`;
  }

  #timeOf({ day, hour }: Pick<CounterEntry, "day" | "hour">): Date {
    return new Date(this.#part.range.zone.startOf(day).getTime() + (hour ?? 0) * HOUR_MS);
  }
}

const isPeople = (name: keyof VisitNumbers): boolean => name === "scans" || name === "clicks";

/** A row of counters with its visitors, as JSON; null if they were not read. */
export interface VisitorRow {
  period: string;
  projectId: string;
  linkId: string;
  retailer: string;
  visitors: string | null;
}

/** The value of a dimension; null for programs by device. */
function valueIn(record: CounterEntry, by: Exclude<PartBy, "period" | "qrCode">): string | null {
  if (by === "link") return record.linkId;
  const value = record[by];
  return by === "device" && (value === "robot" || value === "preview") ? null : value;
}

const NAMELESS = { name: null, publicName: null, linkName: null };

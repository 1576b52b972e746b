import { HOUR_MS } from "../core/days.ts";
import { OTHER_REFERRERS } from "./day-rows.ts";
import type { Fact } from "./facts.ts";
import type { CheckedFilter } from "./filter.ts";
import type { Part, PartBy } from "./questions.ts";
import { bucketStart, weekdayOf } from "./range.ts";
import { MAX_ROWS, nothing, plus, type VisitNumbers } from "./statistics.ts";

/** One row of a part. */
export interface PartRow extends VisitNumbers {
  /** The start of the bucket, the hour of the week (`1-09` is Monday, 9 to 10) or the value; null: all values without a row. */
  key: string | null;
  name: string | null;
  publicName: string | null;
  linkName: string | null;
}

/** How many values of a part have a row of their own. Buckets and hours all have; QR codes leave one to visits without. */
export const rowLimit = (by: PartBy): number => {
  if (by === "period" || by === "week") return Number.POSITIVE_INFINITY;
  return by === "qrCode" ? MAX_ROWS - 1 : MAX_ROWS;
};

const people = ({ scans, clicks }: VisitNumbers): number => scans + clicks;
const others = ({ robots, previews }: VisitNumbers): number => robots + previews;

/** What a function says of days and hours, of which there are few, and many facts. */
function remembered<T>(say: (time: Pick<Fact, "day" | "hour">) => T): (fact: Fact) => T {
  const known = new Map<string, T>();
  return ({ day, hour }) => {
    const time = `${day} ${hour}`;
    const said = known.get(time) ?? say({ day, hour });
    known.set(time, said);
    return said;
  };
}

/** Sums up the visits of one part from what rows say. */
export class PartSum {
  readonly #part: Part;
  readonly #filter: CheckedFilter;
  readonly #sums = new Map<string, VisitNumbers>();
  readonly #bucket = remembered((time) => String(bucketStart(time, this.#part.range).getTime()));
  readonly #weekday = remembered(({ day }) => weekdayOf(day));
  /** The hour on the clock, which on days that change it is not the number of hours since the day began. */
  readonly #hour = remembered((time) =>
    this.#part.range.zone.textOf(this.#timeOf(time)).slice("2026-11-21T".length, "2026-11-21T04".length),
  );

  constructor(part: Part, filter: CheckedFilter) {
    this.#part = part;
    this.#filter = filter;
  }

  add(fact: Fact): void {
    if (!this.#fits(fact)) return;
    const key = this.#keyOf(fact);
    if (key === null) return;
    let sum = this.#sums.get(key);
    if (!sum) {
      sum = nothing();
      this.#sums.set(key, sum);
    }
    sum[fact.class] += fact.visits;
  }

  /** The values with most people, then most other visits, and one row for what is left. */
  rows(): PartRow[] {
    const all = Array.from(this.#sums, ([key, numbers]) => ({ key, numbers }));
    const compare = (a: string, b: string) => (a < b ? -1 : 1);
    all.sort(
      (a, b) =>
        people(b.numbers) - people(a.numbers) ||
        others(b.numbers) - others(a.numbers) ||
        compare(a.key, b.key),
    );
    const limit = rowLimit(this.#part.by);
    const own = all.slice(0, limit).filter(({ key }) => key !== OTHER_REFERRERS);
    const rest = [...all.slice(0, limit).filter(({ key }) => key === OTHER_REFERRERS), ...all.slice(limit)];
    const rows = own.map(({ key, numbers }): PartRow => ({ key, ...NAMELESS, ...numbers }));
    if (rest.length === 0) return rows;
    const numbers = rest.reduce((sum, each) => plus(sum, each.numbers), nothing());
    return [...rows, { key: null, ...NAMELESS, ...numbers }];
  }

  #fits(fact: Fact): boolean {
    const { country, device, retailer, qrIdentifier, daysOfWeek, hours } = this.#filter;
    if (country !== null && fact.country !== country) return false;
    if (device !== null && deviceOf(fact) !== device) return false;
    if (retailer !== null && fact.retailer !== retailer) return false;
    if (qrIdentifier !== null && fact.qrCode !== qrIdentifier) return false;
    if (daysOfWeek !== null && !daysOfWeek.includes(this.#weekday(fact))) return false;
    if (hours !== null && !hours.includes(Number(this.#hour(fact)))) return false;
    if (!this.#part.hours || fact.hour === null) return true;
    const { from, to } = this.#part.range;
    const time = this.#timeOf(fact);
    return time >= from && time < to;
  }

  #keyOf(fact: Fact): string | null {
    switch (this.#part.by) {
      case "period":
        return this.#bucket(fact);
      case "week":
        return `${this.#weekday(fact)}-${this.#hour(fact)}`;
      case "country":
        return fact.country;
      case "device":
        return deviceOf(fact);
      case "retailer":
        return fact.retailer;
      case "link":
        return fact.linkId;
      case "qrCode":
        return fact.qrCode === null || fact.qrCode === "" ? null : `qr_${fact.linkId}_${fact.qrCode}`;
      case "referrer":
        return fact.referrer;
      case "choice":
        return fact.choice;
    }
  }

  #timeOf({ day, hour }: Pick<Fact, "day" | "hour">): Date {
    return new Date(this.#part.range.zone.startOf(day).getTime() + (hour ?? 0) * HOUR_MS);
  }
}

/** Robots and previews have none. */
const deviceOf = ({ device }: Fact): string | null =>
  device === "robot" || device === "preview" ? null : device;

const NAMELESS = { name: null, publicName: null, linkName: null };

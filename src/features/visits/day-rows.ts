import type { LocalHour } from "../../ground/core/zone.ts";
import type { Device } from "../../ground/platform/known-user-agents.ts";
import { type ApartDimension, DIMENSION_FACTS, type PeopleClass } from "./dimensions.ts";
import { type VisitNumbers, zeroVisits } from "./statistics.ts";
import type { Visitor } from "./visit-counts.ts";

/** Numbers nested under three keys, as in the columns `counts`, `totals` and `apart`. */
export type Nested<T> = Record<string, Record<string, Record<string, T>>>;

/**
 * The letters of the days in a month's numbers: "AC2F" is one on the first, two on the third, and one on the sixth. The first
 * version stored numbers as JSON, by the index of the day.
 */
export const DAY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcde";
export type MonthNumbers = string | readonly number[] | Readonly<Record<string, number>>;

/** Calls `each` for the days of a month's numbers, from 0. */
export function eachDay(numbers: MonthNumbers, each: (place: number, visits: number) => void): void {
  if (typeof numbers !== "string") {
    for (const [place, visits] of Object.entries(numbers)) each(Number(place), visits);
    return;
  }
  for (let at = 0; at < numbers.length; ) {
    const place = DAY_LETTERS.indexOf(numbers.charAt(at));
    let visits = 0;
    // Digits are before letters.
    for (at++; at < numbers.length && numbers.charAt(at) < "A"; at++)
      visits = visits * 10 + Number(numbers.charAt(at));
    each(place, visits || 1);
  }
}

/** Stands for any QR code in the row of a project. */
const ANY_CODE = "*";
/** Stands for all other values of a dimension apart. */
export const OTHERS = "*";
/** Maximum values of a dimension apart, for scans and for clicks, in the row of a link and of a project on a day. */
export const MAX_VALUES = { link: 50, project: 200 };

/** The owner of a row of visits. */
export interface RowOwner {
  organizationId: string;
  projectId: string;
  linkId: string;
  retailer: string;
}

/** Equal visits to count. */
interface NewVisits {
  at: LocalHour;
  /** The identifier of a QR code of the link, or empty. */
  code: string;
  country: string;
  device: Device;
  visitor: Visitor;
  visits: number;
}

/** The class in which visits are counted. */
export function classOf(visitor: string, code: string): keyof VisitNumbers {
  if (visitor === "robot") return "robots";
  if (visitor === "preview") return "previews";
  return code === "" ? "clicks" : "scans";
}

/** An addition to a row of visit_days, with a member for each column; see schema.sql. */
export interface DayAddition extends VisitNumbers {
  day: string;
  organization_id: string;
  project_id: string;
  link_id: string;
  retailer: string;
  taps: number;
  counts: Nested<number>;
  totals: Nested<number>;
  /** By dimension, class and value, because most values have one class. */
  apart: Nested<number>;
}

/** Aggregates visits into additions to rows of visit_days. */
export class DayAdditions {
  readonly #rows = new Map<string, DayAddition>();

  addVisits(owner: RowOwner, { at, code, country, device, visitor, visits }: NewVisits): void {
    const name = classOf(visitor, code);
    const kind = visitor === "person" ? device : visitor;
    const hour = String(at.hour);
    const [ofLink, ofProject] = this.#both(owner, at.day);
    for (const row of [ofLink, ofProject]) {
      const rowCode = row === ofProject && code !== "" ? ANY_CODE : code;
      row[name] += visits;
      add(row.counts, rowCode, `${country} ${kind}`, hour, visits);
      add(row.totals, "qrCode", rowCode, name, visits);
    }
    add(ofProject.totals, "country", country, name, visits);
    add(ofProject.totals, "device", kind, name, visits);
    add(ofProject.totals, "hour", hour, name, visits);
  }

  /** Adds people with a value of a dimension apart. Their visits are counted by `addVisits`; taps by `choice` are not visits. */
  addApart(
    owner: RowOwner,
    day: string,
    by: ApartDimension,
    { value, people, visits }: { value: string; people: PeopleClass; visits: number },
  ): void {
    for (const row of this.#both(owner, day)) {
      if (by === "choice") row.taps += visits;
      const values = row.apart[by]?.[people] ?? {};
      const most = row.link_id === "" ? MAX_VALUES.project : MAX_VALUES.link;
      const isFull = !DIMENSION_FACTS[by].isBounded && Object.keys(values).length >= most;
      add(row.apart, by, people, values[value] === undefined && isFull ? OTHERS : value, visits);
    }
  }

  rows(): DayAddition[] {
    return [...this.#rows.values()];
  }

  #both(owner: RowOwner, day: string): [DayAddition, DayAddition] {
    return [this.#row(owner, day), this.#row({ ...owner, linkId: "" }, day)];
  }

  #row({ organizationId, projectId, linkId, retailer }: RowOwner, day: string): DayAddition {
    const key = { day, organization_id: organizationId, project_id: projectId, link_id: linkId, retailer };
    const name = Object.values(key).join("\n");
    let row = this.#rows.get(name);
    if (!row) {
      row = { ...key, ...zeroVisits(), taps: 0, counts: {}, totals: {}, apart: {} };
      this.#rows.set(name, row);
    }
    return row;
  }
}

function add(numbers: Nested<number>, first: string, second: string, third: string, visits: number): void {
  numbers[first] ??= {};
  const inner = numbers[first];
  inner[second] ??= {};
  const leaf = inner[second];
  leaf[third] = (leaf[third] ?? 0) + visits;
}

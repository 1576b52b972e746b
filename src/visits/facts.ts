import {
  CLASS_LETTERS,
  CLASSES,
  cellSum,
  eachCell,
  eachClass,
  indexOfLetter,
  type StoredCounts,
} from "./cells.ts";
import { classOf, KIND_LETTERS, KINDS } from "./day-rows.ts";
import { visitorOf } from "./month-rows.ts";
import type { Reading, SummedPart } from "./source.ts";
import type { VisitNumbers } from "./statistics.ts";

/** Visits that a row counts together. What the row does not tell is null. */
export interface Fact {
  day: string;
  hour: number | null;
  linkId: string;
  retailer: string | null;
  country: string | null;
  /** The letter of the device, or of what came in place of a person. */
  kind: string | null;
  code: string | null;
  referrer: string | null;
  choice: string | null;
  class: keyof VisitNumbers;
  visits: number;
}

/** A row of visit_days or visit_months, with as much of its counts as is read. */
export interface CountsRow {
  linkId: string;
  counts: StoredCounts;
}

/** A row of visit_days. */
export interface DayCounts extends CountsRow, VisitNumbers {
  day: string;
  retailer: string;
}

/** A row of visit_months. */
export interface MonthCounts extends CountsRow {
  month: string;
  /** What of it is packed, besides the counts. */
  packed: StoredCounts;
}

/** Calls `each` with what the row of a day says. The object is the same each time. */
export function eachFactOfDay(
  row: DayCounts,
  reading: Reading,
  hours: boolean,
  each: (fact: Fact) => void,
): void {
  const { day, linkId, retailer } = row;
  const fact: Fact = { ...NOTHING, day, linkId, retailer };
  const report = (letter: (typeof CLASS_LETTERS)[number], visits: number) => {
    fact.class = CLASSES[letter];
    fact.visits = visits;
    each(fact);
  };
  if (reading === "numbers") {
    for (const letter of CLASS_LETTERS) if (row[CLASSES[letter]] > 0) report(letter, row[CLASSES[letter]]);
    return;
  }
  if (reading !== "kinds") {
    for (const [value, cells] of Object.entries(row.counts[reading] ?? {})) {
      if (reading === "h") fact.hour = indexOfLetter(value);
      else setValue(fact, reading, value);
      eachClass(cells, report);
    }
    return;
  }
  for (const [part, values] of Object.entries(row.counts)) {
    if (!part.startsWith(KINDS)) continue;
    fact.code = part.slice(KINDS.length);
    for (const [value, cells] of Object.entries(values)) {
      fact.country = value.slice(0, 2);
      fact.kind = value.slice(2);
      const letter = classOf(visitorOf(fact.kind), fact.code);
      if (!hours) report(letter, cellSum(cells));
      else {
        eachCell(cells, (hour, visits) => {
          fact.hour = hour;
          report(letter, visits);
        });
      }
    }
  }
}

/** The same for the row of a month, of which one part is read. */
export function eachFactOfMonth(
  { month, linkId, counts, packed }: MonthCounts,
  part: Exclude<SummedPart, "h">,
  each: (fact: Fact) => void,
): void {
  const fact: Fact = { ...NOTHING, linkId };
  for (const [text, cells] of [packed, counts].flatMap((each) => Object.entries(each[part] ?? {}))) {
    const letter = CLASS_LETTERS.find((known) => text.endsWith(known));
    if (!letter) continue;
    fact.class = CLASSES[letter];
    let value = text.slice(0, -1);
    if (part === "d")
      [fact.retailer, value] = [value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1)];
    setValue(fact, part, value);
    eachCell(cells, (place, visits) => {
      fact.day = `${month}-${String(place + 1).padStart(2, "0")}`;
      fact.visits = visits;
      each(fact);
    });
  }
}

function setValue(fact: Fact, part: Exclude<SummedPart, "h">, value: string): void {
  if (part === "c") fact.country = value;
  else if (part === "d") fact.kind = value;
  else if (part === "q") fact.code = value;
  else if (part === "f") fact.referrer = value;
  else fact.choice = value;
}

const NOTHING: Fact = {
  ...{ day: "", hour: null, linkId: "", retailer: null, country: null, kind: null, code: null },
  ...{ referrer: null, choice: null, class: "clicks", visits: 0 },
};

const DEVICE_NAMES = new Map<string, string>(
  Object.entries(KIND_LETTERS).map(([name, letter]) => [letter, name]),
);

/** The device of a kind; null for what has none. */
export const deviceOf = (kind: string | null): string | null =>
  kind === null || visitorOf(kind) !== "person" ? null : (DEVICE_NAMES.get(kind) ?? null);

import { ANY_CODE, eachDay, WITHOUT_VISITOR } from "./counter-forms.ts";
import { plusVisitors } from "./statistics.ts";
import { type StoredSketch, VisitorSketch } from "./visitor-sketch.ts";

/** The column `visitors` of a day, by code and by the signs below; null: more than a row can have. */
export type DayVisitors = Readonly<Record<string, StoredSketch | number>> | null;

/** Stands for the visitors of a row that another row of the same day has too, such as that of another retailer. */
const SHARED = "-";
/**
 * The share of people's visits without a visitor up to which a number is shown: about the standard error of the number itself.
 * Such visits come before an isolate has the key of the day.
 */
const MAX_WITHOUT = 0.02;

/** The codes of a row that have visitors; '' is no code. */
export const codesIn = (visitors: DayVisitors): string[] =>
  Object.keys(visitors ?? {}).filter((code) => ![ANY_CODE, SHARED, WITHOUT_VISITOR].includes(code));

const numberIn = (visitors: DayVisitors, name: string): number => {
  const value = visitors?.[name];
  return typeof value === "number" ? value : 0;
};
const hasEnded = (visitors: DayVisitors): boolean => typeof visitors?.[ANY_CODE] === "number";
const sketchesIn = (visitors: DayVisitors): StoredSketch[] =>
  Object.values(visitors ?? {}).filter((each) => typeof each !== "number");

/** What the column says of each day of a row of visit_days or visit_months. */
export function visitorDays({
  period,
  visitors,
}: {
  period: string;
  visitors: string;
}): [day: string, DayVisitors][] {
  // Only this folder writes the columns.
  if (period.length === "2026-11-21".length) return [[period, JSON.parse(visitors) as DayVisitors]];
  const days = new Map<string, Record<string, number>>();
  for (const [name, letters] of Object.entries(JSON.parse(visitors) as Record<string, string>))
    eachDay(letters, (place, number) => {
      const day = `${period}-${String(place + 1).padStart(2, "0")}`;
      days.set(day, { ...days.get(day), [name]: number });
    });
  return [...days];
}

/** The numbers that replace sketches once the day has ended, for each row of a link or project on it; null for no change. */
export function endedVisitors(rows: readonly DayVisitors[]): (DayVisitors | null)[] {
  const union = new VisitorSketch();
  let sum = 0;
  const ended = rows.map((visitors) => {
    const sketches = sketchesIn(visitors);
    if (sketches.length === 0) return null;
    const all = new VisitorSketch();
    for (const sketch of sketches) for (const each of [all, union]) each.add(sketch);
    sum += all.number();
    const numbers = Object.entries(visitors ?? {}).map(([name, value]) => [name, numberOf(value)] as const);
    return { ...Object.fromEntries(numbers), [ANY_CODE]: all.number() };
  });
  const shared = sum - union.number();
  const first = ended.findIndex((each) => each !== null);
  return ended.map((each, index) =>
    each && index === first && shared > 0 ? { ...each, [SHARED]: shared } : each,
  );
}

function numberOf(value: StoredSketch | number): number {
  if (typeof value === "number") return value;
  const sketch = new VisitorSketch();
  sketch.add(value);
  return sketch.number();
}

/** The visitors of a link or project on a day. */
class VisitorsOfDay {
  people = 0;
  #without = 0;
  #number = 0;
  #isUnknown = false;
  #sketch: VisitorSketch | null = null;

  /** Adds those of a row, of all codes or of one. `isWhole`: whether all rows of the day are added. */
  add(visitors: DayVisitors, code: string | null, isWhole: boolean): void {
    if (visitors === null) this.#isUnknown = true;
    this.#without += numberIn(visitors, WITHOUT_VISITOR);
    if (hasEnded(visitors)) {
      this.#number += numberIn(visitors, code ?? ANY_CODE);
      if (isWhole && code === null) this.#number -= numberIn(visitors, SHARED);
      return;
    }
    const sketch = code === null ? null : visitors?.[code];
    const sketches = code === null ? sketchesIn(visitors) : typeof sketch === "number" ? [] : [sketch ?? {}];
    this.#sketch ??= new VisitorSketch();
    for (const each of sketches) this.#sketch.add(each);
  }

  /** Null if it is not known. */
  number(): number | null {
    if (this.people === 0) return 0;
    const number = Math.min(this.people, this.#number + (this.#sketch?.number() ?? 0));
    return this.#isUnknown || number === 0 || this.#without > MAX_WITHOUT * this.people ? null : number;
  }
}

/** Adds up the daily visitors of keys, such as days or codes, from rows: those of the same place one after the other. */
export class VisitorTotals {
  #place = "";
  readonly #days = new Map<string, { key: string; visitors: VisitorsOfDay }>();
  readonly #sums = new Map<string, number | null>();

  /** What is added next is of a row of this place: of a link or project in a period. */
  begin(place: string): void {
    if (place === this.#place) return;
    this.#end();
    this.#place = place;
  }

  addPeople(key: string, day: string, people: number): void {
    this.#dayOf(key, day).people += people;
  }

  /** Adds the visitors of a row on a day, of all codes or of one. `isWhole`: whether the key has all rows of the place. */
  add(
    key: string,
    day: string,
    visitors: DayVisitors,
    { code, isWhole }: { code: string | null; isWhole: boolean },
  ): void {
    this.#dayOf(key, day).add(visitors, code, isWhole);
  }

  /** The sum of all days; null if a day with people has no number. */
  numberOf(key: string): number | null {
    this.#end();
    const sum = this.#sums.get(key);
    return sum === undefined ? 0 : sum;
  }

  #dayOf(key: string, day: string): VisitorsOfDay {
    const name = `${day} ${key}`;
    let found = this.#days.get(name);
    if (!found) {
      found = { key, visitors: new VisitorsOfDay() };
      this.#days.set(name, found);
    }
    return found.visitors;
  }

  #end(): void {
    for (const { key, visitors } of this.#days.values())
      this.#sums.set(
        key,
        plusVisitors(this.#sums.get(key) ?? (this.#sums.has(key) ? null : 0), visitors.number()),
      );
    this.#days.clear();
  }
}

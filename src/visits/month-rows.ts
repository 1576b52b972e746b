import { Cells, type ClassLetter, cellSum, eachClass, letterOf, type StoredCounts } from "./cells.ts";
import { classOf, KIND_LETTERS, KINDS, PARTS } from "./day-rows.ts";
import type { VisitNumbers } from "./statistics.ts";

/** What of a row of visit_days goes into a row of visit_months. */
export interface FoldedDay extends VisitNumbers {
  day: string;
  organization_id: string;
  project_id: string;
  link_id: string;
  retailer: string;
  taps: number;
  counts: StoredCounts;
}

/**
 * A row of visit_months before it is written, in the order of its columns. The parts of its counts are those of the row of a
 * project in visit_days, besides the hours, and `q`. Places are the days of the month, and so the letter of the class stands
 * at the end of each value (`USs`). A value of `d` is a retailer and a kind (`custom:ps`).
 */
export type MonthRow = [
  month: string,
  organizationId: string,
  projectId: string,
  linkId: string,
  counts: StoredCounts,
];

/** Visits of one class and day that a month holds. */
export type MonthPart = "c" | "d" | "q" | "f" | "o";

/** The value of `d` for a kind of visit at a retailer. */
export const deviceAt = (retailer: string, kind: string): string => `${retailer}:${kind}`;

/** Sums up days as the months that they are added to. */
export class MonthRows {
  readonly #rows = new Map<string, { key: [string, string, string, string]; cells: Cells }>();

  /** Adds a number of one day. */
  add(
    {
      day,
      organization_id,
      project_id,
      link_id,
    }: Pick<FoldedDay, "day" | "organization_id" | "project_id" | "link_id">,
    part: MonthPart,
    value: string,
    letter: ClassLetter,
    visits: number,
  ): void {
    const key: [string, string, string, string] = [day.slice(0, 7), organization_id, project_id, link_id];
    const name = key.join("\n");
    let row = this.#rows.get(name);
    if (!row) {
      row = { key, cells: new Cells() };
      this.#rows.set(name, row);
    }
    row.cells.add(part, value + letter, letterOf(Number(day.slice(8)) - 1), visits);
  }

  /** Adds a whole row of visit_days. */
  addDay(day: FoldedDay): void {
    for (const part of [PARTS.qrCode, PARTS.referrer, PARTS.choice, PARTS.country]) {
      for (const [value, cells] of Object.entries(day.counts[part] ?? {})) {
        eachClass(cells, (letter, visits) => this.add(day, part, value, letter, visits));
      }
    }
    for (const [kind, cells] of Object.entries(day.counts[PARTS.device] ?? {})) {
      eachClass(cells, (letter, visits) => this.add(day, "d", deviceAt(day.retailer, kind), letter, visits));
    }
    if (day.link_id !== "") this.#addKinds(day);
  }

  rows(): MonthRow[] {
    return Array.from(this.#rows.values(), ({ key, cells }) => [...key, cells.toJSON()]);
  }

  /** The countries and devices of a link, which its row tells by hour and QR code. */
  #addKinds(day: FoldedDay): void {
    for (const [part, values] of Object.entries(day.counts)) {
      if (!part.startsWith(KINDS)) continue;
      for (const [value, cells] of Object.entries(values)) {
        const [country, kind] = [value.slice(0, 2), value.slice(2)];
        const letter = classOf(visitorOf(kind), part.slice(KINDS.length));
        const visits = cellSum(cells);
        this.add(day, "c", country, letter, visits);
        this.add(day, "d", deviceAt(day.retailer, kind), letter, visits);
      }
    }
  }
}

/** Who came, by the letter of the kind. */
export function visitorOf(kind: string): "person" | "robot" | "preview" {
  if (kind === KIND_LETTERS.robot) return "robot";
  return kind === KIND_LETTERS.preview ? "preview" : "person";
}
